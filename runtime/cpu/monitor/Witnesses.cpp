// Witnesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Witnesses.h"

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
  if (E.Address != Address || E.Generation != Generation) {
    E.Address = Address;
    E.Generation = Generation;
    E.Cells.fill(0);
  }
  // No cell is taken over by its own thread, so that place is the write's.
  E.Cells[IsWrite ? 0 : unsigned(Between)] = Cell;
}

std::array<device::Word, Witnesses::PerWord> Witnesses::of(uint64_t Address) {
  Entry &E = entry(Address);
  Locked Guard(E);
  if (E.Address != Address || E.Generation != Generation)
    return {};
  return E.Cells;
}

} // namespace racemap::cpu
