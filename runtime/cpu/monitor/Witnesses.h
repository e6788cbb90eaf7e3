// Witnesses - who was at a word before the one whom its cell names.
//
// A cell knows the last accessor only. The race of a newcomer may be with an
// earlier one: T0 reads, T1 reads, T1 writes. So when another thread takes a
// cell over, what it said before is kept here: the last write, and for each
// scope the last accessor at that distance from its successor. A cell that is
// kept has all that is needed to see whether it is the other party: who, when,
// and at which site.
//
// Shared memory has an entry for each word. Blocks that run at the same time
// have their words at the same offsets in their slots, so each slot has a table
// of its own, in pages that are touched; a slot is one worker's, so nothing is
// locked.
//
// Other memory has a table of fixed size in which words push each other out: a
// launch that races says so on many words, and the report is about one of them.
// Who is not found is not named.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_WITNESSES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_WITNESSES_H

#include "runtime/cpu/Arena.h"
#include "runtime/cpu/monitor/SpinLock.h"
#include "runtime/device/Cell.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace racemap::cpu {

class Witnesses {
public:
  static constexpr unsigned PerWord = fsm::NumScopes;

  Witnesses() : Entries(NumEntries), Slots(Arena::NumSlots) {}

  /// Cell is what the word's cell said; a newcomer at the distance Between
  /// takes it over. IsWrite: it said that the word was written.
  void keep(uint64_t Address, device::Word Cell, fsm::Scope Between,
            bool IsWrite);
  using Cells = std::array<device::Word, PerWord>;
  /// The cells kept for the word, 0 for none. After a race, which it is asked
  /// for, the word starts anew.
  Cells take(uint64_t Address);
  /// The word's bytes have cells of their own from now on.
  void split(uint64_t Address);
  /// Before a launch, whose cells are divided in its own way.
  void forgetAll() { ++Generation; }
  /// Before a block whose shared memory begins there.
  void forgetShared(const char *Begin);

private:
  static constexpr unsigned NumEntries = 1 << 16;
  /// What is kept for a word, or for a byte that has its own cell.
  struct Entry {
    uint64_t Generation = 0;
    Cells Kept{};
  };
  struct alignas(64) GlobalEntry : Entry {
    SpinLock Busy;
    uint64_t Address = 0;
  };
  struct Slot {
    Entry *Entries = nullptr; ///< null: nothing was kept so far
    uint64_t Generation = 0;  ///< another one for each block
  };

  template <typename Function> void change(uint64_t Address, Function Do);
  Entry *inShared(uint64_t Address);
  GlobalEntry &inGlobal(uint64_t Address) {
    // Words that follow each other do so here; bytes of a word do not meet, nor
    // words whose distance is a power of two.
    uint64_t Word = Address / 4, Window = Word / NumEntries;
    return Entries[(Word + Window * PerWindow +
                    Address % 4 * (NumEntries / 4)) %
                   NumEntries];
  }
  /// So far apart are words at the same place of two windows. An odd number.
  static constexpr uint64_t PerWindow = 40503;
  bool isOf(const GlobalEntry &E, uint64_t Address) const {
    return E.Address == Address && E.Generation == Generation;
  }

  std::vector<GlobalEntry> Entries;
  std::vector<Slot> Slots;
  std::atomic<uint64_t> Generation = 1;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WITNESSES_H
