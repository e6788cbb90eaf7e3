// GridRun - one launch: its blocks, handed out to the workers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_GRIDRUN_H
#define RACEMAP_RUNTIME_CPU_GRIDRUN_H

#include "runtime/cpu/Batches.h"
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/DeadlockDetection.h"
#include "runtime/cpu/DeviceLaunches.h"
#include "runtime/cpu/Order.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace racemap::cpu {

/// The compiled kernel: runs the current thread with these arguments or, if it
/// needs no fibers (CompiledKernel), Count threads of the block from First on.
using KernelEntry = void (*)(void **Arguments, uint32_t First, uint32_t Count);

/// Among whom the threads of a launch are divided.
struct Division {
  unsigned NumWorkers = 1;
  /// One, or all of a block: those run one after the other.
  unsigned ThreadsPerFiber = 1;
  /// Then: is it known which one runs?
  bool KnowsThreads = false;
  /// Then: do blocks beside each other run as one?
  bool JoinsBlocks = false;
};

class GridRun {
public:
  GridRun(Launch &L, KernelEntry Entry, void **Arguments,
          std::optional<uint64_t> Seed, const Division &D);

  /// The worker's next clusters, if any is left: one, or blocks of a row that
  /// run as one.
  Batch takeClusters(unsigned Worker, uint64_t Most);
  /// So many blocks may run as one. As nobody takes any of them over, they have
  /// no more threads than MostThreadsTogether.
  uint64_t mostTogether() const;
  /// A block by its rank in a cluster.
  uint64_t blockOf(uint64_t Cluster, uint64_t Rank) const;

  /// All threads of the block have come to the grid's barrier. When the last
  /// block has, all may go on.
  void arriveAtGrid(BlockRun &B);
  /// The grid's barrier has been done so many times.
  uint64_t gridTurn() const { return Turn.load(std::memory_order_acquire); }
  /// Waits until the grid's barrier is done again or the launch has failed.
  void waitForTurn(uint64_t After);
  void finished(BlockRun &B);

  /// Threads of the block can never go on, nor can who waits for them at the
  /// grid's barrier.
  void stuck(BlockRun &B);
  void fail(int Error);
  const std::atomic<int> &errorFlag() const { return Error; }
  int error() const { return Error.load(std::memory_order_relaxed); }
  /// Of what threads do wrong, the first is told; the launch ends with it.
  bool isFirstToTell() { return !error() && !IsTold.exchange(true); }

  /// What clock64() says: cycles or, with a seed, how often it was asked.
  uint64_t clock();

  unsigned numFibers() const {
    return unsigned(L.BlockDim.count()) / How.ThreadsPerFiber;
  }

  Launch &L;
  const KernelEntry Entry;
  void **const Arguments;
  const Division How;
  Order Sequence;
  /// What its threads have launched, to be run when it is over.
  DeviceLaunches Children;
  DeadlockDetection Deadlocks;

private:
  void checkGrid();
  void checkPlaces();
  void reportStuck(BlockRun *B);

  Batches Clusters;
  Permutation Places; ///< of clusters in the grid, as they are taken
  std::atomic<uint64_t> Turn = 0;
  std::atomic<int> Error = 0;
  std::atomic<bool> IsTold = false;
  uint64_t Asked = 0;
  std::mutex Lock;
  std::condition_variable Changed;
  std::vector<BlockRun *> AtGrid;
  uint64_t NumFinished = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_GRIDRUN_H
