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

/// Who comes to a cell, as far as the state machine is concerned.
struct Newcomer {
  device::Surroundings Around;
  /// The cell that the access leaves, in any state.
  device::Word Now = 0;
  fsm::Operation Op = fsm::Operation::Read;
  /// In shared memory of the thread's cluster.
  bool IsShared = false;

  /// The widest group that may access the memory.
  fsm::Scope reach() const {
    if (!IsShared)
      return fsm::Scope::Grid;
    return Around.ClusterSize > 1 ? fsm::Scope::Cluster : fsm::Scope::Block;
  }
  /// Is the cell of the present epoch, so that what it says counts?
  bool isFresh(device::Word Cell) const {
    return device::CellLayout::place(Cell) >= Around.Epoch &&
           device::CellLayout::state(Cell) != 0;
  }
};

/// One access, with what is asked about those that a cell cannot decide.
struct Visit : Newcomer {
  /// The rank in the grid of the block that has the place Around.Epoch.
  uint64_t FirstRank = 0;
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

  /// Visits a word all of whose bytes are accessed, if that is done with the
  /// cell: it says what the word's state is, and the access does not race. An
  /// atomic one is for the bytes that all atomic ones are for. Otherwise false,
  /// and nothing has happened.
  [[gnu::always_inline]] bool visitQuietly(device::Word &TheCell,
                                           uint64_t Address, const Newcomer &N);
  /// Visits the bytes of Mask (bit 0: the lowest) of one word. On a race, Found
  /// says where.
  Outcome visit(device::Word &TheCell, uint64_t Address, unsigned Mask,
                const Visit &V, RacyWord &Found, Counts &C);
  /// Before a launch.
  void forget();
  /// Before a block whose shared memory begins there.
  void forgetShared(const char *Begin) { Earlier.forgetShared(Begin); }

  static constexpr unsigned WholeWord = 0xf;

private:
  using Cell = std::atomic_ref<device::Word>;
  /// Is the last access atomic, as V is, but for different bytes?
  static bool isMixed(device::Word Old, const Visit &V);
  static bool change(device::Word &Cell, device::Word Old, device::Word New,
                     bool IsShared);
  [[gnu::always_inline]] bool takeOver(device::Word &Cell, device::Word Old,
                                       uint64_t Address, const Newcomer &N,
                                       const device::Step &S);
  struct Bytes {
    device::Word Cells[4] = {};
  };
  /// Visits a cell that said Old. False if somebody else was faster.
  bool visitCell(device::Word &Cell, device::Word Old, uint64_t Address,
                 const Visit &V, RacyWord &Found, Outcome &O, Counts &C);
  Outcome visitBytes(uint64_t Number, uint64_t Address, unsigned Mask,
                     const Visit &V, RacyWord &Found, Counts &C);
  bool split(device::Word &Cell, device::Word Old, uint64_t Address,
             const Visit &V, Outcome &O, Counts &C);

  Pool<Bytes> Parts;
  Witnesses Earlier;
};

/// False if somebody else was faster.
inline bool Words::change(device::Word &TheCell, device::Word Old,
                          device::Word New, bool IsShared) {
  if (!IsShared)
    return Cell(TheCell).compare_exchange_strong(Old, New,
                                                 std::memory_order_acq_rel);
  Cell(TheCell).store(New, std::memory_order_relaxed);
  return true;
}

/// The newcomer is the one whom the cell names from now on; what it said of
/// another thread before is kept aside, unless a barrier of all who may come
/// was after that. False if somebody else was faster.
inline bool Words::takeOver(device::Word &TheCell, device::Word Old,
                            uint64_t Address, const Newcomer &N,
                            const device::Step &S) {
  device::Word New = device::CellLayout::withState(N.Now, S.What.next());
  if (!change(TheCell, Old, New, N.IsShared))
    return false;
  if (!S.What.races() && S.How.Between != fsm::Scope::Thread &&
      S.How.Since < N.reach() && N.isFresh(Old))
    Earlier.keep(Address, Old, S.How.Between,
                 device::CellLayout::state(Old) == fsm::Written);
  return true;
}

inline bool Words::visitQuietly(device::Word &TheCell, uint64_t Address,
                                const Newcomer &N) {
  while (true) {
    device::Word Old = Cell(TheCell).load(std::memory_order_relaxed);
    if (!device::CellLayout::isState(Old) && N.isFresh(Old))
      return false;
    device::Step S = device::step(Old, N.Around, N.Now, N.Op);
    if (S.What.races())
      return false;
    if (S.What.keeps() || takeOver(TheCell, Old, Address, N, S))
      return true;
  }
}

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_WORDS_H
