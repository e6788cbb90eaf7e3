// Worker - one operating system thread that runs blocks of a launch.
//
// It takes a block and runs it to its end; only when the threads of all blocks
// that it has wait for what others do, it takes another one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_WORKER_H
#define RACEMAP_RUNTIME_CPU_WORKER_H

#include "runtime/cpu/Frames.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Stacks.h"

#include <chrono>

namespace racemap::cpu {

class Worker {
public:
  Worker(unsigned Number, unsigned NumWorkers);

  /// Runs blocks of G until none is left.
  void run(GridRun &G);

  const unsigned Number;
  Stacks TheStacks;
  Frames TheFrames;
  Order Sequence;
  /// Where run() goes on when a thread leaves.
  void *Scheduler = nullptr;
  [[no_unique_address]] FiberNotes Notes;

private:
  using Clock = std::chrono::steady_clock;

  bool wantsBlock();
  bool startCluster(GridRun &G);
  void startBlock(GridRun &G, uint64_t Index,
                  const std::shared_ptr<Cluster> &In);
  bool turn(GridRun &G);
  bool isReleased(GridRun &G, const BlockRun &B) const;
  void setIdle(GridRun &G, bool Now);
  bool isForever(GridRun &G);
  void waitForTurn(GridRun &G);
  void idle(GridRun &G);
  void finish(GridRun &G, size_t Place);
  void giveUp(GridRun &G);

  std::vector<std::unique_ptr<BlockRun>> Resident, Spare;
  std::vector<unsigned> FreeSlots;
  size_t At = 0;
  /// How many blocks it has if there are enough.
  size_t NumMixed = 1;
  /// Turns of blocks in a row in which nothing happened.
  size_t Waited = 0;
  bool IsIdle = false;
  /// Since when nothing has happened on any worker.
  uint64_t SeenProgress = 0, IdleTurns = 0;
  /// Turns of blocks since then.
  size_t Looks = 0;
  Clock::time_point IdleSince;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_WORKER_H
