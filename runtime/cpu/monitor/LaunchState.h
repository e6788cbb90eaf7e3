// LaunchState - what the monitor knows of the launch that runs.
//
// Blocks have serial numbers that run on over all launches of the process, and
// within a launch from one grid barrier to the next (device::Surroundings). The
// blocks of a cluster follow each other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHSTATE_H
#define RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHSTATE_H

#include "runtime/cpu/Thread.h"
#include "runtime/device/Step.h"
#include "runtime/device/Succession.h"
#include "runtime/host/ModuleInfo.h"

#include <span>
#include <vector>

namespace racemap::cpu {

struct LaunchState {
  const Launch *L = nullptr;
  /// Sites of the kernel are [FirstSite, FirstSite + NumSites); cells have the
  /// distance from FirstSite, plus one.
  unsigned FirstSite = 0, NumSites = 0;
  /// The serial number of block 0 before the first grid barrier.
  uint64_t FirstPlace = 1;
  device::CellLayout Layout;
  unsigned ClusterSize = 1;
  uint64_t NumBlocks = 0;
  /// See host::KernelInfo.
  bool OrdersOtherwise = false;
  /// Nobody but the cells has to be told of an access.
  bool IsQuiet = false;
  /// Threads are ordered otherwise, and nobody but histories has to be told of
  /// an access.
  bool HasOnlyHistories = false;
  /// Threads are stamped when they access something, not when they have passed
  /// a barrier: hardly any does, as the kernel is lean.
  bool StampsLate = false;
  /// How many bytes each atomic access of the kernel has; 0 if they differ or
  /// that is not known.
  unsigned AtomicBytes = 0;
  /// Which accesses compiled code need not tell; none if all are counted or
  /// recorded.
  device::Agreement Agrees;
  device::Succession Succeeds;
  /// By number of a site: the part of a cell that has it.
  std::span<const device::Word> Sites;

  LaunchState() = default;
  LaunchState(const Launch &L, unsigned FirstSite, unsigned NumSites,
              uint64_t FirstPlace, device::ClockBits Bits);

  /// Do cells not suffice for the kernel? They name the other party, and tell
  /// atomic accesses of several widths apart, by sites, which have to fit.
  bool needsHistories(const host::KernelInfo &K) const {
    return K.OrdersOtherwise || K.NumSites > Layout.maxSite();
  }
  /// Counts the blocks of a grid, those of a cluster one after the other.
  uint64_t rank(const Dim3 &BlockIdx) const;
  Dim3 blockAt(uint64_t Rank) const;

  /// As global memory sees a launch after so many grid barriers.
  device::Surroundings global(unsigned GridClock) const {
    return {Layout, FirstPlace + GridClock * NumBlocks, ClusterSize};
  }
  /// As the shared memory of a cluster sees it.
  device::Surroundings shared() const { return {Layout, 0, ClusterSize}; }

  /// What a cell keeps of an access by T, whose block has this rank, but for
  /// the site.
  device::Accessor accessor(const Thread &T, uint64_t Rank, bool Shared) const;
  /// The kernel's own sites are distinct; cells do not name others, of which
  /// All has zeros.
  void nameSites(std::vector<device::Word> &All);
  device::Word site(unsigned Site) const {
    return Site < Sites.size() ? Sites[Site] : 0;
  }
  /// After every barrier of T.
  void moved(Thread &T, uint64_t Rank) const;
  void stamp(Thread &T, uint64_t Rank) const;
  unsigned siteOf(const device::Accessor &A) const {
    return A.Site == 0 ? ~0u : FirstSite + A.Site - 1;
  }
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHSTATE_H
