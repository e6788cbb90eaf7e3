// Words - the state machine applied to the words of an access.
//
// Whole words are one cell each. A word that is accessed in parts gets a cell
// for each of its bytes, which begin as the word's cell was; whole accesses go
// to all four from then on. A cell is loaded first and swapped only if the
// machine says that something changes; who loses the swap starts again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H

#include "runtime/cpu/monitor/Pool.h"
#include "runtime/cpu/monitor/Witnesses.h"
#include "runtime/device/Step.h"

namespace racemap::cpu {

/// What `bench/sanitizer` prints. Counted by one worker at a time.
struct Counts {
  uint64_t Accesses = 0, Loads = 0, Swaps = 0, LostSwaps = 0;

  Counts &operator+=(const Counts &O) {
    Accesses += O.Accesses;
    Loads += O.Loads;
    Swaps += O.Swaps;
    LostSwaps += O.LostSwaps;
    return *this;
  }
};

/// One access, as far as cells are concerned.
struct Visit {
  device::Surroundings Around;
  /// The rank in the grid of the block that has the place Around.Epoch.
  uint64_t FirstRank = 0;
  device::Accessor Now;
  fsm::Operation Op = fsm::Operation::Read;
  uint64_t Bytes = 4;
  /// How many bytes an access at a site has, by what a cell says of it; 0 if
  /// that is not known.
  unsigned (*BytesAt)(unsigned SiteInCell) = nullptr;
};

/// An access that races with what Cell says, or with something before it.
struct RacyWord {
  uint64_t Address = 0; ///< of the word, or of the byte
  device::Word Cell = 0;
  /// Who was there before.
  Witnesses::Cells Earlier{};
};

class Words {
public:
  enum class Outcome { Silent, Races, Poisoned, Full };

  /// Visits the bytes of Mask (bit 0: the lowest) of one word. On a race, Found
  /// says where.
  Outcome visit(device::Word &Cell, uint64_t Address, unsigned Mask,
                const Visit &V, RacyWord &Found, Counts &C);
  /// Before a launch.
  void forget();

  static constexpr unsigned WholeWord = 0xf;

private:
  using Cell = std::atomic_ref<device::Word>;
  struct Bytes {
    device::Word Cells[4] = {};
  };
  bool visitCell(device::Word &Cell, device::Word Old, uint64_t Address,
                 const Visit &V, RacyWord &Found, Outcome &O, Counts &C);
  Outcome visitBytes(uint64_t Number, uint64_t Address, unsigned Mask,
                     const Visit &V, RacyWord &Found, Counts &C);
  bool split(device::Word &Cell, device::Word Old, uint64_t Address,
             const Visit &V, Outcome &O);

  Pool<Bytes> Parts;
  Witnesses Earlier;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H
