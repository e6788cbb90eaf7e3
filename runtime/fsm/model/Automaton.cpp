// Automaton - see Automaton.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Automaton.h"
#include <map>

namespace racemap::fsm {

namespace {

/// For every state the number of its class.
using Partition = std::vector<unsigned>;

/// A state's own class, and what it does with its successors' classes.
std::vector<unsigned> signature(const Automaton &A, const Partition &P,
                                unsigned State) {
  std::vector<unsigned> Result{P[State]};
  for (const Automaton::Step &S : A.States[State]) {
    Result.push_back(S.Possible + 2U * S.Races);
    Result.push_back(S.Possible ? P[S.Next] : 0);
  }
  return Result;
}

/// Splits the classes by signature; returns how many there are.
std::size_t refine(const Automaton &A, Partition &P) {
  std::map<std::vector<unsigned>, unsigned> Numbers;
  Partition Finer;
  for (unsigned State = 0; State != A.States.size(); ++State) {
    auto Number = static_cast<unsigned>(Numbers.size());
    auto Place = Numbers.try_emplace(signature(A, P, State), Number).first;
    Finer.push_back(Place->second);
  }
  P = std::move(Finer);
  return Numbers.size();
}

/// Only what can be reached from state 0, in breadth-first order.
Automaton inOrder(const Automaton &A) {
  constexpr unsigned None = ~0U;
  std::vector<unsigned> Order{0};
  Partition Number(A.States.size(), None);
  Number[0] = 0;
  Automaton Result;
  for (std::size_t I = 0; I != Order.size(); ++I) {
    Automaton::Row Row = A.States[Order[I]];
    for (Automaton::Step &S : Row) {
      if (!S.Possible)
        continue;
      if (Number[S.Next] == None) {
        Number[S.Next] = static_cast<unsigned>(Order.size());
        Order.push_back(S.Next);
      }
      S.Next = Number[S.Next];
    }
    Result.States.push_back(Row);
  }
  return Result;
}

} // namespace

Automaton minimise(const Automaton &A) {
  Partition P(A.States.size());
  std::size_t Classes = 1;
  for (std::size_t Before = 0; Before != Classes;) {
    Before = Classes;
    Classes = refine(A, P);
  }
  Automaton Result;
  Result.States.resize(Classes);
  for (unsigned State = 0; State != A.States.size(); ++State) {
    Automaton::Row &Row = Result.States[P[State]] = A.States[State];
    for (Automaton::Step &S : Row)
      S.Next = S.Possible ? P[S.Next] : 0;
  }
  return inOrder(Result);
}

} // namespace racemap::fsm
