// Findings - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Findings.h"
#include "runtime/device/Abi.h"

namespace racemap::gpu {

static constexpr unsigned WarpSize = 32;

static host::Coordinates coordinates(const unsigned (&D)[3]) {
  return {D[0], D[1], D[2]};
}

static unsigned count(const unsigned (&D)[3]) { return D[0] * D[1] * D[2]; }

FindingOf::FindingOf(const Record &R, const Kernel &Of, unsigned UnitSite,
                     const host::ModuleInfos &Modules,
                     const Allocations &Memory)
    : R(R), Of(Of), Modules(Modules), Allocated(Memory),
      Around{{Of.Info->NumSites, count(R.Cluster) > 1},
             R.How & Record::Shared ? 0 : R.Epoch,
             count(R.Cluster)},
      UnitSite(UnitSite), Site(UnitSite + R.Site) {
  findOther();
}

void FindingOf::findOther() {
  using device::CellLayout;
  fsm::Operation Op = device::Descriptor::of(R.How).Op;
  fsm::Meeting M = Around.meeting(R.Cell, R.Now, Op);
  if (CellLayout::state(R.Cell) == 0 ||
      CellLayout::place(R.Cell) < Around.Epoch ||
      M.Since != fsm::Scope::Thread || M.Between == fsm::Scope::Thread)
    return;
  Other = Around.Layout.unpack(R.Cell);
  unsigned Number = UnitSite + R.FirstSite + Other.Site - 1;
  const host::Site *Its = Other.Site ? Modules.site(Number) : nullptr;
  if (Its && !fsm::conflict(Its->Op, Op, M.Between))
    return;
  HasOther = true;
  OtherSite = Its ? Number : ~0u;
  Between = M.Between;
}

/// Of a block in the grid. Places in shared memory are those in the cluster.
uint64_t FindingOf::rank(uint64_t Place) const {
  if (!isShared())
    return Place - R.Epoch;
  uint64_t Size = Around.ClusterSize;
  return R.Rank / Size * Size + Place;
}

static host::Coordinates at(uint64_t Linear, const host::Coordinates &In) {
  return {unsigned(Linear % In[0]), unsigned(Linear / In[0] % In[1]),
          unsigned(Linear / In[0] / In[1])};
}

host::ThreadPlace FindingOf::place(const device::Accessor &A) const {
  host::Coordinates C = coordinates(R.Cluster), G = coordinates(R.Grid);
  unsigned Size = Around.ClusterSize;
  uint64_t Rank = rank(A.Place);
  host::Coordinates Cluster =
      at(Rank / Size, {G[0] / C[0], G[1] / C[1], G[2] / C[2]});
  host::Coordinates Inside = at(Rank % Size, C);
  host::Coordinates Block;
  for (unsigned I = 0; I < 3; ++I)
    Block[I] = Cluster[I] * C[I] + Inside[I];
  return {Block, at(A.Thread, coordinates(R.Block)), A.Thread / WarpSize,
          A.Thread % WarpSize};
}

host::Log::Identity FindingOf::identity() const {
  return {host::Finding::Kind::DataRace, Site, OtherSite, Of.Mangled,
          /*IsOneSided=*/!HasOther};
}

host::Memory FindingOf::memory() const {
  if (!isShared())
    return Allocated.describe(R.Address, R.Launch);
  host::Memory M;
  M.Address = R.Address;
  M.IsShared = true;
  const host::Site *Its = Modules.site(Site);
  M.Description = Its && !Its->Variable.empty()
                      ? "the shared variable '" + Its->Variable + "'"
                      : "shared memory";
  return M;
}

host::Finding FindingOf::finding() const {
  host::Finding F;
  F.Who.resize(2);
  F.Who[0].Thread = place(Around.Layout.unpack(R.Now));
  F.Who[0].Site = Site;
  if (HasOther)
    F.Who[1].Thread = place(Other);
  if (OtherSite != ~0u)
    F.Who[1].Site = OtherSite;
  F.IsBenign = isBenign();
  F.Where = memory();
  F.Launch = {
      R.Launch, Of.Info->Name, coordinates(R.Grid), coordinates(R.Block), {}};
  F.Between = Between;
  return F;
}

} // namespace racemap::gpu
