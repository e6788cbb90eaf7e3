// ProjectCheck - analyses many units at the same time.
//
// First each unit is analysed by itself. If there are functions whose callers
// elsewhere would matter, the units that are not analysed are asked what they
// call, and the units with such functions are analysed once more, with what
// others pass (ProjectCalls). Results are handed on in the order of the units,
// as soon as all before them are there. An interrupt ends what runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PROJECTCHECK_H
#define RACEMAP_TOOLS_RACEMAP_PROJECTCHECK_H

#include "CallerCheck.h"
#include "CompilationDatabase.h"
#include "UnitCheck.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <map>

namespace racemap {

/// A unit of which it matters what it calls, and that could not be asked.
struct UnknownCaller {
  std::string File, Why;
};

class ProjectCheck {
public:
  ProjectCheck(const Toolchain &T, const Request &R, const UnitCache &Cache,
               const CompilationDatabase &Project, unsigned Jobs)
      : R(R), Project(Project), Jobs(Jobs), Units(T, R, Cache, Programs),
        Callers(T, Cache, Programs) {}

  using Taker = llvm::function_ref<void(const CudaUnit &, UnitOutcome &)>;
  /// False if that was interrupted. Take is called by this thread.
  bool run(Taker Take);
  /// In the order of the units.
  const std::map<size_t, UnknownCaller> &unknownCallers() const {
    return Unknown;
  }

private:
  void checkAlone();
  void askCallers();
  void checkCalled();
  /// Do(I) for each I below Count, with so many at a time as there are jobs.
  void forEach(size_t Count, llvm::function_ref<void(size_t I)> Do);
  void finish(size_t I, UnitOutcome Outcome);
  void noteCalls(const CudaUnit &U, const UnitResult &Result);
  void noteCalls(const CallerUnit &U, llvm::Expected<UnitCalls> Its);
  void handOn(Taker Take);
  void showStep(llvm::function_ref<std::string()> Text);
  void showProgress(size_t Done) const;

  const Request &R;
  const CompilationDatabase &Project;
  unsigned Jobs;
  Processes Programs;
  UnitCheck Units;
  CallerCheck Callers;
  /// Of the units that want to know who calls them, until they do.
  std::vector<std::optional<UnitOutcome>> Alone;
  std::mutex Lock; ///< guards all below
  std::condition_variable News;
  ProjectCalls Calls;
  std::map<size_t, UnknownCaller> Unknown;
  std::vector<std::optional<UnitOutcome>> Outcomes;
  std::string Step; ///< what is done now, for the line of progress
};

} // namespace racemap

#endif
