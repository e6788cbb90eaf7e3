// PhaseWays - under which conditions a thread comes to a barrier.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"
#include "passes/map/Traversal.h"

namespace racemap::intervals {

using namespace map;

/// What holds there by the conditionals around S, from the outermost one.
std::vector<const Term *> Phases::sidesOf(const Stmt *S) const {
  std::vector<const Term *> All;
  auto Path = G.Where.pathTo(S);
  for (size_t I = 0; I + 1 < Path.size(); ++I)
    if (const auto *Around = llvm::dyn_cast<If>(Path[I])) {
      bool InThen = G.Where[Path[I + 1]].In == &Around->Then;
      const Term *C = G.Launch(Around->Condition);
      All.push_back(InThen ? C : T.logicalNot(C));
    }
  return All;
}

/// Does every barrier that is split stand where that holds?
bool Phases::holdsForAll(const Term *Side) const {
  return llvm::all_of(Split, [&](const Barrier *B) {
    return llvm::is_contained(sidesOf(B), Side);
  });
}

/// As a condition on the thread's index; null if it depends on more. What all
/// threads of the launch agree on, for all that is split, is left to Agreed.
const Term *Phases::threadsOn(const Stmt *S) {
  const Term *Way = T.yes();
  SharedVariables None;
  for (const Term *Side : sidesOf(S)) {
    if (isOfThreadIndex(Side))
      Way = T.logicalAnd(Way, Side);
    else if (isUniform(Side, Scope::Grid, None) && holdsForAll(Side))
      Agreed = T.logicalAnd(Agreed, Side);
    else
      return nullptr;
  }
  return Way;
}

/// Do all threads of the launch return there, or none, before they come to any
/// barrier that is split? What then holds behind is left to Agreed.
bool Phases::endsForAll(const Leave *E) {
  const Term *Returns = T.yes();
  for (const Term *Side : sidesOf(E))
    Returns = T.logicalAnd(Returns, Side);
  SharedVariables None;
  bool IsFirst = llvm::all_of(Split, [&](const Barrier *B) {
    return G.Where.position(E) < G.Where.position(B);
  });
  if (!IsFirst || !isUniform(Returns, Scope::Grid, None))
    return false;
  Agreed = T.logicalAnd(Agreed, T.logicalNot(Returns));
  return true;
}

/// Who has returned, if that can be before S; null if that is not known.
const Term *Phases::returnedBefore(const Stmt *S) {
  const Term *Gone = T.no();
  forEachStmt(G.P.Body, [&](const Stmt *X) {
    const auto *E = llvm::dyn_cast<Leave>(X);
    if (!Gone || !E || E->Target || G.Where.position(E) >= G.Where.position(S))
      return;
    bool InLoop = !G.Where.loopsAround(E).empty();
    if (!InLoop && endsForAll(E))
      return;
    const Term *Its = InLoop ? nullptr : threadsOn(E);
    Gone = Its ? T.logicalOr(Gone, Its) : nullptr;
  });
  return Gone;
}

} // namespace racemap::intervals
