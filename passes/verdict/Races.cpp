// Races - the query of DESIGN, "Deciding a pair", and what comes of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Races.h"
#include "passes/verdict/Witnesses.h"

namespace racemap::verdict {

using namespace map;
using intervals::Interval;
using intervals::Reach;
using intervals::Relation;
using solve::Answer;

bool mayConflict(const Access &A, const Access &B, Relation R) {
  if (A.TheArray != B.TheArray || A.TheArray->TheSpace == Space::Constant)
    return false;
  if (A.TheArray->TheSpace == Space::Shared && R == Relation::DifferentBlock)
    return false;
  using Operation = Access::Operation;
  if (A.TheOperation == Operation::Read && B.TheOperation == Operation::Read)
    return false;
  bool BothAtomic = A.TheOperation == Operation::Atomic &&
                    B.TheOperation == Operation::Atomic;
  return !BothAtomic || !intervals::covers(A.AtomicScope, R) ||
         !intervals::covers(B.AtomicScope, R);
}

void Races::analyse(const Interval &I) {
  for (size_t A = 0; A < I.Reaches.size(); ++A)
    for (size_t B = A; B < I.Reaches.size(); ++B)
      if (mayConflict(*I.Reaches[A].TheAccess, *I.Reaches[B].TheAccess,
                      I.TheRelation))
        decide(I, I.Reaches[A], I.Reaches[B]);
}

Query Races::conflict(const Interval &I, const Reach &A, const Reach &B,
                      const TwoThreads &Both) const {
  TermContext &T = P.terms();
  Query Q{Both.common(), A.Approximation};
  Q.approximate(B.Approximation);
  Q.require(Both.related(I.TheRelation, ByWarp));
  Q.require(Both.first(A.Condition));
  Q.require(Both.second(B.Condition));
  for (auto [X, Y] : llvm::zip(A.Slots, B.Slots))
    Q.require(T.eq(Both.first(X), Both.second(Y)));
  const Term *X = Both.first(A.Offset), *Y = Both.second(B.Offset);
  auto End = [&](const Term *Begin, uint64_t Size) {
    return T.add(Begin, T.constant(64, Size), NoSignedWrap);
  };
  Q.require(T.slt(X, End(Y, B.TheAccess->Size)));
  Q.require(T.slt(Y, End(X, A.TheAccess->Size)));
  return Q;
}

void Races::decide(const Interval &I, const Reach &A, const Reach &B) {
  TwoThreads Both(Launch, P.terms(), commonScope(I.TheRelation), I.Shared);
  Query Q = conflict(I, A, B, Both);
  ++Out.Pairs.Total;
  const Answer &Known = D.decide(Q.Terms);
  switch (Known.TheKind) {
  case Answer::Kind::No:
    ++Out.Pairs.Free;
    return;
  case Answer::Kind::Yes:
    ++Out.Pairs.Racy;
    race(I, A, B, Both, Q, Known.TheModel);
    return;
  case Answer::Kind::Unknown:
    ++Out.Pairs.Undecided;
    Out.UndecidedPairs.push_back(
        {{siteOf(A.TheAccess), siteOf(B.TheAccess)}, Known.Reason});
    return;
  }
}

/// Decided inside the query: is there a conflict in which they differ?
bool Races::writesSameValue(const Reach &A, const Reach &B,
                            const TwoThreads &Both, const Query &Q) {
  bool Comparable = A.Value && B.Value &&
                    A.TheAccess->Size == B.TheAccess->Size &&
                    A.Value->width() == B.Value->width();
  if (!Comparable)
    return false;
  TermContext &T = P.terms();
  Conjunction Different = Q.Terms;
  Different.push_back(
      T.logicalOr(T.ne(Both.first(A.Offset), Both.second(B.Offset)),
                  T.ne(Both.first(A.Value), Both.second(B.Value))));
  return D.decide(Different).TheKind == Answer::Kind::No;
}

static std::string explain(const Finding &F, llvm::StringRef Approximation) {
  std::string Text = "two threads access the same bytes of '" + F.Array +
                     "', at least one writes, and no barrier orders them";
  if (F.Benign)
    Text = "two threads write the same value to the same bytes of '" + F.Array +
           "'";
  if (!Approximation.empty())
    Text += " (if the paths are as assumed: " + Approximation.str() + ")";
  else if (F.TheCertainty == Certainty::Possible)
    Text += " (if values that are not modelled allow it)";
  return Text;
}

void Races::race(const Interval &I, const Reach &A, const Reach &B,
                 const TwoThreads &Both, const Query &Q,
                 const solve::Model &M) {
  PairKey Key{std::min(A.TheAccess->Id, B.TheAccess->Id),
              std::max(A.TheAccess->Id, B.TheAccess->Id), I.TheRelation};
  Certainty C = Q.certainty();
  auto Existing = Found.find(Key);
  bool Benign = writesSameValue(A, B, Both, Q);
  if (Existing != Found.end()) {
    Finding &Old = Out.Findings[Existing->second];
    bool Better =
        std::pair(Benign, C) < std::pair(Old.Benign, Old.TheCertainty);
    if (!Better)
      return;
  }
  Finding F;
  F.TheCertainty = C;
  F.Benign = Benign;
  F.Array = A.TheAccess->TheArray->Name;
  F.TheSpace = A.TheAccess->TheArray->TheSpace;
  F.Relation = commonScope(I.TheRelation);
  F.Sites = {siteOf(A.TheAccess), siteOf(B.TheAccess)};
  solve::Model Small = D.smallModel(Q.Terms, M);
  F.TheWitness = makeWitness(Launch, P.terms(), F.Relation, Small);
  F.TheWitness.Address =
      std::max(int64_t(solve::evaluate(Both.first(A.Offset), Small)),
               int64_t(solve::evaluate(Both.second(B.Offset), Small)));
  F.Explanation = explain(F, Q.Approximation);
  if (Existing != Found.end()) {
    Out.Findings[Existing->second] = std::move(F);
    return;
  }
  Found[Key] = Out.Findings.size();
  Out.Findings.push_back(std::move(F));
}

} // namespace racemap::verdict
