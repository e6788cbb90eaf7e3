// Witnesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Witnesses.h"

#include <utility>

namespace racemap::cpu {

/// Holds an entry against other workers, for the few instructions that it
/// takes.
class Witnesses::Locked {
public:
  explicit Locked(Entry &E) : E(E) {
    while (E.Busy.test_and_set(std::memory_order_acquire))
      ;
  }
  ~Locked() { E.Busy.clear(std::memory_order_release); }

private:
  Entry &E;
};

void Witnesses::keep(uint64_t Address, device::Word Cell, fsm::Scope Between,
                     bool IsWrite) {
  Entry &E = entry(Address);
  Locked Guard(E);
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
  Locked Guard(E);
  return isOf(E, Address) ? std::exchange(E.Kept, {}) : Cells{};
}

void Witnesses::split(uint64_t Address) {
  Cells OfWord = take(Address);
  for (unsigned Byte = 0; Byte < 4; ++Byte) {
    Entry &E = entry(Address + Byte);
    Locked Guard(E);
    E.Address = Address + Byte;
    E.Generation = Generation;
    E.Kept = OfWord;
  }
}

} // namespace racemap::cpu
