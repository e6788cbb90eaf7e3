// InFlight - asynchronous accesses that go on while their thread does.
//
// Such an access happens at any time from where it stands to the wait for its
// group. So it is in the interval where it stands, as any other, and in that of
// each barrier that its thread passes before the wait. And it is in parallel
// with what its own thread does until then.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_INFLIGHT_H
#define RACEMAP_PASSES_INTERVALS_INFLIGHT_H

#include "passes/intervals/Intervals.h"

namespace racemap::intervals {

/// Adds to the intervals, all of relation R, what is in flight where they
/// begin.
void addInFlight(const Ground &G, Relation R, const Convergence &IsConvergent,
                 std::vector<Interval> &All);

/// One interval for each asynchronous access: it and what its thread comes to
/// before it is over.
std::vector<Interval> besideOwnAccesses(const Ground &G,
                                        const Convergence &IsConvergent);

/// Where a thread ends before the access is over.
std::vector<State> endsBefore(const Ground &G, const map::Access *A);

} // namespace racemap::intervals

#endif
