// Clusters - where a block is in its cluster, and where the others are.
//
// How many blocks a cluster has along x, y and z is what a launch says: a
// parameter of the protocol, clusterDim.x and so on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_VALUES_CLUSTERS_H
#define RACEMAP_PASSES_LIFT_VALUES_CLUSTERS_H

#include "passes/map/Protocol.h"

namespace racemap::lift {

/// The value of a special register ("cluster.ctarank", "clusterid.x"), 32 bits;
/// null if it has none.
const map::Term *clusterTerm(map::Protocol &P, llvm::StringRef Name);

/// The slots of a distributed array: blockIdx, 64 bits each.
using BlockSlots = llvm::SmallVector<const map::Term *, 1>;
BlockSlots ownBlock(map::TermContext &Terms);
/// Of the block of the own cluster that has this rank, below the number of its
/// blocks.
BlockSlots blockOfRank(map::Protocol &P, const map::Term *Rank);

} // namespace racemap::lift

#endif
