// Emitter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Emitter.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

void Emitter::run() {
  const Region &R = V.region(nullptr);
  emitNode(R, R.entry(), K.P.Body);
  account();
}

map::Sequence &Emitter::under(const Term *Condition, map::Sequence &Out) {
  if (Condition == Terms.yes())
    return Out;
  auto *If = K.P.make<map::If>();
  If->Condition = Condition;
  Out.push_back(If);
  return If->Then;
}

void Emitter::leave(const map::Loop *Target, const Term *Condition,
                    map::Sequence &Out) {
  if (Condition == Terms.no())
    return;
  auto *Leave = K.P.make<map::Leave>();
  Leave->Target = Target;
  under(Condition, Out).push_back(Leave);
}

void Emitter::emitNode(const Region &R, Region::Block First,
                       map::Sequence &Out) {
  const Region::Node &N = R[First];
  if (N.Inner) {
    emitLoop(R, N.Inner, Out);
  } else {
    emitBlock(*First, Out);
    emitLeaves(R, N, Out);
  }
  emitChildren(R, N, Out);
}

void Emitter::emitBlock(const BasicBlock &B, map::Sequence &Out) {
  for (const Instruction &I : B)
    emitInstruction(I, Out);
}

/// Edges out of the loop; the test of a loop stands for that of its header.
void Emitter::emitLeaves(const Region &R, const Region::Node &N,
                         map::Sequence &Out) {
  const Loop *L = R.loop();
  if (L && N.First == L->getHeader() && V.loop(L).TestsHeader) {
    for (const Edge &E : N.Leaving)
      if (Region::onlyReturns(E.To) && !L->getParentLoop())
        return;
  }
  for (const Edge &E : N.Leaving) {
    if (L && N.First == L->getHeader() && V.loop(L).TestsHeader)
      continue;
    const Loop *Left = L;
    while (Left->getParentLoop() && !Left->getParentLoop()->contains(E.To))
      Left = Left->getParentLoop();
    leave(Region::onlyReturns(E.To) ? nullptr : Loops[Left], V.branch(E), Out);
  }
}

void Emitter::emitChildren(const Region &R, const Region::Node &N,
                           map::Sequence &Out) {
  map::If *Last = nullptr;
  for (Region::Block Child : N.Children) {
    const Term *Condition = V.reached(R, Child);
    if (Condition == Terms.no())
      continue;
    if (Last && Last->Else.empty() &&
        Condition == Terms.logicalNot(Last->Condition)) {
      emitNode(R, Child, Last->Else);
      continue;
    }
    if (Condition == Terms.yes()) {
      Last = nullptr;
      emitNode(R, Child, Out);
      continue;
    }
    Last = K.P.make<map::If>();
    Last->Condition = Condition;
    emitNode(R, Child, Last->Then);
    Out.push_back(Last);
  }
}

void Emitter::emitLoop(const Region &Outer, const Loop *L,
                       map::Sequence &Out) {
  const LoopModel &M = V.loop(L);
  auto *New = K.P.make<map::Loop>();
  Loops[L] = New;
  New->Counter = M.Counter;
  New->TheRange = M.Range;
  New->While = M.While;
  New->Where = K.Names.locationOf(*L->getHeader()->getTerminator());
  Out.push_back(New);
  const Region &R = V.region(L);
  emitNode(R, R.entry(), New->Body);
  if (M.TestsHeader)
    emitHeaderAgain(Outer, L, Out);
}

} // namespace racemap::lift
