// Races - the query of DESIGN, "Deciding a pair", and what comes of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Races.h"
#include "passes/intervals/UnderWay.h"
#include "passes/verdict/Explanations.h"
#include "passes/verdict/PhaseOrder.h"
#include "passes/verdict/Witnesses.h"

namespace racemap::verdict {

using namespace map;
using intervals::Interval;
using intervals::Reach;
using intervals::Relation;
using solve::Answer;

bool Races::mayConflict(const Access &A, const Access &B, Relation R) const {
  if (!Meeting.mayOverlap(A, B, R))
    return false;
  using Operation = Access::Operation;
  if (A.TheOperation == Operation::Read && B.TheOperation == Operation::Read)
    return false;
  bool BothAtomic = A.TheOperation == Operation::Atomic &&
                    B.TheOperation == Operation::Atomic;
  return !BothAtomic || !intervals::covers(A.AtomicScope, R) ||
         !intervals::covers(B.AtomicScope, R);
}

void Races::analyse(llvm::ArrayRef<Interval> All) {
  std::vector<Pair> Hard;
  for (const Interval &I : All)
    for (size_t A = 0; A < I.Reaches.size(); ++A)
      for (size_t B = A; B < I.Reaches.size(); ++B) {
        Pair X{&I, &I.Reaches[A], &I.Reaches[B]};
        if (!I.compares(A, B) ||
            !mayConflict(*X.A->TheAccess, *X.B->TheAccess, I.TheRelation))
          continue;
        ++Out.Pairs.Total;
        if (decide(X, Effort::Quick))
          Hard.push_back(X);
      }
  // Of a kernel that is racy anyway they have had their share of the budget.
  Effort Rest = Out.hasCertainRace() ? Effort::Quick : Effort::Full;
  for (const Pair &X : Hard) {
    if (isKnownToRace(X)) {
      ++Out.Pairs.Racy;
      TwoThreads Both = threadsOf(X);
      Query Q = conflict(X, Both);
      if (Q.certainty() != Certainty::Possible)
        remember(X, Both, Q, std::nullopt);
    } else if (auto Why = decide(X, Rest)) {
      ++Out.Pairs.Undecided;
      Out.leave({{siteOf(X.A->TheAccess), siteOf(X.B->TheAccess)}, *Why});
    }
  }
}

void Races::analyseEnds() {
  intervals::SharedVariables None;
  TwoThreads Both(Launch, P.terms(), Scope::Thread, None);
  for (const Access *A : P.accesses()) {
    auto IsReached = [&](const intervals::State &End) {
      Conjunction All = Both.common();
      All.push_back(End.Condition);
      return D.decide(All).TheKind != Answer::Kind::No;
    };
    if (!A->Asynchronous || llvm::none_of(endsBefore(G, A), IsReached))
      continue;
    ++Out.Pairs.Total;
    ++Out.Pairs.Undecided;
    Out.UndecidedPairs.push_back(
        {{siteOf(A)},
         "asynchronous copy is not waited for before the end of the thread"});
  }
}

Races::PairKey Races::keyOf(const Pair &X) const {
  auto [Low, High] = std::minmax(X.A->TheAccess->Id, X.B->TheAccess->Id);
  return {Low, High, X.In->TheRelation};
}

bool Races::isKnownToRace(const Pair &X) const {
  auto Known = Found.find(keyOf(X));
  if (Known == Found.end())
    return false;
  const Finding &F = Out.Findings[Known->second];
  return !F.Benign && F.TheCertainty == Certainty::Provable;
}

Query Races::conflict(const Pair &X, const TwoThreads &Both) {
  Query Q = Meeting.query(X.In->TheRelation, *X.A, *X.B, Both);
  for (const Term *Fact : Seen.facts(Q.Terms, Both))
    Q.require(Fact);
  if (X.In->TheRelation == intervals::Relation::DifferentBlock) {
    const Access &A = *X.A->TheAccess, &B = *X.B->TheAccess;
    for (const Term *Fact : Taken.facts(Q.Terms, A, B, Both))
      Q.require(Fact);
  }
  for (const Term *Fact :
       Told.facts(*X.A->TheAccess, *X.B->TheAccess, X.In->TheRelation, Both))
    Q.require(Fact);
  requireNoPhaseBetween(Q, G, X.In->TheRelation, *X.A, *X.B, Both,
                        IsConvergent);
  for (const Term *Fact : Held.facts(*X.In, *X.A, *X.B, Both))
    Q.require(Fact);
  for (const Term *Assumed : Launch.assumedOfOthers())
    Q.require(Assumed);
  Q.approximateHost(Launch);
  return Q;
}

TwoThreads Races::threadsOf(const Pair &X) const {
  return {Launch, P.terms(), commonScope(X.In->TheRelation), X.In->Shared};
}

std::optional<std::string> Races::decide(const Pair &X, Effort E) {
  if (D.isExhausted())
    return D.exhausted().Reason;
  TwoThreads Both = threadsOf(X);
  Query Q = conflict(X, Both);
  const Answer &Known = D.decide(Q.Terms, E);
  switch (Known.TheKind) {
  case Answer::Kind::No:
    ++Out.Pairs.Free;
    return std::nullopt;
  case Answer::Kind::Yes:
    ++Out.Pairs.Racy;
    report(X, Both, Q, Known.TheModel);
    return std::nullopt;
  case Answer::Kind::Unknown:
    return Known.Reason;
  }
  llvm_unreachable("all answers are handled");
}

/// T in terms of what a model of Q has.
const Term *Races::meant(const Term *T, const Query &Q,
                         const TwoThreads &Both) const {
  return Q.ComeFirst ? Initial.inputs(T, Both) : T;
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
  auto [X, Y] = Meeting.places(A, B, Both).back();
  if (!Y)
    return false;
  const Term *Differ =
      T.logicalOr(T.ne(X, Y), T.ne(Both.first(A.Value), Both.second(B.Value)));
  Conjunction Different = Q.Terms;
  Different.push_back(meant(Differ, Q, Both));
  return D.decide(Different).TheKind == Answer::Kind::No;
}

bool Races::orders(const Barrier *B, const Pair &X) const {
  return crossing(G, B, X.In->TheRelation, IsConvergent) ==
         intervals::Walk::Crossing::Stops;
}

std::string Races::explain(const Pair &X, const Finding &F,
                           llvm::StringRef Doubt) const {
  auto Orders = [&](const Barrier *B) { return orders(B, X); };
  const Access *A = X.A->TheAccess, *B = X.B->TheAccess;
  std::string Text =
      verdict::explain(G, Encounter{*X.In, A, B, F.TheWitness, F.Benign, Orders,
                                    X.A->IsUnderWay || X.B->IsUnderWay});
  Text += doubts("the paths are", Doubt, F.TheCertainty);
  if (A->TheArray != B->TheArray)
    Text += "; '" + F.Array + "' and '" + B->TheArray->Name +
            "' overlap in this launch";
  return Text;
}

/// Do the two threads come to these places when the protocol is run?
Replayed Races::run(const Pair &X, const TwoThreads &Both, const Query &Q,
                    const Witness &W, const solve::Model &M,
                    Purpose Why) const {
  bool IsAlone = X.In->TheRelation == Relation::OneThread;
  auto PartOf = [&](const Reach &R, unsigned Thread) {
    auto Value = [&](const Term *T) {
      const Term *Its = Thread ? Both.second(T) : Both.first(T);
      return solve::evaluate(meant(Its, Q, Both), M);
    };
    Part Its{W.Threads[IsAlone ? 0 : Thread], R.TheAccess, Value(R.Offset), {}};
    for (const Term *T : R.Slots)
      Its.Slots.push_back(Value(T));
    return Its;
  };
  Execution E{P, Meeting.overlaps(), W, M};
  if (IsAlone)
    return replayAlone(E, PartOf(*X.A, 0), PartOf(*X.B, 1));
  auto Orders = [&](const Barrier *B) { return orders(B, X); };
  return replay(E, PartOf(*X.A, 0), PartOf(*X.B, 1), Orders, Why);
}

/// A run settles what was approximated if that is only how loops end: not what
/// a barrier does that diverges or waits for nobody knows whom, where an array
/// begins, or what the host passes.
bool Races::isSettledByRun(const Pair &X, const TwoThreads &Both,
                           const Query &Q) const {
  bool AllKnown =
      llvm::all_of(Meeting.places(*X.A, *X.B, Both),
                   [](const auto &At) { return At.second != nullptr; });
  bool ByBarriers = X.In->Why.empty() && // a run knows no warps in lockstep
                    X.In->TheRelation != Relation::OneThread;
  return AllKnown && ByBarriers && Out.Context.Computed.empty() &&
         Q.certaintyOfTerms() != Certainty::Possible &&
         llvm::none_of(P.barriers(), [&](const Barrier *B) {
           auto Its = crossing(G, B, X.In->TheRelation, IsConvergent);
           return Its == intervals::Walk::Crossing::Blurred ||
                  Its == intervals::Walk::Crossing::Unclear;
         });
}

/// Does every thread of the witness's launch keep to what is assumed of it? In
/// large launches nobody looks.
bool Races::isAssumedOfAll(const Witness &W, const solve::Model &M) const {
  static constexpr uint64_t MostThreads = 1u << 14;
  uint64_t Threads = 1;
  std::array<uint32_t, 6> Sizes;
  for (unsigned I = 0; I != 6; ++I) {
    Sizes[I] = I < 3 ? W.BlockDim[I] : W.GridDim[I - 3];
    Threads *= Sizes[I];
  }
  if (!Launch.assumesOfIndices() || Threads > MostThreads)
    return true;
  for (uint64_t N = 0; N != Threads; ++N) {
    LaunchFacts::Indices Thread;
    for (uint64_t I = 0, Rest = N; I != 6; Rest /= Sizes[I++])
      Thread[I] = P.terms().constant(32, Rest % Sizes[I]);
    for (const Term *X : Launch.assumedOf(Thread))
      if (!solve::evaluate(X, M))
        return false;
  }
  return true;
}

/// What the witness is worth, and what makes it doubtful.
std::pair<Certainty, llvm::StringRef>
Races::judge(const Pair &X, const TwoThreads &Both, const Query &Q,
             const Witness &W, const solve::Model &M) const {
  if (!isAssumedOfAll(W, M))
    return {Certainty::Possible, "an assumption is false for another thread"};
  bool IsSure = Q.certainty() != Certainty::Possible;
  if (!IsSure && !isSettledByRun(X, Both, Q))
    return {Certainty::Possible, Q.Approximation};
  switch (
      run(X, Both, Q, W, M, IsSure ? Purpose::Confirms : Purpose::Settles)) {
  case Replayed::AsSaid:
    return {Q.certaintyOfTerms(), {}};
  case Replayed::TooLong:
    if (Q.ComeFirst)
      return {Certainty::Possible, "a run that takes too long"};
    return {Q.certainty(), Q.Approximation};
  case Replayed::Differs:
    return {Certainty::Possible,
            IsSure ? "a witness that does not stand up to execution"
                   : Q.Approximation};
  }
  llvm_unreachable("all outcomes are handled");
}

void Races::remember(const Pair &X, const TwoThreads &Both, const Query &Q,
                     std::optional<solve::Model> M) {
  const Reach &A = *X.A, &B = *X.B;
  RacingPair New;
  New.Finding = Found.at(keyOf(X));
  New.Race = Q.Terms;
  New.Case = std::move(M);
  New.BetweenBlocks = X.In->TheRelation == Relation::DifferentBlock;
  New.First = New.Second = New.Together = Both.common();
  New.First.push_back(Both.first(A.Condition));
  New.Second.push_back(Both.second(B.Condition));
  // Of which warps they are does not matter here.
  Relation R = X.In->TheRelation;
  if (R == Relation::SameWarp)
    R = Relation::SameBlock;
  New.Together.insert(
      New.Together.end(),
      {Both.related(R, /*ByWarp=*/false), New.First.back(), New.Second.back()});
  New.Offset[0] = A.Offset, New.Offset[1] = B.Offset;
  New.Path[0] = A.Condition, New.Path[1] = B.Condition;
  New.ElementSize = A.TheAccess->TheArray->ElementSize;
  Racing.push_back(std::move(New));
}

void Races::report(const Pair &X, const TwoThreads &Both, const Query &Q,
                   const solve::Model &M) {
  auto IsCertain = [&](const Query &Its, const solve::Model &Case) {
    bool Is = race(X, Both, Its, Case) != Certainty::Possible;
    if (Is)
      remember(X, Both, Its, Case);
    return Is;
  };
  Query First = Q;
  First.ComeFirst = true;
  for (const Term *&T : First.Terms)
    T = meant(T, First, Both);
  bool IsTried = Q.certainty() == Certainty::Possible &&
                 First.certainty() != Certainty::Possible;
  const Answer *A = IsTried ? &D.decide(First.Terms, Effort::Quick) : nullptr;
  if (!A || A->TheKind != Answer::Kind::Yes || !IsCertain(First, A->TheModel))
    IsCertain(Q, M);
}

Certainty Races::race(const Pair &X, const TwoThreads &Both, const Query &Q,
                      const solve::Model &M) {
  if (isKnownToRace(X))
    return Q.certainty();
  const Reach &A = *X.A, &B = *X.B;
  Finding F;
  F.TheCertainty = Q.certainty();
  F.Benign = writesSameValue(A, B, Both, Q);
  auto [Known, IsNew] = Found.try_emplace(keyOf(X), Out.Findings.size());
  if (IsNew)
    Out.Findings.emplace_back();
  Finding &Best = Out.Findings[Known->second];
  auto Rank = [](const Finding &F) {
    return std::pair(F.Benign, F.TheCertainty);
  };
  if (!IsNew && Rank(F) >= Rank(Best))
    return Q.certainty();
  F.Array = A.TheAccess->TheArray->Name;
  F.TheSpace = A.TheAccess->TheArray->TheSpace;
  F.Relation = commonScope(X.In->TheRelation);
  F.Sites = {siteOf(A.TheAccess), siteOf(B.TheAccess)};
  solve::Model Small = D.smallModel(Q.Terms, M);
  F.TheWitness = F.Relation == Scope::Thread
                     ? makeWitness(Launch, P.terms(), Small)
                     : makeWitness(Launch, P.terms(), F.Relation, Small);
  auto [Mine, Y] = Meeting.places(A, B, Both).back();
  auto ValueOf = [&](const Term *T) -> int64_t {
    return solve::evaluate(meant(T, Q, Both), Small);
  };
  F.TheWitness.Address =
      Y ? std::max(ValueOf(Mine), ValueOf(Y)) : ValueOf(Mine);
  llvm::StringRef Doubt;
  std::tie(F.TheCertainty, Doubt) = judge(X, Both, Q, F.TheWitness, Small);
  F.Explanation = explain(X, F, Doubt);
  Best = std::move(F);
  return Best.TheCertainty;
}

} // namespace racemap::verdict
