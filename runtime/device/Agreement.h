// Agreement - whether an access leaves a cell as it is, by one comparison.
//
// In:  a cell of the present epoch, the newcomer's stamp (his cell, in no state
//      and of no site), and what he does.
// Out: true only if the state machine keeps the cell. It does so if the two are
//      in one group, have passed no barrier of it, and the state is one that
//      nobody of the group changes: so for each operation and state, there are
//      bits in which cell and stamp have to agree.
// False says nothing: then step() decides. So it does for cells that stand for
// more than a word's state, and for atomic accesses if those of the launch are
// not all of the same bytes: then what they are for each other depends on that.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_AGREEMENT_H
#define RACEMAP_RUNTIME_DEVICE_AGREEMENT_H

#include "runtime/device/Cell.h"

namespace racemap::device {

/// The state of a stamp, which no cell has but Poison.
inline constexpr Word StampState = CellLayout::StateMask;
/// Of a thread whose clocks are at their end: no cell agrees with it.
inline constexpr Word BlindStamp = StampState | CellLayout::PlaceMask;

namespace detail {

/// How far apart the last accessor and the newcomer may be.
enum class Apart : unsigned char { Never, Thread, Warp, Block, Grid };

/// Does the machine keep the cell, whoever of a group comes, while no barrier
/// wider than Since has been?
constexpr bool keeps(unsigned State, fsm::Operation Op, fsm::Scope Within,
                     fsm::Scope Since) {
  for (unsigned I = 0; I < fsm::Meeting::Count; ++I) {
    fsm::Meeting M = fsm::Meeting::at(I);
    if (M.Op != Op || M.Between > Within || M.Since > Since || !M.isPossible())
      continue;
    fsm::Transition T = fsm::transition(State, M);
    if (!T.keeps() || T.races())
      return false;
  }
  return true;
}

constexpr Apart furthest(unsigned State, fsm::Operation Op) {
  using fsm::Scope;
  if (State >= fsm::NumStates)
    return Apart::Never;
  if (keeps(State, Op, Scope::Grid, Scope::Cluster))
    return Apart::Grid;
  if (keeps(State, Op, Scope::Block, Scope::Warp))
    return Apart::Block;
  if (keeps(State, Op, Scope::Warp, Scope::Thread))
    return Apart::Warp;
  return keeps(State, Op, Scope::Thread, Scope::Thread) ? Apart::Thread
                                                        : Apart::Never;
}

struct Furthest {
  Apart Of[fsm::NumOperations][fsm::MaxStates] = {};
  constexpr Furthest() {
    for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
      for (unsigned State = 0; State < fsm::MaxStates; ++State)
        Of[Op][State] = furthest(State, fsm::Operation(Op));
  }
};
inline constexpr Furthest TheFurthest;

} // namespace detail

class Agreement {
public:
  /// Nothing is kept.
  constexpr Agreement() {
    for (auto &OfStates : Bits)
      for (Word &B : OfStates)
        B = ~Word(0);
  }
  /// Atomic accesses of the launch are all of the bytes of one word, or they
  /// are left out.
  constexpr Agreement(const CellLayout &L, bool WithAtomics) : Agreement() {
    for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
      if (WithAtomics || !isAtomic(fsm::Operation(Op)))
        for (unsigned State = 0; State < fsm::MaxStates; ++State)
          Bits[Op][State] = bits(L, detail::TheFurthest.Of[Op][State]);
  }

  constexpr bool keeps(Word Cell, Word Stamp, fsm::Operation Op) const {
    return ((Cell ^ Stamp) & Bits[unsigned(Op)][CellLayout::state(Cell)]) == 0;
  }

  Word Bits[fsm::NumOperations][fsm::MaxStates] = {};

private:
  static constexpr Word bits(const CellLayout &L, detail::Apart Most) {
    Word OfBlock = CellLayout::PlaceMask | L.clusterClock() | L.blockClock();
    Word OfWarp = OfBlock | CellLayout::WarpOfThreadMask | L.warpClock();
    switch (Most) {
    case detail::Apart::Never:
      return ~Word(0);
    case detail::Apart::Thread:
      return OfWarp | CellLayout::ThreadMask;
    case detail::Apart::Warp:
      return OfWarp;
    case detail::Apart::Block:
      return OfBlock;
    case detail::Apart::Grid:
      return 0;
    }
    return ~Word(0);
  }
};

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_AGREEMENT_H
