// Settings - what the analysis of a kernel looks for, and what it may spend.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_SETTINGS_H
#define RACEMAP_PASSES_VERDICT_QUERY_SETTINGS_H

#include "passes/map/Steps.h"
#include "llvm/Support/MathExtras.h"
#include <string>

namespace racemap::verdict {

struct Settings {
  bool GridLevel = true;              ///< look for races between blocks too
  uint64_t ResourceLimit = 2'000'000; ///< Z3 resource units for one query
  /// For one kernel in one context: the steps that take so many milliseconds
  /// on an ordinary machine, wherever they are made.
  uint64_t KernelBudgetMs = 10'000;
  bool NamePreconditions = true; ///< look for conditions that exclude races
  bool Draw = true;              ///< say how the threads of a witness get there
  bool Bounds = true;            ///< look for accesses that leave their arrays
  bool Redundant = false;        ///< look for barriers that are not needed
  bool HideBenign = false;
  bool Statistics = false;        ///< count which way pairs are decided
  bool Lockstep = false;          ///< warp-sync=lockstep
  uint64_t LeastClockMs = 30'000; ///< see clockMs
  std::string DumpQueries;        ///< a folder for costly queries, or empty

  uint64_t kernelSteps() const {
    return llvm::SaturatingMultiply(KernelBudgetMs, map::Steps::PerMillisecond);
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
