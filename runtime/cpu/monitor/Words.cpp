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

/// Did another thread leave the cell? Then what it says is lost with it. It is
/// of no use to anyone if a barrier of all who may come was after it.
static bool isOthers(Word Cell, const Visit &V, fsm::Meeting How) {
  return How.Between != fsm::Scope::Thread && How.Since < V.reach() &&
         isFresh(Cell, V);
}

bool Words::isMixed(Word Old, const Visit &V) {
  if (!isFresh(Old, V) || !fsm::isAtomicState(CellLayout::state(Old)))
    return false;
  const CellLayout &L = V.Around.Layout;
  unsigned Site = L.unpack(Old).Site;
  if (Site == L.unpack(V.Now).Site)
    return false;
  unsigned Bytes = V.BytesAt(Site);
  return Bytes != 0 && Bytes != V.Bytes;
}

/// Somebody has changed a cell that said Old.
void Words::overtaken(Word Old, uint64_t Address, const Visit &V,
                      const device::Step &S, RacyWord &Found) {
  if (S.What.races())
    Found = {Address, Old, Earlier.take(Address)};
  else if (isOthers(Old, V, S.How))
    Earlier.keep(Address, Old, S.How.Between,
                 CellLayout::state(Old) == fsm::Written);
}

/// Gives the word a cell for each byte. False if somebody else was faster.
bool Words::split(Word &TheCell, Word Old, uint64_t Address, const Visit &V,
                  Outcome &O, Counts &C) {
  std::optional<uint64_t> Number = Parts.take();
  if (!Number || *Number > CellLayout::MaxNumber) {
    O = Outcome::Full;
    return true;
  }
  for (Word &Byte : Parts[*Number].Cells)
    Byte = isFresh(Old, V) ? Old : 0;
  Earlier.split(Address);
  return change(TheCell, Old,
                CellLayout::elsewhere(CellLayout::place(V.Now), *Number), V, C);
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

Words::Outcome Words::visitAny(Word &TheCell, uint64_t Address, unsigned Mask,
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
      if (split(TheCell, Old, Address, V, O, C) && O == Outcome::Full)
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
