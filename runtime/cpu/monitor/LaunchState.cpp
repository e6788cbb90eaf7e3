// LaunchState - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/LaunchState.h"

namespace racemap::cpu {

LaunchState::LaunchState(const Launch &L, unsigned FirstSite, unsigned NumSites,
                         uint64_t FirstPlace, device::ClockBits Bits)
    : L(&L), FirstSite(FirstSite), NumSites(NumSites), FirstPlace(FirstPlace),
      Layout(NumSites, L.Cluster.count() > 1, Bits),
      ClusterSize(unsigned(L.Cluster.count())), NumBlocks(L.Grid.count()) {}

static Dim3 divided(const Dim3 &A, const Dim3 &B) {
  return {A.X / B.X, A.Y / B.Y, A.Z / B.Z};
}

static uint64_t linear(const Dim3 &At, const Dim3 &In) {
  return (uint64_t(At.Z) * In.Y + At.Y) * In.X + At.X;
}

uint64_t LaunchState::rank(const Dim3 &BlockIdx) const {
  const Dim3 &C = L->Cluster;
  uint64_t Cluster = linear(divided(BlockIdx, C), divided(L->Grid, C));
  Dim3 Inside{BlockIdx.X % C.X, BlockIdx.Y % C.Y, BlockIdx.Z % C.Z};
  return Cluster * ClusterSize + linear(Inside, C);
}

Dim3 LaunchState::blockAt(uint64_t Rank) const {
  const Dim3 &C = L->Cluster;
  Dim3 Cluster = divided(L->Grid, C).at(Rank / ClusterSize);
  Dim3 Inside = C.at(Rank % ClusterSize);
  return {Cluster.X * C.X + Inside.X, Cluster.Y * C.Y + Inside.Y,
          Cluster.Z * C.Z + Inside.Z};
}

device::Accessor LaunchState::accessor(const Thread &T, uint64_t Rank,
                                       bool Shared) const {
  device::Accessor A;
  A.Place =
      Shared ? Rank % ClusterSize : FirstPlace + T.GridClock * NumBlocks + Rank;
  A.Thread = T.Index;
  A.Cluster = T.ClusterClock;
  A.Block = T.BlockClock;
  A.Warp = T.WarpClock;
  return A;
}

void LaunchState::nameSites(std::vector<device::Word> &All) {
  for (unsigned I = 0; I < NumSites; ++I)
    All[FirstSite + I] = Layout.site(I + 1);
  Sites = All;
}

static constexpr Stamps None{device::BlindStamp, device::BlindStamp,
                             ~device::Word(0), nullptr};

void LaunchState::moved(Thread &T, uint64_t Rank) const {
  if (StampsLate)
    T.Leaves = None;
  else
    stamp(T, Rank);
}

void LaunchState::stamp(Thread &T, uint64_t Rank) const {
  constexpr unsigned State = device::CellLayout::state(device::StampState);
  device::Accessor Now = accessor(T, Rank, /*Shared=*/false);
  T.Leaves = None;
  if (!T.IsMonitored || Now.Place > device::CellLayout::MaxPlace)
    return;
  device::Word Global = Layout.pack(State, Now);
  // Histories have longer clocks.
  if (!OrdersOtherwise && shared().isBlind(Global))
    return;
  T.Leaves.InGlobal = Global;
  T.Leaves.Epoch = device::CellLayout::ageOf(global(T.GridClock).Epoch);
  Now.Place = Rank % ClusterSize;
  T.Leaves.InShared = Layout.pack(State, Now);
  if (IsQuiet && ClusterSize == 1)
    T.Leaves.Sites = Sites.data();
}

} // namespace racemap::cpu
