// Histories - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Histories.h"

namespace racemap::cpu {

using device::CellLayout;
using device::Word;
using fsm::Operation;

/// What is behind the place in a cell (CellLayout::number): the number of a
/// history, or this bit, the thread, and the number of a note.
static constexpr unsigned NoteBits = 24;
static constexpr Word IsNote = Word(1) << (NoteBits + CellLayout::ThreadBits);
static_assert(IsNote <= CellLayout::MaxNumber);

/// Does the cell lead to something of the present epoch?
static bool leads(Word Cell, uint64_t Epoch) {
  return Cell != device::Poison && CellLayout::isElsewhere(Cell) &&
         CellLayout::place(Cell) >= Epoch;
}

static bool isNote(Word Cell) {
  return (CellLayout::number(Cell) & IsNote) != 0;
}

WordHistory *Histories::find(Word &Cell, uint64_t Epoch) {
  return lead(std::atomic_ref(Cell).load(std::memory_order_acquire), Epoch);
}

WordHistory *Histories::lead(Word Cell, uint64_t Epoch) {
  bool IsHistory = leads(Cell, Epoch) && !isNote(Cell);
  return IsHistory ? &All[CellLayout::number(Cell)] : nullptr;
}

Touch Histories::noted(Word Cell) {
  Word Number = CellLayout::number(Cell) & ~IsNote;
  Touch T = Notes[Number & ((1U << NoteBits) - 1)];
  T.When.Thread = unsigned(Number >> NoteBits);
  return T;
}

std::optional<uint64_t> Histories::make(const Touch &Now) {
  std::optional<uint64_t> Number = Notes.take();
  if (!Number || *Number >> NoteBits)
    return std::nullopt;
  Notes[*Number] = Now;
  return Number;
}

/// May Now be noted in the place of Last?
static bool follows(const Touch &Now, const Touch &Last, bool IsOfBlock) {
  bool IsOwn = between(Last.When, Now.When) == fsm::Scope::Thread;
  bool IsBehindBarrier = Last.When.Rank == Now.When.Rank &&
                         Last.When.BlockClock < Now.When.BlockClock;
  if (!IsOwn && !IsBehindBarrier)
    return false;
  // Whoever is after the write may not be after the read; unless all are, who
  // may come.
  bool IsNarrower = Last.Op == Operation::Write && Now.Op == Operation::Read;
  return !IsNarrower || (IsBehindBarrier && IsOfBlock);
}

bool Histories::note(Word &Cell, uint64_t Place, uint64_t Epoch, bool IsOfBlock,
                     const Touch &Now, RecentNotes &Recent) {
  std::atomic_ref<Word> Shared(Cell);
  Word Old = Shared.load(std::memory_order_acquire);
  Touch OfAnyone = Now;
  OfAnyone.When.Thread = 0;
  while (Old != device::Poison) {
    if (leads(Old, Epoch)) {
      if (!isNote(Old))
        return false;
      Touch Last = noted(Old);
      if (Last.When == Now.When && Last.Op == Operation::Write &&
          Now.Op == Operation::Read)
        return true;
      if (!follows(Now, Last, IsOfBlock))
        return false;
    }
    auto Number = Recent.number(OfAnyone, [&] { return make(OfAnyone); });
    if (!Number)
      return false;
    Word New = CellLayout::elsewhere(
        Place, IsNote | Word(Now.When.Thread) << NoteBits | *Number);
    if (Old == New ||
        Shared.compare_exchange_weak(Old, New, std::memory_order_acq_rel))
      return true;
  }
  return false;
}

/// A new history, with what the cell has noted.
std::optional<uint64_t> Histories::begin(Word Old, uint64_t Epoch) {
  std::optional<uint64_t> Number = All.take();
  if (!Number || *Number >= IsNote)
    return std::nullopt;
  All[*Number].clear();
  if (leads(Old, Epoch))
    All[*Number].begin(noted(Old));
  return Number;
}

WordHistory *Histories::of(Word &Cell, uint64_t Place, uint64_t Epoch) {
  std::atomic_ref<Word> Shared(Cell);
  Word Old = Shared.load(std::memory_order_acquire);
  while (true) {
    if (WordHistory *Found = lead(Old, Epoch))
      return Found;
    if (Old == device::Poison)
      return nullptr;
    std::optional<uint64_t> Number = begin(Old, Epoch);
    if (!Number)
      return nullptr;
    Word New = CellLayout::elsewhere(Place, *Number);
    if (Shared.compare_exchange_strong(Old, New, std::memory_order_acq_rel))
      return &All[*Number];
  }
}

} // namespace racemap::cpu
