// Words - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Words.h"

namespace racemap::cpu {

using device::CellLayout;
using device::Word;

bool Words::isMixed(Word Old, const Visit &V) {
  if (!V.isFresh(Old) || !fsm::isAtomicState(CellLayout::state(Old)))
    return false;
  const CellLayout &L = V.Around.Layout;
  unsigned Site = L.unpack(Old).Site;
  if (Site == L.unpack(V.Now).Site)
    return false;
  unsigned Bytes = V.BytesAt(Site);
  return Bytes != 0 && Bytes != V.Bytes;
}

bool Words::visitCell(Word &TheCell, Word Old, uint64_t Address, const Visit &V,
                      RacyWord &Found, Outcome &O, Counts &C) {
  device::Step S = isAtomic(V.Op) && isMixed(Old, V)
                       ? device::mixedStep(Old, V.Around, V.Now, V.Op)
                       : device::step(Old, V.Around, V.Now, V.Op);
  O = S.What.races() ? Outcome::Races : Outcome::Silent;
  if (S.What.keeps() && !S.What.races())
    return true;
  ++C.Swaps;
  if (!takeOver(TheCell, Old, Address, V, S)) {
    ++C.LostSwaps;
    return false;
  }
  if (S.What.races())
    Found = {Address, Old, Earlier.take(Address)};
  return true;
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
    Byte = V.isFresh(Old) ? Old : 0;
  Earlier.split(Address);
  ++C.Swaps;
  Word New = CellLayout::elsewhere(CellLayout::place(V.Now), *Number);
  if (change(TheCell, Old, New, V.IsShared))
    return true;
  ++C.LostSwaps;
  return false;
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
    if (CellLayout::isElsewhere(Old) && V.isFresh(Old))
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
