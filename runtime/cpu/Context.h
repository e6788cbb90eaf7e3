// Context - a thread of a kernel as compiled code sees it.
//
// Every thread of a block has one for as long as the block runs; while a thread
// runs, its worker's Current points to it. Compiled code finds Current at a
// fixed distance from the thread pointer (lower/Contexts.cpp) and may keep
// what it has read: a thread stays on its worker.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_CONTEXT_H
#define RACEMAP_RUNTIME_CPU_CONTEXT_H

#include "runtime/cpu/Thread.h"
#include "runtime/cpu/WarpRequest.h"

#include <atomic>

namespace racemap::cpu {

class BlockRun;
struct Stack;

/// Bytes at the end of a block's shared memory that are not the program's, but
/// cooperative groups'. They are zero when the block begins.
inline constexpr size_t ReservedShared = 1024;

/// What is the same for all threads of a block. Compiled code reads the part
/// up to Run.
struct BlockContext {
  char *Shared = nullptr;
  Dim3 BlockIdx, BlockDim, GridDim;
  Dim3 ClusterIdx, ClusterDim, IndexInCluster, NumClusters;
  uint32_t RankInCluster = 0, ClusterSize = 1;
  uint32_t StaticShared = 0, DynamicShared = 0;
  uint64_t LaunchNumber = 0;
  /// Where cooperative groups keep the grid's barrier; null if the launch is
  /// not cooperative.
  char *GridWorkspace = nullptr;
  uint32_t Worker = 0;
  /// Threads along x of the block or, if several beside each other run as one,
  /// of all of these; the first is BlockIdx.
  uint32_t RowLength = 1;
  /// Why the launch has failed, which others may find out at any time; 0: it
  /// has not.
  const std::atomic<int> *Error = nullptr;
  BlockRun *Run = nullptr;
};

struct Context {
  BlockContext *InBlock = nullptr;
  Dim3 ThreadIdx;
  /// Linear in the block. Of threads that run one after the other there is one
  /// context, which is the first one's but for ThreadIdx.
  uint32_t Index = 0;
  /// What is left until the thread has to let others run. Loops, atomic and
  /// volatile accesses and fences use it up.
  int32_t Budget = 0;
  /// Set by what a loop that only waits does not do.
  uint32_t HasProgressed = 0;
  Thread *T = nullptr;

  // Compiled code does not know what follows.
  /// Where the thread goes on; null if it has not started.
  void *Where = nullptr;
  Stack *OnStack = nullptr;
  WarpRequest Request;
  /// Waiting at this barrier of the block; -1 if it does not.
  int Barrier = -1;
  /// How many came to the barrier, and how many of them with a predicate that
  /// was true.
  uint32_t BarrierCame = 0, BarrierTrue = 0;
  /// The turn of the cluster's barrier that the thread arrived for.
  uint64_t ClusterTurn = 0;
  /// With a seed: of those that can run, the one with the highest does.
  uint64_t Priority = 0;
  /// Waiting for other blocks.
  bool IsOutside = false;
  /// The place in the source of what it waits for; null if unknown.
  const char *Place = nullptr;
  /// So many sections of the runtime's own work (Section) have begun.
  unsigned Sections = 0;

  unsigned lane() const { return Index % WarpSize; }
  unsigned warp() const { return Index / WarpSize; }
};

/// The thread that this worker runs; null outside of kernels.
extern constinit thread_local Context *Current;

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_CONTEXT_H
