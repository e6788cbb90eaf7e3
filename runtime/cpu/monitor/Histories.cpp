// Histories - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Histories.h"

namespace racemap::cpu {

using device::CellLayout;

WordHistory *Histories::find(device::Word &Cell, uint64_t Epoch) {
  return lead(std::atomic_ref(Cell).load(std::memory_order_acquire), Epoch);
}

WordHistory *Histories::lead(device::Word Cell, uint64_t Epoch) {
  bool Leads = Cell != device::Poison && CellLayout::isElsewhere(Cell) &&
               CellLayout::place(Cell) >= Epoch;
  return Leads ? &All[CellLayout::number(Cell)] : nullptr;
}

WordHistory *Histories::of(device::Word &Cell, uint64_t Place, uint64_t Epoch) {
  std::atomic_ref<device::Word> Shared(Cell);
  device::Word Old = Shared.load(std::memory_order_acquire);
  std::optional<uint64_t> Number;
  while (true) {
    if (WordHistory *Found = lead(Old, Epoch))
      return Found;
    if (Old == device::Poison)
      return nullptr;
    if (!Number) {
      Number = All.take();
      if (!Number || *Number > CellLayout::MaxNumber)
        return nullptr;
      All[*Number].clear();
    }
    device::Word New = CellLayout::elsewhere(Place, *Number);
    if (Shared.compare_exchange_weak(Old, New, std::memory_order_acq_rel))
      return &All[*Number];
  }
}

} // namespace racemap::cpu
