// Shadow - see the header.
//
// An entry of the table that is given up keeps the tag of no granule, so that
// those behind it are still found.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Shadow.h"

namespace racemap::gpu {

/// Not empty, but no granule's: it has no tag.
static constexpr Word GivenUp = 2;
/// Cells are allocated for this many granules at least, if there is memory.
static constexpr uint64_t SlabGranules = 8;

bool Shadow::begin() {
  constexpr uint64_t Bytes = Granule::NumEntries * sizeof(Word);
  if (!Device.zeros(Table, Bytes))
    return false;
  Copy.assign(Granule::NumEntries, 0);
  note(Bytes);
  return true;
}

static uint64_t aligned(const void *Memory) {
  return (uint64_t(Memory) + Granule::Alignment - 1) &
         ~(Granule::Alignment - 1);
}

/// A GPU's memory is aligned to more; where it is not, there is some in front.
bool Shadow::allocate(uint64_t Number) {
  Slab S{nullptr, Number * Granule::CellBytes + Slack};
  if (!allows(S.Bytes) || !(S.Memory = Device.zeros(S.Bytes)))
    return false;
  uint64_t First = aligned(S.Memory);
  if (Slack == 0 && First != uint64_t(S.Memory)) {
    Slack = Granule::Alignment;
    Device.giveBack(S.Memory);
    return allocate(Number);
  }
  note(S.Bytes);
  Slabs.push_back(S);
  for (uint64_t I = Number; I > 0; --I)
    Free.push_back(First + (I - 1) * Granule::CellBytes);
  return true;
}

/// Cells for so many granules.
bool Shadow::provide(uint64_t Number) {
  if (Free.size() >= Number)
    return true;
  uint64_t New = Number - Free.size();
  return (New < SlabGranules && allocate(SlabGranules)) || allocate(New);
}

bool Shadow::write(unsigned First, unsigned Last) {
  return Device.copy(Table + First, &Copy[First],
                     (Last - First + 1) * sizeof(Word));
}

/// Where in the table it is now.
unsigned Shadow::place(uint64_t Number) {
  uint64_t Address = Number * Granule::Bytes;
  unsigned Index = Granule::index(Address);
  while (Copy[Index] & 1)
    Index = (Index + 1) % Granule::NumEntries;
  Copy[Index] = Granule::entry(Address, Free.back());
  Granules[Number] = {0, Free.back(), Index};
  Free.pop_back();
  return Index;
}

bool Shadow::add(uint64_t Address, uint64_t Bytes) {
  if (Bytes == 0)
    return true;
  uint64_t First = Address / Granule::Bytes;
  uint64_t Last = (Address + Bytes - 1) / Granule::Bytes;
  std::vector<uint64_t> New;
  for (uint64_t G = First; G <= Last; ++G)
    if (!Granules.count(G))
      New.push_back(G);
  if (Granules.size() + New.size() > Granule::NumEntries / 2 ||
      !provide(New.size()))
    return false;
  unsigned Lowest = Granule::NumEntries, Highest = 0;
  for (uint64_t G : New) {
    unsigned Index = place(G);
    Lowest = std::min(Lowest, Index);
    Highest = std::max(Highest, Index);
  }
  for (uint64_t G = First; G <= Last; ++G)
    ++Granules[G].Ranges;
  return New.empty() || write(Lowest, Highest);
}

void Shadow::forget(uint64_t Number) {
  Entry E = Granules[Number];
  Granules.erase(Number);
  Copy[E.Index] = GivenUp;
  write(E.Index, E.Index);
  Free.push_back(E.Cells);
}

void Shadow::remove(uint64_t Address, uint64_t Bytes) {
  if (Bytes == 0)
    return;
  for (uint64_t G = Address / Granule::Bytes;
       G <= (Address + Bytes - 1) / Granule::Bytes; ++G)
    if (--Granules[G].Ranges == 0)
      forget(G);
}

bool Shadow::clear() {
  return std::all_of(Slabs.begin(), Slabs.end(), [&](const Slab &S) {
    return Device.clear(S.Memory, S.Bytes);
  });
}

void Shadow::forget() {
  Table = nullptr;
  Allocated = 0;
  Granules.clear();
  Free.clear();
  Slabs.clear();
}

} // namespace racemap::gpu
