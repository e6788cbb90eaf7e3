// Region - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/kernel/Region.h"
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/IR/CFG.h"

namespace racemap::lift {

using namespace llvm;

Region::Region(const Kernel &K, const Loop *L) : K(K), L(L) {
  Block Entry = L ? L->getHeader() : &K.F.getEntryBlock();
  discover(Entry);
  order(Entry);
  std::reverse(Order.begin(), Order.end());
  for (auto [I, First] : enumerate(Order))
    Nodes[First].Order = I;
  link();
}

Region::Block Region::nodeOf(Block B) const {
  const Loop *Inner = K.Loops.getLoopFor(B);
  if (Inner == L)
    return B;
  while (Inner && Inner->getParentLoop() != L)
    Inner = Inner->getParentLoop();
  return Inner ? Inner->getHeader() : B;
}

bool Region::onlyReturns(Block B) {
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    for (const Instruction &I : *B)
      if (!I.isTerminator() && !effectsOf(I).empty())
        return false;
    if (isa<ReturnInst>(B->getTerminator()))
      return true;
    if (!(B = B->getUniqueSuccessor()))
      return false;
  }
  return false;
}

void Region::addEdge(Node &N, Edge E) {
  if (L && E.To == L->getHeader())
    N.Ends = true;
  else if (L && !L->contains(E.To))
    N.Leaving.push_back(E);
  else if (N.Inner && onlyReturns(E.To))
    N.Leaving.push_back(E);
  else if (!is_contained(N.Out, E))
    N.Out.push_back(E);
}

void Region::addEdges(Node &N) {
  if (!N.Inner) {
    for (Block To : successors(N.First))
      addEdge(N, {N.First, To});
    N.Ends |= isa<ReturnInst>(N.First->getTerminator());
    return;
  }
  SmallVector<Loop::Edge, 4> Exits;
  N.Inner->getExitEdges(Exits);
  for (auto [From, To] : Exits)
    addEdge(N, {From, To});
  // Behind a loop from which every way returns, the kernel is at its end.
  N.Ends |= !L && N.Out.empty() && !N.Leaving.empty();
}

void Region::discover(Block First) {
  SmallVector<Block, 16> Work{First};
  while (!Work.empty()) {
    Block B = Work.pop_back_val();
    if (Nodes.count(B))
      continue;
    Node N;
    N.First = B;
    const Loop *Innermost = K.Loops.getLoopFor(B);
    N.Inner = Innermost == L ? nullptr : Innermost;
    addEdges(N);
    for (const Edge &E : N.Out)
      Work.push_back(nodeOf(E.To));
    Nodes[B] = std::move(N);
  }
}

/// No way from here to the end of the body.
bool Region::isDoomed(Block First) {
  if (auto At = Doomed.find(First); At != Doomed.end())
    return At->second;
  const Node &N = Nodes.find(First)->second;
  bool Result = !N.Ends;
  for (const Edge &E : N.Out)
    Result &= isDoomed(nodeOf(E.To));
  return Doomed[First] = Result;
}

/// Depth first, last successor first, doomed ones last: the reverse of the
/// order in which nodes are finished is topological, follows the source, and
/// has what must leave before what goes on.
void Region::order(Block First) {
  if (!Ordered.insert(First).second)
    return;
  const Node &N = Nodes.find(First)->second;
  for (bool Late : {false, true})
    for (const Edge &E : reverse(N.Out))
      if (Block To = nodeOf(E.To); isDoomed(To) == Late)
        order(To);
  Order.push_back(First);
}

void Region::link() {
  for (Block First : Order)
    for (const Edge &E : Nodes[First].Out)
      Nodes[nodeOf(E.To)].In.push_back(E);
  for (Block First : drop_begin(Order)) {
    const auto *Above = K.Dominators.getNode(First)->getIDom();
    Block Dominator = nodeOf(Above->getBlock());
    Nodes[First].Dominator = Dominator;
    Nodes[Dominator].Children.push_back(First);
  }
  for (Block First : drop_begin(Order))
    Nodes[First].Certain = isCertain(Nodes[First]);
}

/// No way from N's dominator that avoids N, but for those that leave at nodes
/// before N: a statement after them is only reached if they were not taken.
bool Region::isCertain(const Node &N) const {
  SmallVector<Block, 16> Work{N.Dominator};
  SmallPtrSet<Block, 16> Seen;
  while (!Work.empty()) {
    Block B = Work.pop_back_val();
    if (B == N.First || !Seen.insert(B).second)
      continue;
    const Node &Here = Nodes.find(B)->second;
    // What the dominator does not dominate comes after all that it does.
    if (Here.Ends || Here.Order > N.Order ||
        !K.Dominators.dominates(N.Dominator, B))
      return false;
    for (const Edge &E : Here.Out)
      Work.push_back(nodeOf(E.To));
  }
  return true;
}

SmallVector<Edge, 4> Region::exits() const {
  SmallVector<Edge, 4> Result;
  for (Block First : Order)
    for (const Edge &E : Nodes.find(First)->second.Leaving)
      if (!onlyReturns(E.To))
        Result.push_back(E);
  return Result;
}

} // namespace racemap::lift
