// Emitter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/Emitter.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

void Emitter::run() {
  const Region &R = V.region(nullptr);
  emitNode(R, R.entry(), K.P.Body);
  Tracked.resolve(K.P);
  assumeHandlesDiffer();
  account();
  forgetUnknownWrites();
  nameExchanges();
  prune(K.P.Body);
  nameWhatIsFound();
}

/// Conditionals under which nothing happens, and exchanges that nobody needs.
void Emitter::prune(map::Sequence &S) {
  for (map::Stmt *X : S) {
    if (auto *L = dyn_cast<map::Loop>(X))
      prune(L->Body);
    auto *If = dyn_cast<map::If>(X);
    if (!If)
      continue;
    prune(If->Then);
    prune(If->Else);
    if (If->Then.empty() && !If->Else.empty()) {
      If->Then.swap(If->Else);
      If->Condition = Terms.logicalNot(If->Condition);
    }
  }
  erase_if(S, [](const map::Stmt *X) {
    const auto *If = dyn_cast<map::If>(X);
    const auto *Exchange = dyn_cast<map::Exchange>(X);
    return (If && If->Then.empty()) || (Exchange && !Exchange->Result);
  });
}

map::Sequence &Emitter::under(const Term *Condition, const map::Location &Where,
                              map::Sequence &Out) {
  if (Condition == Terms.yes())
    return Out;
  auto *If = K.P.make<map::If>();
  If->Condition = Condition;
  If->Where = Where;
  Out.push_back(If);
  return If->Then;
}

void Emitter::leave(const map::Loop *Target, const Term *Condition,
                    map::Sequence &Out) {
  if (Condition == Terms.no())
    return;
  MayHaveReturned |= Target == nullptr;
  auto *Leave = K.P.make<map::Leave>();
  Leave->Target = Target;
  under(Condition, {}, Out).push_back(Leave);
}

void Emitter::emitNode(const Region &R, Region::Block First,
                       map::Sequence &Out) {
  const Region::Node &N = R[First];
  if (N.Inner) {
    emitLoop(N.Inner, Out);
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

/// Is there anything to do behind the outermost loop around L? If not, the loop
/// ends the kernel as a block does that returns (Region::Node::Ends).
static bool isFollowed(Values &V, const Loop *L) {
  const Region &Whole = V.region(nullptr);
  return !Whole[L->getOutermostLoop()->getHeader()].Out.empty();
}

void Emitter::emitLeave(const Loop *L, const Edge &E, const Term *Condition,
                        map::Sequence &Out) {
  if (Region::onlyReturns(E.To) && isFollowed(V, L))
    return leave(nullptr, Condition, Out);
  while (L->getParentLoop() && !L->getParentLoop()->contains(E.To))
    L = L->getParentLoop();
  leave(Loops[L], Condition, Out);
}

/// Edges out of the loop; its test stands for those of its header.
void Emitter::emitLeaves(const Region &R, const Region::Node &N,
                         map::Sequence &Out) {
  const Loop *L = R.loop();
  if (L && N.First == L->getHeader() && V.loop(L).TestsHeader)
    return;
  if (L && V.loop(L).TestsLatch)
    return;
  for (const Edge &E : N.Leaving)
    emitLeave(L, E, V.branch(E), Out);
}

void Emitter::emitChildren(const Region &R, const Region::Node &N,
                           map::Sequence &Out) {
  map::If *Last = nullptr;
  for (Region::Block Child : N.Children) {
    const Term *Condition = V.reached(R, Child);
    if (!R.loop() && onlyAborts(Child) && assumeNever(R, N, Condition)) {
      skip(Child);
      continue;
    }
    if (Condition == Terms.no()) {
      skip(Child);
      continue;
    }
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
    Last->Where = K.Names.locationOf(*N.First->getTerminator());
    emitNode(R, Child, Last->Then);
    Out.push_back(Last);
  }
}

void Emitter::emitLoop(const Loop *L, map::Sequence &Out) {
  const LoopModel &M = V.loop(L);
  auto *New = K.P.make<map::Loop>();
  Loops[L] = New;
  New->Counter = M.Counter;
  New->TheRange = M.Range;
  New->While = M.While;
  New->Where = K.Names.locationOf(*L);
  for (const map::Assumption &A : M.Needs)
    assume(A);
  Out.push_back(New);
  const Region &R = V.region(L);
  emitNode(R, R.entry(), New->Body);
  if (M.TestsHeader)
    emitAfter(L, L->getHeader(), Out);
  else if (M.TestsLatch)
    emitAfter(L, L->getExitingBlock(), Out);
}

/// What happens behind a loop whose test has failed.
void Emitter::emitAfter(const Loop *L, const BasicBlock *Tested,
                        map::Sequence &Out) {
  const Region::Node &N = V.region(L)[Tested];
  const Edge &E = N.Leaving.front();
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  const Term *Failed = Exiting.size() == 1 ? Terms.yes() : V.branch(E);
  map::Sequence Again;
  if (V.loop(L).TestsHeader)
    emitBlock(*Tested, Again);
  const Loop *Outer = L->getParentLoop();
  if (Region::onlyReturns(E.To) ? isFollowed(V, L)
                                : Outer && !Outer->contains(E.To))
    emitLeave(L->getParentLoop() ? Outer : L, E, Terms.yes(), Again);
  if (!Again.empty())
    append_range(
        under(Failed, K.Names.locationOf(*Tested->getTerminator()), Out),
        Again);
}

void Emitter::skip(Region::Block B) {
  SmallVector<BasicBlock *, 8> Below;
  K.Dominators.getDescendants(const_cast<BasicBlock *>(B), Below);
  for (const BasicBlock *Never : Below)
    for (const Instruction &I : *Never)
      Accounted.insert(&I);
}

void Emitter::account() {
  for (const Instruction &I : instructions(K.F))
    if (I.mayReadOrWriteMemory() && !Accounted.contains(&I) &&
        !Region::onlyReturns(I.getParent()))
      K.gapAtEntry("unaccounted instruction: " + textOf(I), I);
}

} // namespace racemap::lift
