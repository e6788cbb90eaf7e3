// Words - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Words.h"

namespace racemap::cpu {

using device::CellLayout;
using device::Word;

/// Is the cell of the present epoch, so that what it says counts?
static bool isFresh(Word Cell, const Visit &V) {
  return CellLayout::place(Cell) >= V.Around.Epoch &&
         CellLayout::state(Cell) != 0;
}

/// Did another thread leave the cell? Then what it says is lost with it.
static bool isOthers(Word Cell, const Visit &V, fsm::Scope &Between) {
  if (!isFresh(Cell, V))
    return false;
  Between = V.Around.between(V.Around.Layout.unpack(Cell), V.Now);
  return Between != fsm::Scope::Thread;
}

/// Are both atomic, but for different bytes?
static bool isMixed(Word Old, const Visit &V) {
  if (!isAtomic(V.Op) || !isFresh(Old, V) ||
      !fsm::isAtomicState(CellLayout::state(Old)))
    return false;
  unsigned Site = V.Around.Layout.unpack(Old).Site;
  if (Site == V.Now.Site)
    return false;
  unsigned Bytes = V.BytesAt(Site);
  return Bytes != 0 && Bytes != V.Bytes;
}

/// Visits a cell that said Old. False if somebody else was faster.
bool Words::visitCell(Word &TheCell, Word Old, uint64_t Address, const Visit &V,
                      RacyWord &Found, Outcome &O, Counts &C) {
  device::Step S = isMixed(Old, V)
                       ? device::mixedStep(Old, V.Around, V.Now, V.Op)
                       : device::step(Old, V.Around, V.Now, V.Op);
  O = S.Races ? Outcome::Races : Outcome::Silent;
  if (S.Keeps && !S.Races)
    return true;
  ++C.Swaps;
  if (!Cell(TheCell).compare_exchange_strong(Old, S.Next,
                                             std::memory_order_relaxed)) {
    ++C.LostSwaps;
    return false;
  }
  fsm::Scope Between;
  if (S.Races)
    Found = {Address, Old, Earlier.take(Address)};
  else if (isOthers(Old, V, Between))
    Earlier.keep(Address, Old, Between, CellLayout::state(Old) == fsm::Written);
  return true;
}

/// Gives the word a cell for each byte. False if somebody else was faster.
bool Words::split(Word &TheCell, Word Old, uint64_t Address, const Visit &V,
                  Outcome &O) {
  std::optional<uint64_t> Number = Parts.take();
  if (!Number || *Number > CellLayout::MaxNumber) {
    O = Outcome::Full;
    return true;
  }
  for (Word &Byte : Parts[*Number].Cells)
    Byte = isFresh(Old, V) ? Old : 0;
  Earlier.split(Address);
  Word New = CellLayout::elsewhere(V.Now.Place, *Number);
  return Cell(TheCell).compare_exchange_strong(Old, New,
                                               std::memory_order_acq_rel);
}

Words::Outcome Words::visitBytes(uint64_t Number, uint64_t Address,
                                 unsigned Mask, const Visit &V, RacyWord &Found,
                                 Counts &C) {
  Outcome Worst = Outcome::Silent;
  for (unsigned I = 0; I < 4; ++I) {
    if (!(Mask >> I & 1))
      continue;
    Word &Byte = Parts[Number].Cells[I];
    Outcome O = Outcome::Silent;
    RacyWord Here;
    do
      ++C.Loads;
    while (!visitCell(Byte, Cell(Byte).load(std::memory_order_relaxed),
                      Address + I, V, Here, O, C));
    if (O == Outcome::Races && Worst != O) {
      Worst = O;
      Found = Here;
    }
  }
  return Worst;
}

Words::Outcome Words::visit(Word &TheCell, uint64_t Address, unsigned Mask,
                            const Visit &V, RacyWord &Found, Counts &C) {
  Outcome O = Outcome::Silent;
  while (true) {
    ++C.Loads;
    Word Old = Cell(TheCell).load(std::memory_order_acquire);
    if (Old == device::Poison)
      return Outcome::Poisoned;
    if (CellLayout::isElsewhere(Old) && isFresh(Old, V))
      return visitBytes(CellLayout::number(Old), Address, Mask, V, Found, C);
    if (Mask != WholeWord) {
      if (split(TheCell, Old, Address, V, O) && O == Outcome::Full)
        return O;
    } else if (visitCell(TheCell, Old, Address, V, Found, O, C)) {
      return O;
    }
  }
}

void Words::forget() {
  Parts.giveAllBack();
  Earlier.forgetAll();
}

} // namespace racemap::cpu
