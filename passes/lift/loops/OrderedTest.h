// OrderedTest - tests for being different, as orders.
//
// In:  how a variable steps, and a test `x != limit` of its loop.
// Out: a test that is downward closed and holds in the same iterations of every
//      run that is defined. A variable that cannot wrap differs from a limit
//      that it will meet while it is on the near side of it, and for ever from
//      one that it will not meet; if the loop has no other way out, such a run
//      is undefined and need not be described. A variable that may wrap and
//      steps by one meets the limit after as many iterations as the difference
//      says, modulo the width.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LOOPS_ORDEREDTEST_H
#define RACEMAP_PASSES_LIFT_LOOPS_ORDEREDTEST_H

#include "passes/lift/loops/Recurrence.h"

namespace racemap::lift {

/// Test, in which the variable of R is X, or what can stand for it. IsOnlyExit:
/// the loop ends if Test fails, and in no other way.
const map::Term *orderedTest(const map::Term *Test, const map::Term *X,
                             const Recurrence &R, bool IsOnlyExit,
                             map::TermContext &Terms);

/// The number of iterations before the variable of R meets what Test compares
/// it with, if R steps by one; null if Test is no such test.
const map::Term *iterationsBefore(const map::Term *Test, const Recurrence &R,
                                  map::TermContext &Terms);

} // namespace racemap::lift

#endif
