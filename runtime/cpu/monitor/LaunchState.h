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
  /// See host::KernelInfo.
  bool OrdersOtherwise = false;

  LaunchState() = default;
  LaunchState(const Launch &L, unsigned FirstSite, unsigned NumSites,
              uint64_t FirstPlace);

  uint64_t numBlocks() const { return L->Grid.count(); }
  /// Counts the blocks of a grid, those of a cluster one after the other.
  uint64_t rank(const Dim3 &BlockIdx) const;
  Dim3 blockAt(uint64_t Rank) const;

  /// As global memory sees a launch after so many grid barriers.
  device::Surroundings global(unsigned GridClock) const {
    return {Layout, FirstPlace + GridClock * numBlocks(), ClusterSize};
  }
  /// As the shared memory of a cluster sees it.
  device::Surroundings shared() const { return {Layout, 0, ClusterSize}; }

  /// What a cell keeps of an access by T, whose block has this rank.
  device::Accessor accessor(const Thread &T, uint64_t Rank, unsigned Site,
                            bool Shared) const;
  unsigned siteOf(const device::Accessor &A) const {
    return A.Site == 0 ? ~0u : FirstSite + A.Site - 1;
  }
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_LAUNCHSTATE_H
