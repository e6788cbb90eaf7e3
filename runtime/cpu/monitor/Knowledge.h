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

#include <cstdint>
#include <memory>
#include <vector>

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
  bool includes(const Event &E) const;
  void join(const Knowledge &Other);
  /// All that the event's thread did up to now, and all that its block and
  /// cluster did before their last barriers.
  void addUpTo(const Event &E);
  /// All that a thread did before its clock was Clock.
  void addThread(uint64_t Rank, unsigned Thread, uint32_t Clock);

private:
  /// By key, ascending: the first clock that is not known.
  using Clocks = std::vector<std::pair<uint64_t, uint32_t>>;
  static uint64_t key(uint64_t Rank, unsigned Thread) {
    return Rank << 10 | Thread;
  }
  static void raise(Clocks &C, uint64_t Key, uint32_t Clock);
  static bool isKnown(const Clocks &C, uint64_t Key, uint32_t Clock);
  static void merge(Clocks &Into, const Clocks &From);

  Clocks Threads, Blocks, Clusters;
};

/// Never changed once it is shared. Null: nothing is known.
using SharedKnowledge = std::shared_ptr<const Knowledge>;

/// What either knows.
SharedKnowledge joined(const SharedKnowledge &A, const SharedKnowledge &B);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_KNOWLEDGE_H
