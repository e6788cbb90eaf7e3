// ProjectCheck - analyses many units at the same time.
//
// First all units are asked what they define and what they call in others, host
// units only if they may call what CUDA units define (ProjectCalls). What some
// pass depends on what these are passed by others: they are asked again, told
// that. Then the CUDA units are analysed, each with what others pass. Results
// are handed on in the order of the units, as soon as all before them are
// there. An interrupt ends what runs.
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
  bool hasOthers() const;
  void askUnits();
  void askHosts();
  void askAgain();
  /// A unit that clang does not parse may call what it names with anything.
  void noteUnparsed();
  void analyse();
  /// The units that are to be analysed come first.
  CallerUnit caller(size_t I) const;
  size_t callers() const {
    return Project.Units.size() + Project.Callers.size();
  }
  void note(size_t I, llvm::Expected<UnitCalls> Its);
  /// Do(I) for each I below Count, with so many at a time as there are jobs.
  void forEach(size_t Count, llvm::function_ref<void(size_t I)> Do);
  void handOn(Taker Take);
  void showStep(std::string Text);
  void showProgress(size_t Done) const;

  const Request &R;
  const CompilationDatabase &Project;
  unsigned Jobs;
  Processes Programs;
  UnitCheck Units;
  CallerCheck Callers;
  std::mutex Lock; ///< guards all below
  std::condition_variable News;
  ProjectCalls Calls;
  std::map<size_t, std::string> Unparsed; ///< why
  std::map<size_t, UnknownCaller> Unknown;
  std::vector<std::optional<UnitOutcome>> Outcomes;
  std::string Step; ///< what is done now, for the line of progress
};

} // namespace racemap

#endif
