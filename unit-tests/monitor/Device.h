// Device - a launch whose threads do what a test says, one event at a time.
//
// In place of the engine: the monitor is told of the launch and its blocks, and
// each access calls what instrumented code calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MONITOR_DEVICE_H
#define RACEMAP_UNITTESTS_MONITOR_DEVICE_H

#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/device/Abi.h"
#include "unit-tests/monitor/Reference.h"

#include <string>

namespace racemap {

class Device {
public:
  /// The kernel is one of those that Modules names. Each block has the threads
  /// that InBlock gives, by their linear index, and SharedWords words of shared
  /// memory.
  Device(const std::string &Kernel, unsigned Blocks, unsigned ClusterSize,
         std::vector<unsigned> InBlock, unsigned SharedWords = 0);
  ~Device();

  const Shape &shape() const { return S; }
  uint64_t shared(unsigned Block) const {
    return uint64_t(Blocks[Block].Shared);
  }

  /// The sites that the monitor says this access races with; ~0u: one that it
  /// does not know. Fails: a compare-and-swap that changes nothing.
  std::vector<unsigned> access(unsigned Thread, uint64_t Address,
                               unsigned Bytes, device::Descriptor D,
                               unsigned Site, bool Fails = false);
  /// What the calling thread does from now on is done by this one.
  void become(unsigned Thread);
  /// All threads of the group of this scope that the thread is in.
  std::vector<unsigned> group(unsigned Thread, fsm::Scope Scope) const;
  void barrier(unsigned Thread, fsm::Scope Scope);
  /// The block ends, and another one begins in its place.
  void beginAnew(unsigned Block);
  /// The barrier of a cluster in two parts.
  void arriveAtCluster(unsigned Thread);
  void waitForCluster(unsigned Thread);
  /// Of some lanes of a warp.
  void warpBarrier(const std::vector<unsigned> &Threads);
  /// Of some threads of a block.
  void namedBarrier(const std::vector<unsigned> &Threads);
  void copy(unsigned Thread, uint64_t To, uint64_t From, unsigned Bytes);
  void commitCopies(unsigned Thread);
  void waitForCopies(unsigned Thread, unsigned Pending);
  void fence(unsigned Thread, fsm::Scope Scope, device::Order Order);

  /// The kernels "plain", "fenced" and "alike" have SitesPerKernel sites each;
  /// what site number I of a kernel does is operation I % fsm::NumOperations,
  /// of 4 bytes in the first half and of 2 in the second; in "alike", all of 4.
  /// "crowded" has SitesBefore sites in front of such ones, more than cells
  /// tell apart.
  /// Returns what the monitor knows the module by.
  static unsigned loadModule();
  static constexpr unsigned SitesPerKernel = 400, SitesBefore = 4100;
  /// Accesses that compiled code would not have told, and of these: how many
  /// have changed their cell.
  static inline unsigned NumInline = 0, NumTaken = 0;

private:
  std::vector<cpu::Thread *> pointers(const std::vector<unsigned> &Threads);

  Shape S;
  cpu::Launch L;
  std::vector<cpu::Block> Blocks;
  std::vector<std::vector<cpu::Thread>> ByBlock;
  std::vector<cpu::Thread *> Threads;
};

} // namespace racemap

#endif // RACEMAP_UNITTESTS_MONITOR_DEVICE_H
