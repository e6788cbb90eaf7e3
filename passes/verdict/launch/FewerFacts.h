// FewerFacts - a launch of which less is known.
//
// In:  a launch context.
// Out: one that allows this launch and others: a proof for it is a proof for
//      the launch.
//
// The conditions that relate its values are left out, and its sizes along x.
// What is assumed of sizes that are not given must hold in the launch. So the
// sizes along y and z stay, and those along x are only left out where all that
// would be assumed of them is so, or is assumed of the launch as well.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_FEWERFACTS_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_FEWERFACTS_H

#include "passes/map/Protocol.h"

namespace racemap::verdict {

/// Nothing if there is nothing to leave out.
std::optional<map::LaunchContext> withFewerFacts(const map::LaunchContext &C);

/// Without what nobody can ask a launch itself: conditions that mention values
/// of the host, or that no term says.
map::LaunchContext withSeenFacts(const map::LaunchContext &C);

/// Do they say the same of the launch, wherever it stands?
bool sayTheSame(const map::LaunchContext &A, const map::LaunchContext &B);

/// Of what a proof with fewer facts than C assumes: what is not assumed of C
/// and is settled by its sizes is left out.
std::vector<std::string> assumedOf(const map::LaunchContext &C,
                                   llvm::ArrayRef<std::string> OfC,
                                   llvm::ArrayRef<std::string> OfProof);

} // namespace racemap::verdict

#endif
