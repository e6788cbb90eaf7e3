// Phis - which value a phi takes, and under which conditions blocks are
// reached.
//
// The conditions are relative to the immediate dominator of a block, given
// that no loop and not the kernel was left in between. So the condition of a
// block that everything passes through is just `true`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Values.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

const Region &Values::region(const Loop *L) {
  auto &R = Regions[L];
  if (!R)
    R = std::make_unique<Region>(K, L);
  return *R;
}

const Term *Values::branch(const Edge &E) {
  const Instruction *End = E.From->getTerminator();
  if (End->getNumSuccessors() == 1)
    return Terms.yes();
  if (const auto *B = dyn_cast<BranchInst>(End)) {
    if (B->getSuccessor(0) == B->getSuccessor(1))
      return Terms.yes();
    const Term *C = use(*B, 0);
    return B->getSuccessor(0) == E.To ? C : Terms.logicalNot(C);
  }
  const auto *S = dyn_cast<SwitchInst>(End);
  if (!S)
    return unmodelled(End, 1);
  // A number that has no term stands for one of the cases, or for none.
  bool IsWide = S->getCondition()->getType()->getIntegerBitWidth() > 64;
  const Term *On = IsWide
                       ? unmodelled(End, 32)
                       : termIn(S->getCondition(), K.Loops.getLoopFor(E.From));
  // There are as many edges as cases: only what E needs is made.
  bool IsDefault = S->getDefaultDest() == E.To;
  const Term *Any = Terms.no();
  for (const auto &Case : S->cases())
    if ((Case.getCaseSuccessor() == E.To) != IsDefault)
      Any = Terms.logicalOr(
          Any, Terms.eq(On, Terms.constant(
                                On->width(),
                                IsWide ? Case.getCaseIndex()
                                       : Case.getCaseValue()->getZExtValue())));
  return IsDefault ? Terms.logicalNot(Any) : Any;
}

/// The exits in order, each given that none before it was taken; the last one
/// that can be taken at all needs no condition.
const Term *Values::leftThrough(const Loop *L, const Edge &E) {
  const Region &R = region(L);
  SmallVector<std::pair<Edge, const Term *>, 4> Exits;
  for (const Edge &Exit : R.exits()) {
    const Term *This = Terms.logicalAnd(path(R, R.entry(), R.nodeOf(Exit.From)),
                                        taken(R, Exit));
    if (This != Terms.no())
      Exits.push_back({Exit, This});
  }
  const Term *Before = Terms.yes();
  for (auto &[Exit, This] : Exits) {
    if (Exit == E)
      return Exit == Exits.back().first ? Before
                                        : Terms.logicalAnd(Before, This);
    Before = Terms.logicalAnd(Before, Terms.logicalNot(This));
  }
  return Terms.no();
}

const Term *Values::taken(const Region &R, const Edge &E) {
  const Region::Node &N = R[R.nodeOf(E.From)];
  if (!N.Inner)
    return branch(E);
  return afterLoops(leftThrough(N.Inner, E), N.Inner, R.loop());
}

/// As taken(), but given that the region was not left there.
static bool isOnlyWay(const Region::Node &N) {
  return N.Out.size() == 1 && !N.Ends;
}

const Term *Values::reached(const Region &R, Region::Block First) {
  if (const Term *T = Reached.lookup(First))
    return T;
  const Region::Node &N = R[First];
  const Term *Result = Terms.no();
  Paths Here;
  if (N.Certain || !N.Dominator)
    Result = Terms.yes();
  else
    for (const Edge &E : N.In) {
      Region::Block Before = R.nodeOf(E.From);
      const Term *Way = isOnlyWay(R[Before]) ? Terms.yes() : taken(R, E);
      Result = Terms.logicalOr(
          Result, Terms.logicalAnd(path(R, N.Dominator, Before, Here), Way));
    }
  return Reached[First] = limitDepth(First, Result, R.loop());
}

const Term *Values::path(const Region &R, Region::Block Dominator,
                         Region::Block N) {
  Paths None;
  return path(R, Dominator, N, None);
}

const Term *Values::path(const Region &R, Region::Block Dominator,
                         Region::Block N, Paths &Ways) {
  const Term *Result = Terms.yes();
  SmallVector<Region::Block, 8> Chain;
  for (; N && N != Dominator; N = R[N].Dominator) {
    if (const Term *Its = Ways.lookup(N)) {
      Result = Its;
      break;
    }
    Chain.push_back(N);
  }
  for (Region::Block Link : reverse(Chain))
    Ways[Link] = Result = Terms.logicalAnd(Result, reached(R, Link));
  return Result;
}

/// Ways that are never taken are left out: their values may not even have been
/// computed. The last one needs no condition: one of them was taken.
SmallVector<std::pair<const Term *, const Value *>, 4>
Values::incoming(const PHINode &Phi) {
  const BasicBlock *Here = Phi.getParent();
  const Region &R = region(K.Loops.getLoopFor(Here));
  const Region::Node &N = R[Here];
  SmallVector<std::pair<const Term *, const Value *>, 4> Result;
  Paths Down;
  for (const Edge &E : N.In) { // in topological order
    Region::Block Before = R.nodeOf(E.From);
    const Term *Way =
        Terms.logicalAnd(path(R, N.Dominator, Before, Down),
                         isOnlyWay(R[Before]) ? Terms.yes() : taken(R, E));
    if (Way != Terms.no())
      Result.push_back({Way, Phi.getIncomingValueForBlock(E.From)});
  }
  if (!Result.empty())
    Result.back().first = Terms.yes();
  return Result;
}

const Term *Values::ofPhi(const PHINode &Phi) {
  const Loop *L = K.Loops.getLoopFor(Phi.getParent());
  if (L && L->getHeader() == Phi.getParent()) {
    const LoopModel &M = loop(L);
    auto At = M.Integers.find(&Phi);
    return At == M.Integers.end() ? nullptr : At->second;
  }
  const Term *Result = nullptr;
  auto In = incoming(Phi);
  for (auto [Condition, V] : reverse(In)) {
    const Term *T = termIn(V, L);
    Result = Result ? Terms.ite(Condition, T, Result) : T;
  }
  return Result;
}

Pointer Values::ofPointerPhi(const PHINode &Phi) {
  const Loop *L = K.Loops.getLoopFor(Phi.getParent());
  if (L && L->getHeader() == Phi.getParent()) {
    const LoopModel &M = loop(L);
    auto At = M.Pointers.find(&Phi);
    return At == M.Pointers.end() ? opaque("pointer changed in a loop")
                                  : At->second;
  }
  std::optional<Pointer> Result;
  auto In = incoming(Phi);
  for (auto [Condition, V] : reverse(In)) {
    Pointer P = pointerIn(V, L);
    Result = Result ? choose(Terms, Condition, P, *Result) : P;
  }
  return Result ? *Result : opaque("pointer of unknown origin");
}

} // namespace racemap::lift
