// Derivation - see Derivation.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/Derivation.h"

namespace racemap::fsm {

namespace {

/// What accesses lead to from one configuration, without barriers before. A
/// meeting that has a step already keeps it.
void addSteps(const Hierarchy &H, const Configuration &From,
              Configurations &States, Automaton::Row &Row) {
  for (unsigned Thread : H.threads())
    for (Operation Op : H.operations()) {
      unsigned Number = meet(H, From.Shadow, Op, Thread).number();
      if (Row[Number].Possible)
        continue;
      Configuration Next = From;
      bool Races = Next.Before.access(H, Op, Thread);
      Next.Shadow = {0, static_cast<uint8_t>(Thread), Scope::Thread};
      Row[Number] = {States.add(Next), Races, true};
    }
}

/// The same after all sequences of barriers, short ones first.
Automaton::Row rowOf(const Hierarchy &H, const Configuration &From,
                     Configurations &States) {
  Automaton::Row Row{};
  Configurations Later(H, true);
  Later.add(From);
  for (unsigned I = 0; I != Later.size(); ++I) {
    Configuration C = Later[I];
    addSteps(H, C, States, Row);
    for (unsigned Group : H.barriers()) {
      Configuration Next = C;
      Next.Before.barrier(H, Group);
      Next.Shadow.barrier(H, Group);
      Later.add(Next);
    }
  }
  return Row;
}

} // namespace

Automaton derive(const Hierarchy &H) {
  Automaton Result;
  Configurations States(H, true);
  States.add({}); // nobody has accessed the word
  for (unsigned I = 0; I != States.size(); ++I)
    Result.States.push_back(rowOf(H, States[I], States));
  return Result;
}

} // namespace racemap::fsm
