// Loops - the variables and the test of a loop.
//
// First every phi of the header is a placeholder, and the terms of the values
// that come around the back edge say how it steps. Those with a closed form
// get it. If the header ends in the loop's test, and the test bounds one of
// them, that one becomes the range's variable. Then everything that was
// computed with placeholders is forgotten.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/LoopSolver.h"
#include "llvm/ADT/StringExtras.h"

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
  SmallVector<const Term *, 16> Work{T};
  SmallPtrSet<const Term *, 16> Seen;
  while (!Work.empty()) {
    const Term *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (const auto *V = dyn_cast<map::Variable>(Next)) {
      const Loop *Owner = Owners.lookup(V);
      if (Owner && L->contains(Owner))
        return true;
    }
    Work.append(Next->operands().begin(), Next->operands().end());
  }
  return false;
}

SmallVector<const Term *, 4> Values::countersAround(const Value *V) {
  SmallVector<const Term *, 4> Counters;
  const auto *I = dyn_cast<Instruction>(V);
  for (const Loop *L = I ? K.Loops.getLoopFor(I->getParent()) : nullptr; L;
       L = L->getParentLoop())
    Counters.push_back(loop(L).Counter);
  std::reverse(Counters.begin(), Counters.end());
  return Counters;
}

/// In terms of the next iteration: what T was.
const Term *Values::previous(const LoopModel &M, const Term *T) {
  if (T == M.Next)
    return M.Range->Var;
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    if (X == M.Counter)
      return Terms.sub(X, Terms.constant(X->width(), 1));
    if (M.Range && X == M.Range->Var)
      return Terms.sub(X, M.Range->Step);
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

LoopSolver::LoopSolver(Values &V, const Loop *L)
    : V(V), K(V.K), Terms(V.Terms), L(L), Header(L->getHeader()),
      Before(L->getLoopPredecessor()), Latch(L->getLoopLatch()) {}

void LoopSolver::run() {
  begin();
  if (!Before || !Latch)
    K.gap("irreducible control flow", Header->front());
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
  auto isTurn = [&](unsigned I) {
    return Terms.eq(Turn, Terms.constant(Turn->width(), I));
  };
  if (Phi.getType()->isPointerTy()) {
    Pointer P = initialPointer(*Cycle.back());
    for (unsigned I = Cycle.size() - 1; I-- > 0;)
      P = choose(Terms, isTurn(I), initialPointer(*Cycle[I]), P);
    M.Pointers[&Phi] = P;
  } else if (isTerm(Phi)) {
    const Term *T = initial(*Cycle.back());
    for (unsigned I = Cycle.size() - 1; I-- > 0;)
      T = Terms.ite(isTurn(I), initial(*Cycle[I]), T);
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
    if (!R.Closed && !R.Kind)
      trail(R);
}

/// The way from the header into the loop, if the other way leaves it.
std::optional<Edge> LoopSolver::stayingEdge() const {
  const auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Branch || !Branch->isConditional() || Header == Latch)
    return std::nullopt;
  const BasicBlock *Then = Branch->getSuccessor(0);
  const BasicBlock *Else = Branch->getSuccessor(1);
  if (L->contains(Then) == L->contains(Else))
    return std::nullopt;
  for (const Instruction &I : *Header)
    for (const Effect &E : effectsOf(I))
      if (E.TheKind != Effect::Kind::Accesses)
        return std::nullopt;
  return Edge{Header, L->contains(Then) ? Then : Else};
}

static void conjuncts(const Term *T, SmallVectorImpl<const Term *> &Out) {
  if (map::isOp(T, map::Op::And) && T->isBool()) {
    conjuncts(T->operand(0), Out);
    conjuncts(T->operand(1), Out);
  } else {
    Out.push_back(T);
  }
}

void LoopSolver::chooseRange() {
  auto Staying = stayingEdge();
  if (!Staying)
    return chooseLatchRange();
  V.Models[L]->TestsHeader = true;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch(*Staying), Tests);
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps)
      if (R.Kind && tryRange(Key, R, Test))
        return;
}

/// do-while: the test looks at the value of the next iteration. Nothing bounds
/// the first value, so the first step needs a proof of its own.
void LoopSolver::chooseLatchRange() {
  if (!Latch || L->getExitingBlock() != Latch ||
      V.K.Loops.getLoopFor(Latch) != L)
    return;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch({Latch, Header}), Tests);
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps) {
      const auto *T = dyn_cast<map::Operation>(Test);
      if (!T || T->operands().size() != 2 || R.IsOffset ||
          R.Kind != map::Loop::StepKind::Add)
        continue;
      bool Left = T->operand(0) == R.Next, Right = T->operand(1) == R.Next;
      if (Left == Right)
        continue;
      const Term *Limit = T->operand(Left ? 1 : 0);
      const Term *Asked = Left ? Terms.make(T->op(), {R.Self, Limit})
                               : Terms.make(T->op(), {Limit, R.Self});
      if (!canStepOnce(R, Terms) || !tryRange(Key, R, Asked))
        continue;
      V.Models[L]->TestsLatch = true;
      Ranged = Key.first;
      return;
    }
}

bool LoopSolver::tryRange(StepKey Key, Recurrence &R, const Term *Test) {
  if (variesBesides(Test, R.Self) ||
      (R.IsOffset && V.Models[L]->Pointers[Key.first].size() != 1))
    return false;
  RangeProof Proof = proveRange(R, Test, Terms);
  if (!Proof.Holds)
    return false;
  if (Proof.Needs)
    assume(*Proof.Needs);
  const map::Variable *&Var = V.LoopNames[Key.first];
  if (!Var)
    Var =
        Terms.loopVariable(K.Names.uniqueValue(K.Names.nameOf(Key.first, "i") +
                                               (R.IsOffset ? "_offset" : "")),
                           R.Self->width());
  V.Owners[Var] = L;
  R.Closed = Var;
  V.Models[L]->Range = {Var, R.Init, *R.Kind, R.Step};
  return true;
}

void LoopSolver::assume(const map::Assumption &A) {
  for (const map::Assumption &Known : K.P.Assumptions)
    if (Known.Condition == A.Condition)
      return;
  K.P.Assumptions.push_back(A);
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

const Term *LoopSolver::test() {
  if (V.Models[L]->TestsLatch)
    return latchTest();
  auto Staying = stayingEdge();
  return Staying ? V.branch(*Staying) : Terms.yes();
}

/// The latch's branch in terms of the iteration that it leads to.
const Term *LoopSolver::latchTest() {
  LoopModel &M = *V.Models[L];
  M.Next = V.termIn(Ranged->getIncomingValueForBlock(Latch), L);
  const map::Variable *Var = M.Range->Var;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch({Latch, Header}), Tests);
  const Term *Result = Terms.yes();
  for (const Term *Test : Tests) {
    const auto *T = dyn_cast<map::Operation>(Test);
    if (T && T->operands().size() == 2 && T->operand(0) == M.Next)
      Test = Terms.make(T->op(), {Var, T->operand(1)});
    else if (T && T->operands().size() == 2 && T->operand(1) == M.Next)
      Test = Terms.make(T->op(), {T->operand(0), Var});
    else
      Test = V.previous(M, Test);
    Result = Terms.logicalAnd(Result, Test);
  }
  const Term *First =
      Terms.eq(M.Counter, Terms.constant(M.Counter->width(), 0));
  return Terms.logicalOr(First, Result);
}

} // namespace racemap::lift
