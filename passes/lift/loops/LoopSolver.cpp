// LoopSolver - the variables of a loop.
//
// First every phi of the header is a placeholder, and the terms of the values
// that come around the back edge say how it steps. Those with a closed form
// get it; one of them may become the range's variable (LoopRange.cpp). Then
// everything that was computed with placeholders is forgotten.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/LoopSolver.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

LoopSolver::LoopSolver(Values &V, const Loop *L)
    : V(V), K(V.K), Terms(V.Terms), L(L), Header(L->getHeader()),
      Before(L->getLoopPredecessor()), Latch(L->getLoopLatch()) {}

void LoopSolver::run() {
  begin();
  if (!Before || !Latch)
    K.gapAtEntry("irreducible control flow", Header->front());
  else {
    findRotations();
    collect();
    solveAll();
  }
  chooseRange();
  V.forget(L);
  LoopModel &M = *V.Models[L];
  for (auto &[Phi, T] : M.Integers)
    T = finalForm(Phi, 0, T);
  for (auto &[Phi, P] : M.Pointers)
    for (auto [I, Target] : enumerate(P))
      Target.Offset = finalForm(Phi, I, Target.Offset);
  M.While = test();
}

void LoopSolver::begin() {
  auto Model = std::make_unique<LoopModel>();
  Model->Counter = counter();
  Model->While = Terms.yes();
  V.Models[L] = std::move(Model);
  V.Owners[V.Models[L]->Counter] = L;
}

const map::Variable *LoopSolver::counter() {
  bool Wide = false, Narrow = false;
  for (const PHINode &Phi : Header->phis()) {
    Wide |= Phi.getType()->isIntegerTy(64);
    Narrow |= isTerm(Phi) || !Phi.getType()->isPointerTy();
  }
  unsigned Width = Wide || (!Narrow && !Header->phis().empty()) ? 64 : 32;
  const map::Variable *&Known = V.LoopNames[Header];
  if (!Known)
    Known = Terms.loopVariable(K.Names.uniqueValue("it"), Width);
  return Known;
}

/// A loop-carried exchange: a, b, c = b, c, a.
void LoopSolver::findRotations() {
  for (const PHINode &Phi : Header->phis()) {
    SmallVector<const PHINode *, 4> Cycle;
    const PHINode *Next = &Phi;
    do {
      Cycle.push_back(Next);
      Next = dyn_cast<PHINode>(Next->getIncomingValueForBlock(Latch));
    } while (Next && Next != &Phi && Next->getParent() == Header &&
             Cycle.size() < 8);
    if (Next == &Phi && Cycle.size() > 1)
      rotate(Phi, Cycle);
  }
}

void LoopSolver::rotate(const PHINode &Phi, ArrayRef<const PHINode *> Cycle) {
  LoopModel &M = *V.Models[L];
  const Term *N = Terms.constant(M.Counter->width(), Cycle.size());
  const Term *Turn = Terms.make(map::Op::URem, {M.Counter, N});
  auto IsTurn = [&](unsigned I) {
    return Terms.eq(Turn, Terms.constant(Turn->width(), I));
  };
  if (Phi.getType()->isPointerTy()) {
    Pointer P = initialPointer(*Cycle.back());
    for (unsigned I = Cycle.size() - 1; I-- > 0;)
      P = choose(Terms, IsTurn(I), initialPointer(*Cycle[I]), P);
    M.Pointers[&Phi] = P;
  } else if (isTerm(Phi)) {
    const Term *T = initial(*Cycle.back());
    for (unsigned I = Cycle.size() - 1; I-- > 0;)
      T = Terms.ite(IsTurn(I), initial(*Cycle[I]), T);
    M.Integers[&Phi] = T;
  }
}

bool LoopSolver::isTerm(const PHINode &Phi) {
  const auto *T = dyn_cast<IntegerType>(Phi.getType());
  return T && T->getBitWidth() <= 64;
}

const Term *LoopSolver::initial(const PHINode &Phi) {
  return V.termIn(Phi.getIncomingValueForBlock(Before), L->getParentLoop());
}

Pointer LoopSolver::initialPointer(const PHINode &Phi) {
  return V.pointerIn(Phi.getIncomingValueForBlock(Before), L->getParentLoop());
}

const map::Variable *LoopSolver::placeholder(const PHINode &Phi, unsigned I,
                                             unsigned Width) {
  const map::Variable *&Known = V.Placeholders[{&Phi, I}];
  if (!Known)
    Known = Terms.loopVariable("?" + utostr(V.Placeholders.size()), Width);
  V.Owners[Known] = L;
  return Known;
}

