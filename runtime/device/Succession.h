// Succession - what an access leaves in a cell, where one look at the cell says
// so.
//
// In:  a cell, the newcomer's stamp (Agreement.h), and what he does.
// Out: the state in which the newcomer takes the cell over, if
//      * nobody has accessed the word in the present epoch; or
//      * the word is in shared memory of the newcomer's block, and a barrier of
//        the block was between: then it is the same for all who may have been
//        there, and none of them is left to race with.
// Otherwise nothing: then step() decides. So it does where the newcomer races,
// or the cell may stay as it is.
//
// Not for launches with clusters: their shared memory is others', too.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_SUCCESSION_H
#define RACEMAP_RUNTIME_DEVICE_SUCCESSION_H

#include "runtime/device/Agreement.h"

namespace racemap::device {

namespace detail {

/// The state after a barrier of the block, whoever of it was there before; 0 if
/// that is not one, or not a new one.
constexpr unsigned afterBarrier(unsigned State, fsm::Operation Op) {
  using fsm::Scope;
  if (State >= fsm::NumStates)
    return 0;
  fsm::Transition First =
      fsm::transition(State, {Op, Scope::Thread, Scope::Block});
  constexpr Scope OfBlock[] = {Scope::Thread, Scope::Warp, Scope::Block};
  for (Scope Between : OfBlock) {
    fsm::Transition T = fsm::transition(State, {Op, Between, Scope::Block});
    if (T.races() || T.keeps() || T.next() != First.next())
      return 0;
  }
  return First.next();
}

struct AfterBarrier {
  unsigned char Of[fsm::NumOperations][fsm::MaxStates] = {};
  constexpr AfterBarrier() {
    for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
      for (unsigned State = 0; State < fsm::MaxStates; ++State)
        Of[Op][State] =
            static_cast<unsigned char>(afterBarrier(State, fsm::Operation(Op)));
  }
};
inline constexpr AfterBarrier TheAfterBarrier;

} // namespace detail

class Succession {
public:
  /// Nobody succeeds anybody.
  constexpr Succession() = default;
  /// Atomic accesses are as Agreement has them.
  constexpr Succession(const CellLayout &L, bool WithAtomics)
      : BlockClock(L.blockClock()) {
    for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
      if (WithAtomics || !isAtomic(fsm::Operation(Op)))
        for (unsigned State = 0; State < fsm::MaxStates; ++State)
          Changes[Op][State] = change(detail::TheAfterBarrier.Of[Op][State]);
  }

  /// The first access of an epoch: what it changes in the stamp.
  static constexpr Word first(fsm::Operation Op) {
    return change(
        fsm::transition(0, {Op, fsm::Scope::Grid, fsm::Scope::Grid}).next());
  }
  /// In shared memory: what the access changes in the stamp, 0 for nothing
  /// known.
  constexpr Word inShared(Word Cell, Word Stamp, fsm::Operation Op) const {
    bool IsBehindBarrier = (Stamp & BlockClock) > (Cell & BlockClock);
    unsigned State = CellLayout::state(Cell);
    return IsBehindBarrier || State == 0 ? Changes[unsigned(Op)][State] : 0;
  }

  /// What is greater in the stamps of a block behind a barrier of it.
  Word BlockClock = 0;
  /// By operation and state; for a barrier between, or state 0.
  Word Changes[fsm::NumOperations][fsm::MaxStates] = {};

private:
  /// From the state of a stamp to this one; 0 for state 0, which none comes to.
  static constexpr Word change(unsigned State) {
    return State == 0 ? 0 : StampState ^ Word(State) << 59;
  }
};

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_SUCCESSION_H
