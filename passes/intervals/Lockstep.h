// Lockstep - which accesses of one warp may happen in parallel if its threads
// advance together (warp-sync=lockstep, GPUs before Volta).
//
// In:  a protocol, which barriers are convergent, and which loops all threads
//      of a warp leave together.
// Out: intervals for the relation SameWarp, without regard to barriers.
// The statement decides, not the barrier before it. Two threads of a warp that
// are at different statements are in the order of these, in the order of the
// iterations around them first, but for:
// * one access that both execute in the same iterations;
// * the two sides of a condition at which they part. A side that leaves goes on
//   beside all that it leaves out;
// * iterations of a loop that they do not leave together, in any of them;
// * conditionals that are one jump in the source: `p || q` makes several ways
//   to one place, and the warp need not be together before its end;
// * accesses that are one instruction.
// The last three are approximations: hardware may order them. So is what comes
// after a barrier that is not convergent: it may never be reached.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_LOCKSTEP_H
#define RACEMAP_PASSES_INTERVALS_LOCKSTEP_H

#include "passes/intervals/Intervals.h"

namespace racemap::intervals {

std::vector<Interval>
lockstepIntervals(const Ground &G, const Convergence &IsConvergent,
                  llvm::function_ref<bool(const map::Loop *)> IsLeftTogether);

} // namespace racemap::intervals

#endif
