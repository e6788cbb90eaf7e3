// Thread - a launch on the CPU device, its blocks and their threads.
//
// What the engine (which runs them as fibers), the device functions and the
// monitor (which finds races) know of each other. A block lives on one worker,
// an operating system thread, from its first instruction to its last, so that
// nothing inside of a block is touched by two workers at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_THREAD_H
#define RACEMAP_RUNTIME_CPU_THREAD_H

#include "runtime/cpu/CallPlace.h"
#include "runtime/fsm/Access.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace racemap::cpu {

inline constexpr unsigned WarpSize = 32;
inline constexpr unsigned MostThreadsOfBlock = 1024;

struct Dim3 {
  unsigned X = 1, Y = 1, Z = 1;

  uint64_t count() const { return uint64_t(X) * Y * Z; }
  /// The position of a linear index, x running fastest.
  Dim3 at(uint64_t Linear) const {
    return {unsigned(Linear % X), unsigned(Linear / X % Y),
            unsigned(Linear / X / Y)};
  }
};

/// A __shared__ variable of a kernel; one of dynamic size has 0 bytes.
struct SharedVariable {
  std::string Name; ///< demangled
  size_t Offset = 0, Bytes = 0;
  std::string File = {}; ///< where it is declared; empty if that is not known
  unsigned Line = 0;
};

/// One kernel launch.
struct Launch {
  /// Counts the launches of the process, from 1.
  uint64_t Number = 0;
  std::string Kernel, Mangled; ///< demangled, and as the module has it
  /// What monitor::addModule said of the units that the kernel's module has.
  std::vector<unsigned> Units;
  Dim3 Grid, BlockDim, Cluster;
  /// Bytes of shared memory: what the kernel's variables take and, behind
  /// them, what the launch asked for.
  size_t StaticShared = 0, DynamicShared = 0;
  /// Those variables, by offset.
  std::vector<SharedVariable> SharedVariables;
  bool IsCooperative = false;
  char *GridWorkspace = nullptr; ///< of a cooperative launch
  bool IsLean = false;           ///< the kernel's lean copy runs
  /// What that asks for (__racemap_extents).
  std::vector<unsigned long long> Extents = {};
  /// Where the host launched it, for reports.
  CallPlace HostPlace;
};

/// What the monitor keeps for a thread and for a block; its own business.
struct ThreadHistory;
struct BlockHistory;

/// What shadow cells keep of a thread's accesses, for those that decide inline
/// what becomes of a cell (device::Agreement, device::Succession).
struct Stamps {
  unsigned long long InGlobal = 0, InShared = 0;
  /// Cells whose age (device::CellLayout) is below this are of an earlier one.
  unsigned long long Epoch = 0;
  /// By number of a site: the part of a cell that has it. Null if cells are not
  /// to be changed inline.
  const unsigned long long *Sites = nullptr;
};

struct Block {
  Launch *TheLaunch = nullptr;
  uint64_t Index = 0; ///< linear in the grid
  Dim3 BlockIdx;
  /// This block's shared memory; static variables first. All blocks that run
  /// have theirs in Arena::shared().
  char *Shared = nullptr;
  BlockHistory *History = nullptr;
};

struct Thread {
  Block *TheBlock = nullptr;
  unsigned Index = 0; ///< linear in the block
  Dim3 ThreadIdx;
  /// The stack of the fiber: what is in here is the thread's own.
  const char *StackLow = nullptr, *StackHigh = nullptr;

  /// Barriers that this thread has passed: of its grid and cluster and block,
  /// and warp barriers since the last block barrier. The monitor counts.
  uint32_t GridClock = 0, ClusterClock = 0, BlockClock = 0, WarpClock = 0;
  ThreadHistory *History = nullptr;
  Stamps Leaves = {};
  /// Are its plain accesses looked at?
  bool IsMonitored = true;

  unsigned lane() const { return Index % WarpSize; }
  unsigned warp() const { return Index / WarpSize; }
};

/// The thread whose code runs on this worker; null outside of kernels. Not to
/// be kept in a register across a switch of fibers.
Thread *currentThread();

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_THREAD_H
