// Knowledge - which accesses of other threads come before what a thread does
// next, as far as fences, flags, locks and barriers of some threads say so.
//
// Vector clocks, as small as the hierarchy allows: of a thread, all accesses
// before a value of its clock; of a block or a cluster, all accesses before a
// number of its barriers. What is not in it is not known.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_KNOWLEDGE_H
#define RACEMAP_RUNTIME_CPU_MONITOR_KNOWLEDGE_H

#include "runtime/cpu/monitor/ClockTree.h"

#include <memory>

namespace racemap::cpu {

/// Who accessed, and when: barriers that the thread had passed, and its clock,
/// which goes on with everything that may order it before others. A cluster's
/// barrier has two parts: what a thread does before it arrives is before what
/// others do when they have waited.
struct Event {
  uint64_t Rank = 0; ///< of the block
  uint64_t Cluster = 0;
  unsigned Thread = 0; ///< in the block
  uint32_t GridClock = 0, ClusterClock = 0, BlockClock = 0, Clock = 0;
  uint32_t ClusterArrivals = 0;

  bool operator==(const Event &) const = default;
};

class Knowledge {
public:
  void join(const Knowledge &Other);
  /// All that the event's thread did up to now, what the lanes of its warp did
  /// before these clocks, and all that its block and cluster did before their
  /// last barriers.
  void addUpTo(const Event &E, const ClockTree::Group &Lanes);
  /// Has it not changed since it was a copy of Other?
  bool is(const Knowledge &Other) const {
    return Threads.is(Other.Threads) && Blocks.is(Other.Blocks) &&
           Clusters.is(Other.Clusters);
  }

  /// The first clocks that are not known: of the lanes of a thread's warp, of
  /// its block, and of its cluster.
  ClockTree::GroupIn ofWarp(const Event &E) const {
    return Threads.group(key(E));
  }
  uint32_t ofBlock(const Event &E) const { return Blocks.clock(E.Rank); }
  uint32_t ofCluster(const Event &E) const { return Clusters.clock(E.Cluster); }

private:
  static uint64_t key(const Event &E) { return E.Rank << 10 | E.Thread; }

  /// Of threads by key, which has those of a warp in one group; of blocks and
  /// clusters by rank.
  ClockTree Threads, Blocks, Clusters;
};

/// Never changed once it is shared. Null: nothing is known.
using SharedKnowledge = std::shared_ptr<const Knowledge>;

/// To knows what More knows, too. It stays the same object if it did before.
void join(SharedKnowledge &To, const SharedKnowledge &More);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_KNOWLEDGE_H
