// TableTest - the table says what docs/state-machine.md says of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/Machine.h"
#include "runtime/fsm/model/StateName.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <optional>

namespace racemap::fsm {
namespace {

constexpr Scope None = Scope::Thread;

// The table can be looked up where nothing runs.
static_assert(transition(0, {Operation::Write, Scope::Grid, None}).next() ==
              transition(0, {Operation::Write, Scope::Thread, None}).next());
static_assert(!transition(0, {Operation::Read, Scope::Grid, None}).races());

/// The rule of the documentation, over what the names of states say.
class Rule {
public:
  Rule(StateName Old, Meeting M) : Old(Old), M(M) {}

  /// Nothing if the access races.
  std::optional<StateName> next() const {
    if (Old.TheKind == StateName::Kind::Untouched)
      return first();
    if (M.Between > openTo())
      return std::nullopt; // not ordered after what the last accesses hide
    if (M.Op == Operation::Read)
      return afterRead();
    if (isAtomic(M.Op))
      return afterAtomic();
    return isOrdered() ? std::optional(first()) : std::nullopt;
  }

  /// May the cell stay as it is?
  bool keeps() const {
    return Old.TheKind != StateName::Kind::Untouched && next() == Old &&
           M.Between <= Old.Breadth &&
           M.Since < std::max(Old.Breadth, Scope::Warp);
  }

private:
  /// What the access makes of a word that it is ordered after, as far as the
  /// threads of a group are, or of one that is untouched.
  StateName first() const { return alone(Scope::Grid); }
  StateName alone(Scope Open) const {
    if (isAtomic(M.Op))
      Open = std::min(Open, atomicScope(M.Op));
    if (M.Op == Operation::Write || Open == Scope::Thread)
      return {StateName::Kind::Written, Scope::Thread, Scope::Thread};
    return {kind(), Open, Scope::Thread};
  }
  StateName::Kind kind() const {
    return isAtomic(M.Op) ? StateName::Kind::Atomic : StateName::Kind::Read;
  }

  /// Is the access ordered after the last accesses?
  bool isOrdered() const {
    bool IsAlone = Old.Breadth == Scope::Thread && M.Between == Scope::Thread;
    return IsAlone ||
           (M.Since != None && M.Since >= Old.Breadth && M.Since >= M.Between);
  }
  Scope openTo() const {
    return isOrdered() ? std::max(Old.Guard, M.Since) : Old.Guard;
  }

  std::optional<StateName> afterRead() const {
    if (Old.TheKind == StateName::Kind::Read)
      return isOrdered() ? alone(openTo()) : joined(Old.Guard);
    return isOrdered() ? std::optional(alone(M.Since)) : std::nullopt;
  }
  std::optional<StateName> afterAtomic() const {
    if (Old.TheKind == StateName::Kind::Atomic)
      return isOrdered() ? alone(openTo())
                         : joined(std::min(Old.Guard, atomicScope(M.Op)));
    return isOrdered() ? std::optional(alone(M.Since)) : std::nullopt;
  }
  /// One more of those who are not ordered with each other.
  std::optional<StateName> joined(Scope Open) const {
    Scope Breadth = std::max(Old.Breadth, M.Between);
    return Breadth > Open ? std::nullopt
                          : std::optional(StateName{kind(), Open, Breadth});
  }

  StateName Old;
  Meeting M;
};

TEST(Table, TheRuleOfTheDocumentation) {
  Table T = Table::shipped();
  for (unsigned State = 0; State != NumStates; ++State)
    for (unsigned Number = 0; Number != Meeting::Count; ++Number) {
      Meeting M = Meeting::at(Number);
      if (!M.isPossible())
        continue;
      Transition Found = transition(State, M);
      Rule R(StateName::of(T, State), M);
      auto Next = R.next();
      EXPECT_EQ(!Next, Found.races()) << State << ' ' << Number;
      EXPECT_EQ(Next && R.keeps(), Found.keeps()) << State << ' ' << Number;
      if (Next)
        EXPECT_EQ(*Next, StateName::of(T, Found.next()));
    }
}

TEST(Table, NamesTellStatesApart) {
  Table T = Table::shipped();
  std::map<std::string, unsigned> Names;
  for (unsigned State = 0; State != NumStates; ++State)
    Names[StateName::of(T, State).text()] = State;
  EXPECT_EQ(NumStates, Names.size());
}

TEST(Table, AfterARaceTheCellStartsAnew) {
  for (unsigned State = 0; State != NumStates; ++State)
    for (unsigned Number = 0; Number != Meeting::Count; ++Number) {
      Meeting M = Meeting::at(Number);
      if (transition(State, M).races())
        EXPECT_EQ(transition(0, M).next(), transition(State, M).next());
    }
}

/// What a newcomer cannot know makes no difference: the barriers of the last
/// accessor that do not reach him, and what is in a cell that is untouched.
TEST(Table, BarriersThatDoNotReachTheNewcomer) {
  for (unsigned State = 0; State != NumStates; ++State)
    for (unsigned Number = 0; Number != Meeting::Count; ++Number) {
      Meeting M = Meeting::at(Number), Same = M;
      if (!M.isPossible())
        Same.Since = None;
      if (State == 0)
        Same = {M.Op, Scope::Thread, None};
      EXPECT_EQ(transition(State, Same).bits(), transition(State, M).bits());
    }
}

} // namespace
} // namespace racemap::fsm
