// RangeProof - whether a variable can be stepped in exact arithmetic.
//
// A Range promises that its variable does not wrap while the loop's test
// holds. Given how the variable steps and one conjunct of the test that
// bounds it, this is proved (C++ excludes the overflow, or the bound keeps
// the next value in range), or only an absurdly large launch or limit would
// wrap, which is excluded by assumptions, or there is no range. An assumption
// is never made about a step that may be negative. Where the limit is another
// one for each thread, no condition on the launch says it, and the range itself
// is the promise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LOOPS_RANGEPROOF_H
#define RACEMAP_PASSES_LIFT_LOOPS_RANGEPROOF_H

#include "passes/lift/loops/Recurrence.h"

namespace racemap::lift {

struct RangeProof {
  bool Holds = false;
  /// What has to be true for it where the loop is reached, if anything.
  llvm::SmallVector<map::Assumption, 2> Needs = {};
  /// It is so by a promise that no condition says.
  bool IsPromised = false;
};

/// Test is a conjunct of the condition under which the loop goes on, in terms
/// of R.Self.
RangeProof proveRange(const Recurrence &R, const map::Term *Test,
                      map::TermContext &Terms);

/// The same for the step from the first value, which no test bounds.
bool canStepOnce(const Recurrence &R, map::TermContext &Terms);

} // namespace racemap::lift

#endif
