// ProjectCheck - analyses many units at the same time.
//
// Each unit is a task: its source with all it includes is put together, and if
// that and all else are what they were, the last run's result is taken;
// otherwise clang analyses it. Results are handed on in the order of the units,
// as soon as all before them are there. An interrupt ends what runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PROJECTCHECK_H
#define RACEMAP_TOOLS_RACEMAP_PROJECTCHECK_H

#include "Process.h"
#include "UnitCache.h"
#include "confirm/Confirmer.h"
#include "confirm/DirectedTests.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>

namespace racemap {

/// What came of one unit: a result, or an error that says why there is none.
struct UnitOutcome {
  UnitResult Result;
  Confirmed Runs;      ///< of its witnesses, if they were to be run
  Tried Tests;         ///< if something was to be tried
  std::string Error;   ///< empty: there is a result
  std::string Problem; ///< something beside the result
  bool IsUnchanged = false;
};

class ProjectCheck {
public:
  ProjectCheck(const Toolchain &T, const Request &R, const UnitCache &Cache)
      : T(T), R(R), Cache(Cache) {}

  using Taker = llvm::function_ref<void(const CudaUnit &, UnitOutcome &)>;
  /// With so many at a time; false if that was interrupted. Take is called by
  /// this thread.
  bool run(llvm::ArrayRef<CudaUnit> Units, unsigned Jobs, Taker Take);

private:
  void work();
  UnitOutcome check(const CudaUnit &U);
  void runUnit(const CudaUnit &U, UnitOutcome &Outcome);
  std::string keyOf(const CudaUnit &U);
  /// Known: what was decided before, of which the text is made anew, or null.
  UnitOutcome analyse(const CudaUnit &U, const UnitResult *Known = nullptr);
  void handOn(Taker Take);
  void showProgress(size_t Done, const CudaUnit &Next) const;

  const Toolchain &T;
  const Request &R;
  const UnitCache &Cache;
  Processes Programs;
  llvm::ArrayRef<CudaUnit> Units;
  std::atomic<size_t> Next = 0;
  std::mutex Lock;
  std::condition_variable News;
  std::vector<std::optional<UnitOutcome>> Outcomes; ///< guarded by Lock
};

} // namespace racemap

#endif
