// Transition - one cell of the state machine's table, and where it is.
//
// A transition is looked up by the state of the shadow cell, what the newcomer
// does, how far it is from the last accessor, and how wide a barrier has been
// between the two.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_TRANSITION_H
#define RACEMAP_RUNTIME_FSM_TRANSITION_H

#include "runtime/fsm/Access.h"

namespace racemap::fsm {

/// States are five bits of a shadow cell. State 0 is that of a word that nobody
/// has accessed, so a shadow of zeros is a valid one.
inline constexpr unsigned MaxStates = 32;

/// How a newcomer stands to the last accessor of a word.
struct Meeting {
  Operation Op;
  /// The scope of the smallest group that has both threads.
  Scope Between;
  /// The widest barrier that both have passed since the last access, or Thread
  /// for none. A barrier narrower than Between is not one of both, and counts
  /// as none.
  Scope Since;

  static constexpr unsigned Count = NumOperations * NumScopes * NumScopes;
  constexpr unsigned number() const {
    return (unsigned(Op) * NumScopes + unsigned(Between)) * NumScopes +
           unsigned(Since);
  }
  /// Is the barrier one that both have passed?
  constexpr bool isPossible() const {
    return Since == Scope::Thread || Since >= Between;
  }
  static constexpr Meeting at(unsigned Number) {
    return {Operation(Number / (NumScopes * NumScopes)),
            Scope(Number / NumScopes % NumScopes), Scope(Number % NumScopes)};
  }
};

/// What an access does to a shadow cell, in one byte.
class Transition {
public:
  constexpr Transition() : Bits(0) {}
  constexpr explicit Transition(unsigned char Bits) : Bits(Bits) {}
  constexpr Transition(unsigned Next, bool Races, bool Keeps)
      : Bits(static_cast<unsigned char>(Next | (Races ? RaceBit : 0) |
                                        (Keeps ? KeepBit : 0))) {}

  /// The state afterwards. After a race the cell starts anew.
  constexpr unsigned next() const { return Bits & (MaxStates - 1); }
  /// Does the access race with an earlier one?
  constexpr bool races() const { return (Bits & RaceBit) != 0; }
  /// May the cell stay as it is? Otherwise the newcomer and its clocks have to
  /// go into it, even if the state is the same.
  constexpr bool keeps() const { return (Bits & KeepBit) != 0; }

  constexpr unsigned char bits() const { return Bits; }

private:
  static constexpr unsigned char RaceBit = 0x80;
  static constexpr unsigned char KeepBit = 0x40;
  unsigned char Bits;
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_TRANSITION_H
