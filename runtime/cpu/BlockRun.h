// BlockRun - runs the threads of one block as fibers on one worker.
//
// run() gives the threads turns until all have ended, or none can go on, or all
// that can only wait for what others do. A warp's lanes run until each of them
// waits or has had its turn; then what needs no lane to be left over is decided
// (Warp::converge), and the next warp has its turn. A thread that leaves goes
// over to the next one by itself, and one that has ended hands its stack to the
// next one that begins; only where there is none, run() goes on. With a seed,
// the thread of the highest priority runs, whatever its warp (Order).
//
// What threads call (arriving somewhere, giving way) runs on the thread's stack
// and comes back when it goes on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_BLOCKRUN_H
#define RACEMAP_RUNTIME_CPU_BLOCKRUN_H

#include "runtime/cpu/Barriers.h"
#include "runtime/cpu/Cluster.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/Stacks.h"
#include "runtime/cpu/WaitingPlaces.h"
#include "runtime/cpu/Warp.h"

#include <memory>
#include <optional>
#include <vector>

namespace racemap::cpu {

class GridRun;
class Worker;

class BlockRun {
public:
  enum class Outcome {
    Finished,
    /// All threads that can run wait for others or, with a seed, another block
    /// is to have its turn.
    Spinning,
    Outside, ///< all threads wait for other blocks
    Stuck    ///< no thread can go on
  };

  BlockRun(GridRun &G, Worker &W);
  BlockRun(const BlockRun &) = delete;

  /// Starts with this block of the grid, its shared memory in this slot.
  void begin(uint64_t Index, unsigned Slot, std::shared_ptr<Cluster> In);
  Outcome run();
  void end();

  /// What all threads wait for outside of the block has come.
  void release();

  // In a thread.
  /// How many came, and (in the upper half) how many with a predicate.
  uint64_t arrive(Context &C, BarrierArrival A);
  /// Takes part in C.Request.
  void join(Context &C);
  /// Waits for the lanes of the warp that come to the same access. MayWait: it
  /// may be one of a loop that only waits.
  void keepStep(Context &C, bool MayWait);
  enum class Group { None, Cluster, Grid };
  /// Waits until all threads of the group have come.
  void waitOutside(Context &C, Group For);
  void arriveAtCluster(Context &C);
  void waitForCluster(Context &C);
  /// Where another block of the cluster has what this one has at P; null if
  /// there is no such block.
  char *mapShared(char *P, uint32_t Rank) const;
  /// Whose shared memory in the cluster has P; nothing if no block's has.
  std::optional<uint32_t> rankOfShared(const char *P) const;
  void giveWay(Context &C);
  [[noreturn]] void endThread(Context &C);

  /// What the first code on a stack has to do: where it came from.
  void entered(void *From, void *Who);
  /// The running thread has ended, and its code returned: true if another one
  /// runs on this stack now, from its beginning.
  bool handsOver();

  /// Runs what is to run on the fiber of C.
  void runThreads(Context &C);
  /// For the frames of the block's threads, until it ends; null if there is no
  /// memory.
  char *frames(size_t Bytes);
  /// Is this in one of them?
  bool isInFrames(const char *P, size_t Bytes) const;
  /// Is it not known whose code runs, as one fiber runs several threads?
  bool isAnyThread() const;
  /// So many blocks, from TheBlock on along x, run as one.
  unsigned numJoined() const { return NumJoined; }

  void describeWaiting(std::vector<WaitingThread> &Out);
  /// Where its threads wait for other blocks.
  void addOutside(WaitingPlaces &To) const;
  /// Also those of its cluster's other blocks that wait for this one.
  void describeCluster(std::vector<WaitingThread> &Out);

  Block TheBlock;
  unsigned Slot = 0;
  /// What the block waits for if it is Outside, and which turn of it.
  Group WaitsFor = Group::None;
  uint64_t Turn = 0;
  GridRun &grid() { return G; }
  bool isOutside() const { return NumOutside && NumOutside == NumAlive; }
  /// In the last run() a thread did something other than wait.
  bool HasProgressed = false;
  /// Turns of threads at the end of the last run() that did nothing else.
  unsigned numIdleTurns() const { return IdleTurns; }

private:
  enum class Left { Ended, Waits, Yields };

  bool goesOn(Context &C);
  void place(uint64_t Index, unsigned Joined);
  void makeThreads();
  void beginThreads();
  Context *next();
  bool nextWarp();
  void converge(unsigned InWarp);
  Context *nextByPriority();
  Context *firstOf(unsigned InWarp);
  void setPriority(Context &C, uint64_t To);
  void resume(Context &C);
  bool prepare(Context &C);
  void setOut(Context &C);
  bool start(Context &C);
  void useStack(Context &C, Stack *S);
  void ended(Context &C);
  bool changes(Context &C, bool Idle);
  Context *following(Context &C, Left Why);
  void switchTo(Context &From, Stack &Of, Context *Next, bool IsOver = false);
  void leave(Context &C, Left Why);
  /// Waits for what somebody else does.
  void rest(Context &C);
  void finish(const BarrierDone &Done);
  void checkMask(const Context &C);
  void checkPlaces(const BarrierDone &Done);
  WaitingThread describe(unsigned Thread) const;
  void wake(unsigned Thread);
  void announceOutside();
  void tellWarpBarrier(unsigned InWarp, uint32_t Lanes);

  GridRun &G;
  Worker &W;
  BlockContext Common;
  std::shared_ptr<Cluster> InCluster;
  unsigned NumThreads = 0, NumAlive = 0, NumOutside = 0;
  std::unique_ptr<Thread[]> Threads;
  std::unique_ptr<Context[]> Contexts;
  std::unique_ptr<WarpRequest *[]> Requests;
  std::vector<Warp> Warps;
  /// With a seed, of each warp: its first lane, as long as these can run.
  struct First {
    uint32_t Ready = 0;
    Context *Lane = nullptr;
  };
  std::vector<First> Firsts;
  Barriers TheBarriers;
  unsigned CurrentWarp = 0;
  unsigned NumJoined = 1;
  /// Whose turn is next, if the thread before it could not switch to it.
  Context *Then = nullptr;
  /// Turns since a thread did something other than wait.
  unsigned IdleTurns = 0;
  /// Another block is to have the next turn.
  bool GivesWay = false;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_BLOCKRUN_H
