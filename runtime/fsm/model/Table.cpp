// Table - see Table.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Table.h"
#include "runtime/fsm/Machine.h"
#include <algorithm>
#include <cassert>

namespace racemap::fsm {

namespace {

constexpr Scope None = Scope::Thread;

Scope widest(Scope A, Scope B) { return std::max(A, B); }

/// The step of a state, for a barrier of any width.
const Automaton::Step &stepOf(const Automaton &A, unsigned State, Meeting M) {
  if (State == 0)
    M = {M.Op, Scope::Thread, None};
  else if (!M.isPossible())
    M.Since = None;
  return A.States[State][M.number()];
}

/// Two cells that a word could have: whose they are, by how far apart these two
/// threads are, in which states, and how wide a barrier each has passed since.
class Alternatives {
public:
  Alternatives(const Automaton &A, unsigned Old, unsigned New, Scope Apart)
      : A(A), Old(Old), New(New), Apart(Apart) {}

  /// From these barriers on, does nobody ever find a difference?
  bool areEqual(Scope OldSince, Scope NewSince);

private:
  bool lookEqual(Scope OldSince, Scope NewSince) const;

  const Automaton &A;
  unsigned Old, New;
  Scope Apart;
  bool Seen[NumScopes][NumScopes] = {};
};

bool Alternatives::areEqual(Scope OldSince, Scope NewSince) {
  bool &WasHere = Seen[unsigned(OldSince)][unsigned(NewSince)];
  if (WasHere)
    return true;
  WasHere = true;
  if (!lookEqual(OldSince, NewSince))
    return false;
  for (Scope S : {Scope::Warp, Scope::Block, Scope::Cluster, Scope::Grid}) {
    Scope OldNext = widest(OldSince, S), NewNext = widest(NewSince, S);
    bool Equal =
        S >= Apart ? areEqual(OldNext, NewNext)
                   : areEqual(OldNext, NewSince) && areEqual(OldSince, NewNext);
    if (!Equal)
      return false;
  }
  return true;
}

/// Does everyone find the same transition, wherever he is?
bool Alternatives::lookEqual(Scope OldSince, Scope NewSince) const {
  for (unsigned Number = 0; Number != NumOperations * NumScopes * NumScopes;
       ++Number) {
    auto Op = Operation(Number / (NumScopes * NumScopes));
    auto ToOld = Scope(Number / NumScopes % NumScopes);
    auto ToNew = Scope(Number % NumScopes);
    // Groups are nested: of three distances, the largest one occurs twice.
    Scope Largest = widest(Apart, widest(ToOld, ToNew));
    if ((Apart == Largest) + (ToOld == Largest) + (ToNew == Largest) < 2)
      continue;
    const auto &One = stepOf(A, Old, {Op, ToOld, OldSince});
    const auto &Other = stepOf(A, New, {Op, ToNew, NewSince});
    if (One.Races != Other.Races || One.Next != Other.Next)
      return false;
  }
  return true;
}

bool keeps(const Automaton &A, unsigned State, Meeting M) {
  const Automaton::Step &S = stepOf(A, State, M);
  if (State == 0 || S.Races)
    return false;
  Alternatives Cells(A, State, S.Next, M.Between);
  if (M.Since != None && M.isPossible())
    return Cells.areEqual(M.Since, None);
  // The last accessor may have passed barriers that do not reach the newcomer.
  bool Equal = Cells.areEqual(None, None);
  for (Scope Since = Scope::Warp; Since < M.Between;
       Since = Scope(unsigned(Since) + 1))
    Equal = Equal && Cells.areEqual(Since, None);
  return Equal;
}

} // namespace

Table::Table(const Automaton &A) : Rows(A.States.size()) {
  assert(A.States.size() <= MaxStates && "states are five bits");
  for (unsigned State = 0; State != states(); ++State)
    for (unsigned Number = 0; Number != Meeting::Count; ++Number) {
      Meeting M = Meeting::at(Number);
      const Automaton::Step &S = stepOf(A, State, M);
      set(State, M, Transition(S.Next, S.Races, keeps(A, State, M)));
    }
}

Table Table::shipped() {
  Table Result;
  Result.Rows.resize(NumStates);
  for (unsigned State = 0; State != NumStates; ++State)
    for (unsigned Number = 0; Number != Meeting::Count; ++Number) {
      Meeting M = Meeting::at(Number);
      Result.set(State, M, transition(State, M));
    }
  return Result;
}

} // namespace racemap::fsm
