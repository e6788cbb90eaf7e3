// CountedBarriers - the parties of block barriers with a count.
//
// Whether a thread comes to such a barrier, or to the outermost loop around it,
// is a condition on its index, if there is a party at all. For a block of known
// size the threads for which it holds are counted. The machine counts warps,
// the MAP language threads: that is one and the same where only whole warps
// come.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Walk.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Traversal.h"

namespace racemap::intervals {

using namespace map;
using llvm::dyn_cast;

using Dim = std::array<uint32_t, 3>;

static std::optional<Dim> blockOf(const Ground &G) {
  Dim Size;
  for (unsigned D : {0u, 1u, 2u}) {
    auto Which =
        static_cast<Builtin>(static_cast<unsigned>(Builtin::BlockDimX) + D);
    const auto *Known =
        dyn_cast<Constant>(G.Launch(G.P.terms().builtin(Which)));
    if (!Known)
      return std::nullopt;
    Size[D] = Known->value();
  }
  return Size;
}

static bool isOfThreadIndex(const Term *T) {
  return !anyNode(T, [](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    bool IsIndex = V && V->role() == Variable::Role::Builtin &&
                   V->builtin() <= Builtin::ThreadIdxZ;
    return llvm::isa<Unknown>(X) || (V && !IsIndex);
  });
}

namespace {
struct OneThread : Assignment {
  Dim At{};
  uint64_t valueOf(const Variable *V) override {
    return At[static_cast<unsigned>(V->builtin())];
  }
  uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t>) override {
    llvm_unreachable("a condition on the thread's index");
  }
};
} // namespace

/// For which threads it holds; false if that is undefined for some.
static bool count(Party &New, const Dim &Size) {
  unsigned Linear = 0, OfWarp = 0;
  OneThread Who;
  auto EndWarp = [&](unsigned Threads) {
    New.Members += OfWarp;
    New.Warps += OfWarp != 0;
    New.HasWholeWarps &= OfWarp == 0 || OfWarp == Threads;
    OfWarp = 0;
  };
  for (Who.At[2] = 0; Who.At[2] < Size[2]; ++Who.At[2])
    for (Who.At[1] = 0; Who.At[1] < Size[1]; ++Who.At[1])
      for (Who.At[0] = 0; Who.At[0] < Size[0]; ++Who.At[0]) {
        Evaluator Holds(Who);
        OfWarp += Holds(New.Member);
        if (Holds.brokePromise())
          return false;
        if (++Linear % 32 == 0)
          EndWarp(32);
      }
  EndWarp(Linear % 32);
  return true;
}

void Parties::addCounted(const Ground &G) {
  auto Block = blockOf(G);
  for (const Barrier *B : G.P.barriers()) {
    if (!B->Count || !Block)
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
    if (!count(New, *Block))
      continue;
    if (const Party *Its = add(New))
      Of[B] = Its;
  }
}

} // namespace racemap::intervals
