// Cluster - blocks that run at the same time, on one worker, and have a
// barrier.
//
// Arriving and waiting are two steps, as in PTX: a thread may do something in
// between. The barrier is done when all threads of the cluster that have not
// exited have arrived.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_CLUSTER_H
#define RACEMAP_RUNTIME_CPU_CLUSTER_H

#include <cstdint>
#include <vector>

namespace racemap::cpu {

class BlockRun;

class Cluster {
public:
  explicit Cluster(uint64_t NumThreads) : Alive(NumThreads) {}

  void add(BlockRun *Member) { Members.push_back(Member); }
  BlockRun *member(uint32_t Rank) const {
    return Rank < Members.size() ? Members[Rank] : nullptr;
  }

  /// Which turn of the barrier this arrival is for.
  uint64_t arrive();
  bool isDone(uint64_t OfTurn) const { return Turn > OfTurn; }
  void exited();

private:
  void check();

  uint64_t Alive, Arrived = 0, Turn = 0;
  std::vector<BlockRun *> Members; ///< by their rank
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_CLUSTER_H
