// SharedSlots - which block has its shared memory in which slot of the arena.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_SHAREDSLOTS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_SHAREDSLOTS_H

#include "runtime/cpu/Arena.h"

#include <array>
#include <atomic>

namespace racemap::cpu {

class SharedSlots {
public:
  /// The block of this rank has its shared memory at Begin from now on.
  void take(const char *Begin, uint64_t Rank) {
    Owners[number(uint64_t(Begin))] = Rank + 1;
  }
  void leave(const char *Begin) { Owners[number(uint64_t(Begin))] = 0; }

  /// The rank of the block whose slot has the address; nothing for a slot that
  /// is no block's.
  std::optional<uint64_t> owner(uint64_t Address) const {
    uint64_t Owner = Owners[number(Address)];
    return Owner == 0 ? std::nullopt : std::optional<uint64_t>(Owner - 1);
  }
  /// Where in its slot an address is.
  static uint64_t offset(uint64_t Address) {
    return Address % Arena::SlotBytes;
  }

  /// Which slot it is in.
  static uint64_t number(uint64_t Address) {
    return (Address - uint64_t(Arena::get().slot(0))) / Arena::SlotBytes;
  }

private:
  std::array<std::atomic<uint64_t>, Arena::NumSlots> Owners{};
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_SHAREDSLOTS_H
