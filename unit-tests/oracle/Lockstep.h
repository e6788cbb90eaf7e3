// Lockstep - the order of two accesses of one warp whose threads advance
// together.
//
// A warp executes a statement for all its threads before it goes on to the
// next, and an iteration before the next. Where threads part, the two sides are
// not ordered until the warp is together again: behind the statement, if no
// thread can leave it for elsewhere. One statement is not ordered with itself.
// Whether threads have parted before a statement that can be left, or in an
// earlier iteration, is told only if the one takes a side that always leaves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_LOCKSTEP_H
#define RACEMAP_UNITTESTS_ORACLE_LOCKSTEP_H

#include "Run.h"

namespace racemap::oracle {

/// InDoubt: what to answer if it cannot be told.
bool areInOrder(const map::Protocol &P, const Event &A, const Event &B,
                bool InDoubt);

} // namespace racemap::oracle

#endif
