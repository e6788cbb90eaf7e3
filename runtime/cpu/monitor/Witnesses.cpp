// Witnesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Witnesses.h"
#include "runtime/cpu/Pages.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/monitor/SharedSlots.h"

#include <mutex>
#include <utility>

namespace racemap::cpu {

/// Each byte of a slot has an entry: a word that of its first one.
static constexpr size_t EntriesOfSlot = Arena::SlotBytes;

void Witnesses::forgetShared(const char *Begin) {
  ++Slots[SharedSlots::number(uint64_t(Begin))].Generation;
}

/// Null if it is no shared memory, or there is no memory for its entries. Words
/// that follow each other do so here.
Witnesses::Entry *Witnesses::inShared(uint64_t Address) {
  if (!Arena::get().isShared(reinterpret_cast<const void *>(Address)))
    return nullptr;
  Slot &S = Slots[SharedSlots::number(Address)];
  if (!S.Entries)
    S.Entries = reinterpret_cast<Entry *>(
        pages::reserve(EntriesOfSlot * sizeof(Entry), alignof(Entry)));
  if (!S.Entries)
    return nullptr;
  uint64_t Offset = SharedSlots::offset(Address);
  Entry &E = S.Entries[Offset / 4 + Offset % 4 * (EntriesOfSlot / 4)];
  if (std::exchange(E.Generation, S.Generation) != S.Generation)
    E.Kept = {};
  return &E;
}

/// The word's entry, whoever had it, is changed.
template <typename Function>
void Witnesses::change(uint64_t Address, Function Do) {
  Section In;
  if (Entry *E = inShared(Address))
    return Do(E->Kept);
  GlobalEntry &E = inGlobal(Address);
  std::lock_guard Guard(E.Busy);
  if (!isOf(E, Address)) {
    E.Address = Address;
    E.Generation = Generation;
    E.Kept.fill(0);
  }
  Do(E.Kept);
}

void Witnesses::keep(uint64_t Address, device::Word Cell, fsm::Scope Between,
                     bool IsWrite) {
  // No cell is taken over by its own thread, so that place is the write's.
  unsigned Place = IsWrite ? 0 : unsigned(Between);
  change(Address, [=](Cells &Kept) { Kept[Place] = Cell; });
}

Witnesses::Cells Witnesses::take(uint64_t Address) {
  if (Entry *E = inShared(Address))
    return std::exchange(E->Kept, {});
  GlobalEntry &E = inGlobal(Address);
  std::lock_guard Guard(E.Busy);
  return isOf(E, Address) ? std::exchange(E.Kept, {}) : Cells{};
}

void Witnesses::split(uint64_t Address) {
  Cells OfWord = take(Address);
  for (unsigned Byte = 0; Byte < 4; ++Byte)
    change(Address + Byte, [=](Cells &Kept) { Kept = OfWord; });
}

} // namespace racemap::cpu
