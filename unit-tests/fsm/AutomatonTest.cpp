// AutomatonTest - minimisation of automata that can be overlooked.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Automaton.h"
#include "gtest/gtest.h"

namespace racemap::fsm {
namespace {

/// States in a circle, one meeting after the other. That of the last one races
/// if Races is set.
Automaton circle(unsigned States, bool Races) {
  Automaton A;
  A.States.resize(States);
  for (unsigned State = 0; State != States; ++State) {
    bool IsLast = State + 1 == States;
    A.States[State][0] = {(State + 1) % States, IsLast && Races, true};
  }
  return A;
}

TEST(Automaton, WhatNothingTellsApartIsOne) {
  EXPECT_EQ(1u, minimise(circle(4, false)).States.size());
}

TEST(Automaton, WhatALaterMeetingTellsApartIsNot) {
  EXPECT_EQ(4u, minimise(circle(4, true)).States.size());
}

TEST(Automaton, WhatIsNotReachedIsLeftOut) {
  Automaton A = circle(3, true);
  A.States[1][0].Next = 0;
  EXPECT_EQ(1u, minimise(A).States.size());
}

} // namespace
} // namespace racemap::fsm
