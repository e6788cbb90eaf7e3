// CountedBarriers - the parties of block barriers with a count.
//
// Whether a thread comes to such a barrier, or to the outermost loop around it,
// is a condition on its index, if there is a party at all. For a block of known
// size the threads for which it holds are counted, and their warps: the machine
// counts those, as 32 threads each, the MAP language threads. That is one and
// the same where only full warps come.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"

namespace racemap::intervals {

using namespace map;

/// For which threads it holds; false if that is undefined for some.
static bool count(Party &New, const BlockSize &Size) {
  unsigned OfWarp = 0;
  return forEachThread(Size, [&](BlockThread &Who) {
    Evaluator Holds(Who);
    OfWarp += Holds(New.Member);
    if (Who.EndsWarp) {
      New.Members += OfWarp;
      New.Warps += OfWarp != 0;
      New.HasFullWarps &= OfWarp == 0 || OfWarp == 32;
      OfWarp = 0;
    }
    return !Holds.brokePromise();
  });
}

void Parties::addCounted(const Ground &G) {
  auto Block = blockSize(G);
  for (const Barrier *B : G.P.barriers()) {
    if (!B->Count || (G.Split && G.Split->isSplit(B)))
      continue;
    const Stmt *At = B;
    for (const Stmt *X : G.Where.pathTo(B))
      if (llvm::isa<Loop>(X)) {
        At = X;
        break;
      }
    State Comes = Walk::pastBarriers(G, Scope::Block).arrivalAt(At);
    if (!Comes.Approximation.empty() || !isOfThreadIndex(Comes.Condition))
      continue;
    Party New;
    New.Member = Comes.Condition;
    bool IsWhole = New.Member == G.P.terms().yes() &&
                   G.Launch(B->Count) == threadsOfBlock(G);
    if (Block ? !count(New, *Block) : !IsWhole)
      continue;
    if (const Party *Its = add(New))
      Of[B] = Its;
  }
}

} // namespace racemap::intervals
