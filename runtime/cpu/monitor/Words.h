// Words - the state machine applied to the words of an access.
//
// Whole words are one cell each. A word that is accessed in parts gets a cell
// for each of its bytes, which begin as the word's cell was; whole accesses go
// to all four from then on. A cell is loaded first and swapped only if the
// machine says that something changes; who loses the swap starts again. Shared
// memory is its worker's own, so that there a plain store does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H

#include "runtime/cpu/monitor/Pool.h"
#include "runtime/cpu/monitor/Witnesses.h"
#include "runtime/device/Step.h"

namespace racemap::cpu {

/// What RACEMAP_OPTIONS=stats=1 prints; only then are all accesses counted.
/// Counted by one worker at a time.
struct Counts {
  uint64_t Accesses = 0, Words = 0;
  /// Of cells: loads, and compare-and-swaps (in shared memory stores), with
  /// those that somebody else was faster than.
  uint64_t Loads = 0, Swaps = 0, LostSwaps = 0;

  Counts &operator+=(const Counts &O) {
    Accesses += O.Accesses;
    Words += O.Words;
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
  /// The cell that the access leaves, in any state.
  device::Word Now = 0;
  fsm::Operation Op = fsm::Operation::Read;
  /// In shared memory of the thread's cluster.
  bool IsShared = false;
  uint64_t Bytes = 4;
  /// How many bytes an access at a site has, by what a cell says of it; 0 if
  /// that is not known.
  unsigned (*BytesAt)(unsigned SiteInCell) = nullptr;

  /// The widest group that may access the memory.
  fsm::Scope reach() const {
    if (!IsShared)
      return fsm::Scope::Grid;
    return Around.ClusterSize > 1 ? fsm::Scope::Cluster : fsm::Scope::Block;
  }
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
  Outcome visit(device::Word &TheCell, uint64_t Address, unsigned Mask,
                const Visit &V, RacyWord &Found, Counts &C) {
    device::Word Old = Cell(TheCell).load(std::memory_order_acquire);
    Outcome O = Outcome::Silent;
    if (Mask == WholeWord && device::CellLayout::isState(Old) &&
        visitCell(TheCell, Old, Address, V, Found, O, C)) {
      ++C.Loads;
      return O;
    }
    return visitAny(TheCell, Address, Mask, V, Found, C);
  }
  /// Before a launch.
  void forget();

  static constexpr unsigned WholeWord = 0xf;

private:
  using Cell = std::atomic_ref<device::Word>;
  /// Is the last access atomic, as V is, but for different bytes?
  static bool isMixed(device::Word Old, const Visit &V);
  static bool change(device::Word &Cell, device::Word Old, device::Word New,
                     const Visit &V, Counts &C);
  struct Bytes {
    device::Word Cells[4] = {};
  };
  /// Visits a cell that said Old. False if somebody else was faster.
  bool visitCell(device::Word &Cell, device::Word Old, uint64_t Address,
                 const Visit &V, RacyWord &Found, Outcome &O, Counts &C);
  void overtaken(device::Word Old, uint64_t Address, const Visit &V,
                 const device::Step &S, RacyWord &Found);
  Outcome visitAny(device::Word &Cell, uint64_t Address, unsigned Mask,
                   const Visit &V, RacyWord &Found, Counts &C);
  Outcome visitBytes(uint64_t Number, uint64_t Address, unsigned Mask,
                     const Visit &V, RacyWord &Found, Counts &C);
  bool split(device::Word &Cell, device::Word Old, uint64_t Address,
             const Visit &V, Outcome &O, Counts &C);

  Pool<Bytes> Parts;
  Witnesses Earlier;
};

inline bool Words::change(device::Word &TheCell, device::Word Old,
                          device::Word New, const Visit &V, Counts &C) {
  ++C.Swaps;
  if (V.IsShared) {
    Cell(TheCell).store(New, std::memory_order_relaxed);
    return true;
  }
  if (Cell(TheCell).compare_exchange_strong(Old, New,
                                            std::memory_order_acq_rel))
    return true;
  ++C.LostSwaps;
  return false;
}

inline bool Words::visitCell(device::Word &TheCell, device::Word Old,
                             uint64_t Address, const Visit &V, RacyWord &Found,
                             Outcome &O, Counts &C) {
  device::Step S = isAtomic(V.Op) && isMixed(Old, V)
                       ? device::mixedStep(Old, V.Around, V.Now, V.Op)
                       : device::step(Old, V.Around, V.Now, V.Op);
  bool Races = S.What.races();
  O = Races ? Outcome::Races : Outcome::Silent;
  if (S.What.keeps() && !Races)
    return true;
  device::Word New = device::CellLayout::withState(V.Now, S.What.next());
  if (!change(TheCell, Old, New, V, C))
    return false;
  if (Races || (S.How.Between != fsm::Scope::Thread && S.How.Since < V.reach()))
    overtaken(Old, Address, V, S, Found);
  return true;
}

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H
