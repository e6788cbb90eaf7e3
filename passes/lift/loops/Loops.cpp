// Loops - loops as the rest of lifting sees them: their models, made on demand
// from the outside in, and the values that leave them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/LoopSolver.h"
#include "passes/map/Traversal.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

const LoopModel &Values::loop(const Loop *L) {
  if (const Loop *Outer = L->getParentLoop())
    if (!Models.count(Outer))
      loop(Outer);
  if (!Models.count(L))
    LoopSolver(*this, L).run();
  return *Models.find(L)->second;
}

void Values::forget(const Loop *L) {
  for (const BasicBlock *B : L->blocks()) {
    Reached.erase(B);
    for (const Instruction &I : *B) {
      Known.erase(&I);
      KnownPointers.erase(&I);
    }
  }
  SmallVector<const Loop *, 4> Inner(L->begin(), L->end());
  while (!Inner.empty()) {
    const Loop *Next = Inner.pop_back_val();
    Models.erase(Next);
    Inner.append(Next->begin(), Next->end());
  }
}

bool Values::variesIn(const Term *T, const Loop *L) {
  return map::anyNode(T, [&](const Term *X) {
    const auto *V = dyn_cast<map::Variable>(X);
    const Loop *Owner = V ? Owners.lookup(V) : nullptr;
    return Owner && L->contains(Owner);
  });
}

SmallVector<const Term *, 4> Values::countersAround(const Loop *L) {
  SmallVector<const Term *, 4> Counters;
  for (; L; L = L->getParentLoop())
    Counters.push_back(loop(L).Counter);
  std::reverse(Counters.begin(), Counters.end());
  return Counters;
}

/// In terms of the next iteration: what T was.
const Term *Values::previous(const LoopModel &M, const Term *T) {
  if (M.Next && T == M.Next)
    return M.Range->Var;
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    if (X == M.Counter)
      return Terms.sub(X, Terms.constant(X->width(), 1));
    if (M.Range && X == M.Range->Var)
      return M.Previous;
    return nullptr;
  });
}

/// Variables keep their last values behind their loop.
const Term *Values::afterLoops(const Term *T, const Loop *Def,
                               const Loop *Use) {
  for (; Def && !Def->contains(Use); Def = Def->getParentLoop())
    if (const LoopModel &M = loop(Def); M.TestsLatch)
      T = previous(M, T);
  return T;
}

const Term *Values::termIn(const Value *V, const Loop *Use) {
  const auto *I = dyn_cast<Instruction>(V);
  const Loop *Def = I ? K.Loops.getLoopFor(I->getParent()) : nullptr;
  return afterLoops(term(V), Def, Use);
}

Pointer Values::pointerIn(const Value *V, const Loop *Use) {
  const auto *I = dyn_cast<Instruction>(V);
  const Loop *Def = I ? K.Loops.getLoopFor(I->getParent()) : nullptr;
  Pointer P = pointer(V);
  if (!Def || Def->contains(Use))
    return P;
  for (Target &T : P) {
    T.Condition = afterLoops(T.Condition, Def, Use);
    T.Offset = afterLoops(T.Offset, Def, Use);
    for (const Term *&Slot : T.Slots)
      Slot = afterLoops(Slot, Def, Use);
  }
  return P;
}

} // namespace racemap::lift
