// Settings - what the analysis of a kernel looks for, and what it may spend.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_SETTINGS_H
#define RACEMAP_PASSES_VERDICT_QUERY_SETTINGS_H

#include "passes/map/Steps.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <string>

namespace racemap::verdict {

/// Why a kernel is unknown that would have needed more than its share.
inline std::string unitBudgetExhausted(uint64_t UnitBudgetMs) {
  return "unit budget exhausted (unit-budget-ms=" +
         std::to_string(UnitBudgetMs) + ")";
}

struct Settings {
  bool GridLevel = true;              ///< look for races between blocks too
  uint64_t ResourceLimit = 2'000'000; ///< Z3 resource units for one query
  /// For one kernel in one context: the steps that take so many milliseconds
  /// on an ordinary machine, wherever they are made.
  uint64_t KernelBudgetMs = 10'000;
  /// The step of this thread with which the kernel's share of its unit's budget
  /// ends: of all contexts together, and of what is said beside the verdicts.
  /// The kernel's own budget is as if there were no other kernels, so that
  /// what ends before is what it would be with a larger one.
  uint64_t LastStep = std::numeric_limits<uint64_t>::max();
  uint64_t UnitBudgetMs = 0;     ///< what that is a share of, for people
  bool NamePreconditions = true; ///< look for conditions that exclude races
  bool Draw = true;              ///< say how the threads of a witness get there
  bool Bounds = true;            ///< look for accesses that leave their arrays
  bool Redundant = false;        ///< look for barriers that are not needed
  bool HideBenign = false;
  bool Proofs = false; ///< say which accesses cannot race
  /// With Proofs: look for what any launch has to keep to, which costs more.
  bool GeneralProofs = false;
  bool Statistics = false;        ///< count which way pairs are decided
  bool Lockstep = false;          ///< warp-sync=lockstep
  uint64_t LeastClockMs = 30'000; ///< see clockMs
  std::string DumpQueries;        ///< a folder for costly queries, or empty

  uint64_t kernelSteps() const {
    return llvm::SaturatingMultiply(KernelBudgetMs, map::Steps::PerMillisecond);
  }
  /// How many steps the unit leaves. Less than a millisecond's is nothing: Z3
  /// ends a little before its limit.
  uint64_t unitSteps() const {
    uint64_t Left = LastStep - std::min(LastStep, map::Steps::taken());
    return Left < map::Steps::PerMillisecond ? 0 : Left;
  }
  /// The same settings with an equal part of what the unit leaves.
  Settings share(size_t Parts) const {
    Settings S = *this;
    if (LastStep != std::numeric_limits<uint64_t>::max())
      S.LastStep = map::Steps::taken() + unitSteps() / Parts;
    return S;
  }
  /// The same settings with so many steps of the unit from now on: verdicts are
  /// what they are without what comes after them.
  Settings again(uint64_t UnitSteps) const {
    Settings S = *this;
    if (LastStep != std::numeric_limits<uint64_t>::max())
      S.LastStep = map::Steps::taken() + UnitSteps;
    return S;
  }
  /// The backstop: more computing, in milliseconds, ends the kernel however
  /// few its steps are. Far beyond what they take on a machine that is ten
  /// times slower, so that verdicts do not depend on it.
  double clockMs() const {
    return 30.0 * double(KernelBudgetMs) + double(LeastClockMs);
  }
};

} // namespace racemap::verdict

#endif
