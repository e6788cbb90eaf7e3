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
#include "runtime/device/Agreement.h"
#include "runtime/device/Step.h"

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
  /// Which accesses compiled code need not tell; none if all are counted or
  /// recorded.
  device::Agreement Inline;

  LaunchState() = default;
  LaunchState(const Launch &L, unsigned FirstSite, unsigned NumSites,
              uint64_t FirstPlace);

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
  /// The part of a cell that has the site.
  device::Word site(unsigned Site) const {
    bool IsOwn = Site >= FirstSite && Site - FirstSite < NumSites;
    return Layout.site(IsOwn ? Site - FirstSite + 1 : 0);
  }
  /// After every barrier of T.
  void stamp(Thread &T, uint64_t Rank) const;
  unsigned siteOf(const device::Accessor &A) const {
    return A.Site == 0 ? ~0u : FirstSite + A.Site - 1;
  }
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHSTATE_H
