// Witnesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Witnesses.h"
#include "runtime/cpu/Section.h"

#include <mutex>
#include <utility>

namespace racemap::cpu {

void Witnesses::keep(uint64_t Address, device::Word Cell, fsm::Scope Between,
                     bool IsWrite) {
  Section In;
  Entry &E = entry(Address);
  std::lock_guard Guard(E.Busy);
  if (!isOf(E, Address)) {
    E.Address = Address;
    E.Generation = Generation;
    E.Kept.fill(0);
  }
  // No cell is taken over by its own thread, so that place is the write's.
  E.Kept[IsWrite ? 0 : unsigned(Between)] = Cell;
}

Witnesses::Cells Witnesses::take(uint64_t Address) {
  Entry &E = entry(Address);
  std::lock_guard Guard(E.Busy);
  return isOf(E, Address) ? std::exchange(E.Kept, {}) : Cells{};
}

void Witnesses::split(uint64_t Address) {
  Cells OfWord = take(Address);
  for (unsigned Byte = 0; Byte < 4; ++Byte) {
    Entry &E = entry(Address + Byte);
    std::lock_guard Guard(E.Busy);
    E.Address = Address + Byte;
    E.Generation = Generation;
    E.Kept = OfWord;
  }
}

} // namespace racemap::cpu