static Recurrence recurrence(const map::Variable *Self, const Term *Init) {
  Recurrence R;
  R.Self = Self;
  R.Init = Init;
  return R;
}

/// Placeholders for everything first, then what comes around.
void LoopSolver::collect() {
  LoopModel &M = *V.Models[L];
  for (const PHINode &Phi : Header->phis()) {
    if (M.Integers.count(&Phi) || M.Pointers.count(&Phi))
      continue;
    if (isTerm(Phi)) {
      const map::Variable *Self =
          placeholder(Phi, 0, Phi.getType()->getIntegerBitWidth());
      M.Integers[&Phi] = Self;
      Steps[{&Phi, 0}] = recurrence(Self, initial(Phi));
    } else if (Phi.getType()->isPointerTy()) {
      Pointer P = initialPointer(Phi);
      for (auto [I, T] : enumerate(P)) {
        const map::Variable *Self = placeholder(Phi, I, 64);
        Recurrence &R = Steps[{&Phi, unsigned(I)}];
        R = recurrence(Self, T.Offset);
        R.IsOffset = true;
        T.Offset = Self;
      }
      M.Pointers[&Phi] = P;
    }
  }
  for (auto &[Key, R] : Steps) {
    const Value *Around = Key.first->getIncomingValueForBlock(Latch);
    R.Next = isTerm(*Key.first) ? V.termIn(Around, L)
                                : nextOffset(*Key.first, Key.second, Around);
  }
}

/// The offset that comes around, if the pointer still points to the same
/// objects; if not, the pointer is given up.
const Term *LoopSolver::nextOffset(const PHINode &Phi, unsigned I,
                                   const Value *Around) {
  Pointer Next = V.pointerIn(Around, L);
  Pointer &Here = V.Models[L]->Pointers[&Phi];
  bool Same = Next.size() == Here.size() && I < Here.size();
  for (unsigned J = 0; Same && J < Next.size(); ++J)
    Same =
        Next[J].isSamePlace(Here[J]) && Next[J].Condition == Here[J].Condition;
  for (const Target &T : Here)
    for (const Term *Slot : T.Slots)
      Same &= !V.variesIn(Slot, L);
  if (Same)
    return Next[I].Offset;
  Here = V.opaque("pointer that changes from object to object in a loop");
  return Terms.constant(64, 0);
}

const Term *LoopSolver::known(const Term *T) {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    for (auto &[Key, R] : Steps)
      if (R.Self == X)
        return R.Closed;
    return nullptr;
  });
}

/// Does T change while the loop runs for another reason than Known?
bool LoopSolver::variesBesides(const Term *T, const Term *Known) {
  // Not a number: what depends on it must not fold away.
  const Term *Any = Terms.unmodelled("?", Known->width(), {});
  const Term *Rest = Terms.replace(
      T, [&](const Term *X) { return X == Known ? Any : nullptr; });
  return V.variesIn(Rest, L);
}

/// The value of the iteration before, in the first one Init.
void LoopSolver::trail(Recurrence &R) {
  const Term *Next = known(R.Next);
  const map::Variable *Counter = V.Models[L]->Counter;
  const Term *Previous =
      Terms.sub(Counter, Terms.constant(Counter->width(), 1));
  const Term *Before = Terms.replace(
      Next, [&](const Term *X) { return X == Counter ? Previous : nullptr; });
  if (variesBesides(Next, Counter))
    return;
  const Term *First = Terms.eq(Counter, Terms.constant(Counter->width(), 0));
  R.Closed = Terms.ite(First, R.Init, Before);
}

void LoopSolver::solveAll() {
  const map::Variable *Counter = V.Models[L]->Counter;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[Key, R] : Steps) {
      if (R.Closed || R.Kind)
        continue;
      // What is invariant now may have been a placeholder before.
      R.Next = Terms.replace(R.Next, [&](const Term *X) -> const Term * {
        for (auto &[Other, Known] : Steps)
          if (Known.Self == X && Known.Closed == Known.Init)
            return Known.Closed;
        return nullptr;
      });
      solve(R, Terms, Counter,
            [&](const Term *T) { return !V.variesIn(T, L); });
      Changed |= R.Closed || R.Kind;
    }
  }
  for (auto &[Key, R] : Steps)
    if (!R.Closed && !R.Kind && !guess(R))
      trail(R);
}

const Term *LoopSolver::finalForm(const PHINode *Phi, unsigned I,
                                  const Term *Current) {
  auto At = Steps.find({Phi, I});
  if (At == Steps.end() || At->second.Self != Current)
    return Current; // a rotation, or given up
  if (At->second.Closed)
    return At->second.Closed;
  return V.unmodelled(Phi, Current->width());
}

} // namespace racemap::lift
