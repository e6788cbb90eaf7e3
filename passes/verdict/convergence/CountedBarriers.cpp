// CountedBarriers - block barriers that a fixed number of threads completes.
//
// Such a barrier is convergent if its party is known, has as many threads as it
// counts, stays together on the way, and no other barrier has its number. With
// fewer threads it never completes: those that are missing are reported. With
// more, or with the number used elsewhere, nobody knows who meets whom.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/BarrierNumbers.h"
#include "passes/verdict/convergence/Convergence.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

using namespace map;
using intervals::Party;
using intervals::State;
using intervals::Walk;
using solve::Answer;

/// May the two have one number?
static bool mayBeNumberedAlike(const intervals::Ground &G, const Barrier *A,
                               const Barrier *B) {
  auto NumberOf = [&](const Barrier *X) {
    return llvm::dyn_cast<Constant>(X->Number ? G.Launch(X->Number)
                                              : G.P.terms().constant(32, 0));
  };
  const Constant *One = NumberOf(A), *Other = NumberOf(B);
  return A->TheScope == Scope::Block && B->TheScope == Scope::Block &&
         !(One && Other && One->value() != Other->value());
}

/// Can a thread at another barrier be counted as one at B?
bool Convergence::sharesItsNumber(const Barrier *B) const {
  return llvm::any_of(G.P.barriers(), [&](const Barrier *X) {
    bool IsAlike = X->Count == B->Count && G.Masks.of(X) == G.Masks.of(B);
    return X != B && !IsAlike && mayBeNumberedAlike(G, X, B);
  });
}

/// Can who goes past B meet the others at a barrier with a count?
bool Convergence::mayMeetCounted(const Barrier *B) const {
  return llvm::any_of(G.P.barriers(), [&](const Barrier *X) {
    return X != B && X->Count && mayBeNumberedAlike(G, X, B);
  });
}

static std::string describe(uint64_t Members, uint64_t Count) {
  return std::to_string(Members) +
         " threads of the block come to the barrier, which waits for " +
         std::to_string(Count);
}

bool Convergence::analyseCounted(const Barrier *B, ContextResult &Out) {
  auto Undecided = [&](llvm::StringRef Why) {
    Out.leave({{siteOf(B)}, Why.str()});
    return false;
  };
  const Party *Its = G.Masks.of(B);
  const auto *Count = llvm::dyn_cast<Constant>(G.Launch(B->Count));
  bool IsWhole = Its && !Its->Warps; // of a block of unknown size
  if (!Its || (!Count && !IsWhole))
    return Undecided("which threads come to a barrier with a count");
  if (sharesItsNumber(B))
    return Undecided("another barrier has the number of this one");
  if (parting(B, decisionsOf(G, B)))
    return Undecided("threads may part before this barrier");
  if (IsWhole)
    return true;
  // At the machine's barriers a warp counts as 32 threads, whichever come.
  bool IsExact = Its->HasFullWarps || isOfObject(B);
  uint64_t Most = IsExact ? Its->Members : 32 * Its->Warps;
  if (Most < Count->value()) {
    reportMissing(B, Its->Member, describe(Its->Members, Count->value()), "",
                  Out);
    return false;
  }
  if (!IsExact)
    return Undecided("some threads of a warp come to a barrier with a count");
  if (Its->Members > Count->value())
    return Undecided("more threads come to this barrier than it counts");
  return true;
}

/// One that waits, and one that is missing, if there is any. Member: of those
/// that come.
void Convergence::reportMissing(const Barrier *B, const Term *Member,
                                std::string Why, llvm::StringRef Doubt,
                                ContextResult &Out) {
  TermContext &T = G.P.terms();
  Walk W = Walk::pastBarriers(G, Scope::Block);
  State Waits = W.arrivalAt(B);
  TwoThreads Both(Launch, T, Scope::Block, W.shared());
  Query Q{Both.common(), Waits.Approximation};
  if (mayBeStuckElsewhere())
    Q.approximate("another divergent barrier before this one");
  if (!Doubt.empty())
    Q.approximate(Doubt);
  Q.require(Both.different());
  Q.require(Both.first(Waits.Condition));
  Query Missing = Q;
  Missing.require(T.logicalNot(Both.second(Member)));
  Q.complete(Launch);
  Missing.complete(Launch);
  const Answer *A = &D.decide(Missing.Terms);
  if (A->TheKind == Answer::Kind::Yes)
    Q = Missing;
  else
    A = &D.decide(Q.Terms);
  if (A->TheKind == Answer::Kind::No) // nobody comes
    return;
  if (A->TheKind == Answer::Kind::Unknown) {
    Out.leave({{siteOf(B)}, A->Reason});
    return;
  }
  Finding F;
  F.TheKind = Finding::Kind::BarrierDivergence;
  F.Relation = B->TheScope;
  F.Sites = {siteOf(B)};
  Q.show(F, A->TheModel, Scope::Block, G.P, Launch, D);
  F.Explanation = std::move(Why);
  Out.Findings.push_back(std::move(F));
}

} // namespace racemap::verdict
