// Races - the query of DESIGN, "Deciding a pair", and what comes of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/Races.h"
#include "passes/intervals/InFlight.h"
#include "passes/map/Steps.h"
#include "passes/verdict/finding/Explanations.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/order/PhaseOrder.h"
#include "passes/verdict/races/DistinctElements.h"
#include "passes/verdict/races/PartsOfBlocks.h"
#include "passes/verdict/races/RisingArrays.h"

namespace racemap::verdict {

using namespace map;
using intervals::Interval;
using intervals::Reach;
using intervals::Relation;
using solve::Answer;

/// A kernel that is racy anyway has this part of its budget for other races.
static constexpr unsigned RestOfRacyKernel = 20;

bool Races::mayConflict(const Access &A, const Access &B, Relation R) const {
  return Meeting.mayOverlap(A, B, R) && intervals::conflict(A, B, R);
}

void Races::analyse(llvm::ArrayRef<Interval> All) {
  std::vector<Pair> Hard, Later;
  // The rest of the pairs are put to exact arithmetic first once hard ones have
  // taken so much.
  auto IsLong = [&] { return D.steps() >= D.allowedSteps() / 2; };
  for (const Interval &I : All)
    for (size_t A = 0; A < I.Reaches.size(); ++A)
      for (size_t B = A; B < I.Reaches.size(); ++B) {
        Steps::take();
        Pair X{&I, &I.Reaches[A], &I.Reaches[B]};
        if (!I.compares(A, B) ||
            !mayConflict(*X.A->TheAccess, *X.B->TheAccess, I.TheRelation))
          continue;
        ++Out.Pairs.Total;
        bool IsLate = isLeftAside() || IsLong();
        if (decide(X, IsLate ? Effort::Exact : Effort::Brief))
          (IsLate ? Later : Hard).push_back(X);
      }
  llvm::erase_if(Later, [&](const Pair &X) {
    return !isLeftAside() && !decide(X, Effort::Brief);
  });
  llvm::append_range(Hard, Later);
  // A race that is found soon spares most of the time for what is hard.
  llvm::erase_if(Hard, [&](const Pair &X) {
    return !isLeftAside() && !isKnownToRace(X) && !decide(X, Effort::Quick);
  });
  for (const Pair &X : Hard) {
    Effort E = Out.hasCertainRace() ? Effort::Limited : Effort::Full;
    if (isKnownToRace(X)) {
      ++Out.Pairs.Racy;
      leaveOpen(X);
      TwoThreads Both = threadsOf(X);
      Query Q = conflict(X, Both);
      if (Q.certainty() != Certainty::Possible)
        remember(X, Both, Q, std::nullopt);
      continue;
    }
    bool IsLeft = isLeftAside();
    if (auto Why = IsLeft ? leftAside() : decide(X, E)) {
      ++Out.Pairs.Undecided;
      leaveOpen(X);
      Out.leave({{siteOf(X.A->TheAccess), siteOf(X.B->TheAccess)},
                 *Why,
                 IsLeft && !D.isStoppedByClock()});
    }
  }
}

bool Races::isLeftAside() {
  if (!Rest && Out.hasCertainRace())
    Rest.emplace(D, RestOfRacyKernel);
  return Rest && Rest->isSpent();
}

std::optional<std::string> Races::leftAside() const {
  if (D.isStoppedByClock())
    return D.exhausted().Reason;
  return "left aside in a racy kernel (budget-ms=" +
         std::to_string(D.budgetMs()) + ")";
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
    if (Out.Proofs)
      Out.Proofs->leave(A);
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
  size_t Own = Q.Terms.size();
  for (const Term *Fact : Seen.facts(Q.Terms, Both))
    Q.require(Fact);
  if (X.In->TheRelation == intervals::Relation::DifferentBlock) {
    const Access &A = *X.A->TheAccess, &B = *X.B->TheAccess;
    for (const Term *Fact : Counted.facts(Q.Terms, A, B, Both))
      Q.require(Fact);
  }
  for (const Term *Fact : Released.facts(*X.A->TheAccess, *X.B->TheAccess,
                                         X.In->TheRelation, Both))
    Q.require(Fact);
  requireNoPhaseBetween(Q, G, X.In->TheRelation, *X.A, *X.B, Both,
                        IsConvergent);
  for (const Term *Fact : Held.facts(*X.In, *X.A, *X.B, Both))
    Q.require(Fact);
  // What these are about, other accesses, need not happen.
  for (const Term *&Fact : llvm::MutableArrayRef(Q.Terms).drop_front(Own))
    Fact = Plain(Fact);
  for (const Term *Assumed : Launch.assumedOfOthers())
    Q.require(Assumed);
  Q.complete(Launch);
  return Q;
}

TwoThreads Races::threadsOf(const Pair &X) const {
  return {Launch, P.terms(), commonScope(X.In->TheRelation), X.In->Shared};
}

Shifts *Races::shiftsOf(const Pair &X) {
  if (!Counted.isEmpty() || !Released.isEmpty() || !Held.isEmpty())
    return nullptr;
  std::unique_ptr<Shifts> &Its = Moved[X.In];
  if (!Its)
    Its = std::make_unique<Shifts>(*X.In, Launch, P.terms(), threadsOf(X));
  return Its.get();
}

void Races::leaveOpen(const Pair &X) {
  if (!Out.Proofs)
    return;
  Out.Proofs->leave(X.A->TheAccess);
  Out.Proofs->leave(X.B->TheAccess);
}

void Races::noteRefuted(solve::Way By) {
  ++Out.Pairs.Free;
  if (Out.Statistics)
    ++Out.Statistics->Pairs[static_cast<size_t>(By)].Refuted;
}

std::optional<std::string> Races::decide(const Pair &X, Effort E) {
  Shifts *Alike = shiftsOf(X);
  size_t A = X.A - X.In->Reaches.data(), B = X.B - X.In->Reaches.data();
  if (auto By = Alike ? Alike->refuted(A, B) : std::nullopt) {
    noteRefuted(*By);
    return std::nullopt;
  }
  if (D.isExhausted())
    return D.exhausted().Reason;
  TwoThreads Both = threadsOf(X);
  Query Q = conflict(X, Both);
  const Answer &Known = D.decide(Q.Terms, E);
  switch (Known.TheKind) {
  case Answer::Kind::No:
    noteRefuted(Known.By);
    if (Alike)
      Alike->refute(A, B, Known.By);
    return std::nullopt;
  case Answer::Kind::Yes:
    ++Out.Pairs.Racy;
    leaveOpen(X);
    if (Out.Statistics)
      ++Out.Statistics->Pairs[static_cast<size_t>(Known.By)].Confirmed;
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

/// Q, of the conflicts in which what they write differs; none if nobody knows
/// what they write.
std::optional<Query> Races::differing(const Reach &A, const Reach &B,
                                      const TwoThreads &Both, const Query &Q) {
  bool Comparable = A.Value && B.Value &&
                    A.TheAccess->Size == B.TheAccess->Size &&
                    A.Value->width() == B.Value->width();
  auto [X, Y] = Meeting.places(A, B, Both).back();
  if (!Comparable || !Y)
    return std::nullopt;
  TermContext &T = P.terms();
  const Term *Values[] = {Both.first(A.Value), Both.second(B.Value)};
  Query Different = Q;
  auto Require = [&](const Term *Fact) {
    Different.Terms.push_back(meant(Fact, Q, Both));
  };
  Require(T.logicalOr(T.ne(X, Y), T.ne(Values[0], Values[1])));
  llvm::for_each(Seen.equalities(Values, Both, Q.Terms), Require);
  Different.complete(Launch);
  return Different;
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
                                    X.A->IsInFlight || X.B->IsInFlight});
  Text += doubts("the paths are", Doubt, F.TheCertainty);
  if (A->TheArray != B->TheArray)
    Text += "; '" + F.Array + "' and '" + B->TheArray->Name +
            "' overlap in this launch";
  return Text;
}

/// That two threads come to the places of the pair. Of which warps they are
/// does not matter here.
Conjunction Races::together(const Pair &X, const TwoThreads &Both) const {
  Relation R = X.In->TheRelation;
  if (R == Relation::SameWarp)
    R = Relation::SameBlock;
  Conjunction All = Both.common();
  All.insert(All.end(),
             {Both.related(R, /*ByWarp=*/false), Both.first(X.A->Condition),
              Both.second(X.B->Condition)});
  return All;
}

void Races::remember(const Pair &X, const TwoThreads &Both, const Query &Q,
                     std::optional<solve::Model> M) {
  const Reach &A = *X.A, &B = *X.B;
  RacingPair New;
  New.Finding = Found.at(keyOf(X));
  New.Race = Q.Terms;
  New.Case = std::move(M);
  New.BetweenBlocks = X.In->TheRelation == Relation::DifferentBlock;
  New.First = New.Second = Both.common();
  New.First.push_back(Both.first(A.Condition));
  New.Second.push_back(Both.second(B.Condition));
  New.Together = together(X, Both);
  New.Offset[0] = A.Offset, New.Offset[1] = B.Offset;
  New.Path[0] = A.Condition, New.Path[1] = B.Condition;
  New.Place[0] = Both.first(A.Offset), New.Place[1] = Both.second(B.Offset);
  New.TheArray = A.TheAccess->TheArray;
  Racing.push_back(std::move(New));
}

Races::Contents Races::risingArrays(const Pair &X, const TwoThreads &Both,
                                    const Query &Case) {
  RisingArrays Rising(P.terms(), Case.Terms);
  auto IsMeant = [&](const Reach &R, bool IsSecond) {
    auto Its = [&](const Term *T) {
      return meant(IsSecond ? Both.second(T) : Both.first(T), Case, Both);
    };
    bool IsStore = R.TheAccess->TheOperation == Access::Operation::Write;
    return Rising.place(Its(R.Offset), Case.Terms) ||
           (IsStore && !(R.Value && Rising.areIn(Its(R.Value))));
  };
  if (Rising.empty() || !IsMeant(*X.A, false) || !IsMeant(*X.B, true))
    return {};
  return {Rising.facts(), Rising.broken()};
}

Races::Contents Races::partsOfBlocks(const Pair &X, const TwoThreads &Both,
                                     const Query &Case) {
  if (X.In->TheRelation != Relation::DifferentBlock)
    return {};
  PartsOfBlocks Parts(P.terms(), X.A->Offset, X.B->Offset, Both);
  if (Parts.empty())
    return {};
  Conjunction Facts = Parts.facts();
  for (const Term *&T : Facts)
    T = meant(T, Case, Both);
  return {std::move(Facts), Parts.broken()};
}

Races::Contents Races::distinctElements(const Pair &X, const TwoThreads &Both) {
  const Access &A = *X.A->TheAccess, &B = *X.B->TheAccess;
  auto IsStore = [](const Access &Its) {
    return Its.TheOperation == Access::Operation::Write;
  };
  if (!IsStore(A) || !IsStore(B) || A.TheArray != B.TheArray)
    return {};
  DistinctElements Its(P.terms(), freeReads(*X.A, FreeReads::Places),
                       freeReads(*X.B, FreeReads::Places), Out.Context, Both);
  if (Its.empty())
    return {};
  return {Its.facts(), Its.broken()};
}

/// Have the threads come to each of the two places with such contents, but
/// never both?
bool Races::excludes(const Contents &Its, const Pair &X, const TwoThreads &Both,
                     Query &Case, solve::Model &M) {
  auto With = [&](Conjunction C) -> const Answer & {
    llvm::append_range(C, Its.Facts);
    return D.decide(C, Effort::Quick);
  };
  const Answer &A = With(Case.Terms);
  if (A.TheKind == Answer::Kind::Yes) {
    llvm::append_range(Case.Terms, Its.Facts);
    M = A.TheModel;
  }
  return A.TheKind == Answer::Kind::No &&
         llvm::all_of(std::array{Both.first(X.A->Condition),
                                 Both.second(X.B->Condition)},
                      [&](const Term *Reached) {
                        Conjunction One = Both.common();
                        One.push_back(meant(Reached, Case, Both));
                        return With(One).TheKind == Answer::Kind::Yes;
                      });
}

std::optional<UnmeantLaunches> Races::meanContents(const Pair &X,
                                                   const TwoThreads &Both,
                                                   Query &Case,
                                                   solve::Model &M) {
  // Where the ends of the parts are known, too, they say whether one goes
  // beyond its own.
  Contents Its = risingArrays(X, Both, Case);
  if (Its.Facts.empty())
    Its = partsOfBlocks(X, Both, Case);
  if (Its.Facts.empty())
    Its = distinctElements(X, Both);
  if (Its.Facts.empty() || !excludes(Its, X, Both, Case, M))
    return std::nullopt;
  return UnmeantLaunches{Its.Broken};
}

bool Races::isShown(const Pair &X, const TwoThreads &Both, const Query &Case,
                    const solve::Model &M, bool IsBenign, const Query &Its,
                    const solve::Model &ItsCase) {
  Query Meant = Case;
  solve::Model Found = M;
  std::optional<UnmeantLaunches> Only;
  if (!IsBenign && Case.certaintyOfTerms() == Certainty::Input)
    Only = meanContents(X, Both, Meant, Found);
  bool Is = race(X, Both, Meant, Found, IsBenign, Only) != Certainty::Possible;
  if (Is)
    remember(X, Both, Its, ItsCase);
  return Is;
}

/// By what ordinary hosts pass, if all of that makes the conflict of Compared.
bool Races::isShownByHosts(const Pair &X, const TwoThreads &Both,
                           const Query &Racing, const Query &Compared,
                           bool IsBenign) {
  auto Its = Passed.find(Compared, together(X, Both));
  if (!Its)
    if (auto Same = Meeting.inOnePlace(Compared, *X.A, *X.B, Both))
      Its = Passed.find(*Same, together(X, Both));
  if (!Its)
    return false;
  Query Any = Racing;
  Any.WhateverHost = true;
  Query One = Any;
  One.fix(Its->Passed, P.terms());
  return isShown(X, Both, One, Its->TheModel, IsBenign, Any, Its->TheModel);
}

/// By threads that come first, and find what was there before the launch.
bool Races::isShownByFirst(const Pair &X, const TwoThreads &Both,
                           const Query &Q, bool IsBenign) {
  Query First = Q;
  First.ComeFirst = true;
  for (const Term *&T : First.Terms)
    T = meant(T, First, Both);
  auto MayDiffer = [&] {
    auto Its = differing(*X.A, *X.B, Both, First);
    return !Its || D.decide(Its->Terms).TheKind == Answer::Kind::Yes;
  };
  if (First.certainty() == Certainty::Possible || !(IsBenign || MayDiffer()))
    return false;
  const Answer &A = D.decide(First.Terms, Effort::Quick);
  return A.TheKind == Answer::Kind::Yes &&
         isShown(X, Both, First, A.TheModel, IsBenign, First, A.TheModel);
}

void Races::report(const Pair &X, const TwoThreads &Both, const Query &Q,
                   const solve::Model &M) {
  // Whatever they find. What is equal only where they come first is not benign,
  // and their coming first shows no race.
  std::optional<Query> Different;
  if (!isKnownToRace(X))
    Different = differing(*X.A, *X.B, Both, Q);
  const Answer *Differs = Different ? &D.decide(Different->Terms) : nullptr;
  bool IsBenign = Differs && Differs->TheKind == Answer::Kind::No;
  bool MayDiffer = Differs && Differs->TheKind == Answer::Kind::Yes;
  // Values that are equal by chance are no good example.
  bool IsExact =
      MayDiffer && Different->certaintyOfTerms() == Q.certaintyOfTerms();
  const Query &Racing = IsExact ? *Different : Q;
  const solve::Model &Case = IsExact ? Differs->TheModel : M;
  if (Racing.isHostInDoubt() &&
      isShownByHosts(X, Both, Racing, Different ? *Different : Q, IsBenign))
    return;
  if (Racing.certainty() == Certainty::Possible &&
      isShownByFirst(X, Both, Q, IsBenign))
    return;
  if (MayDiffer && Different->certaintyOfTerms() == Certainty::Possible) {
    // Nobody knows the values, but of which threads they may differ, and where.
    Query There = Q;
    auto Names = solve::inOrder(Differs->TheModel);
    llvm::erase_if(Names,
                   [](auto It) { return !llvm::isa<Variable>(It.first); });
    There.fix(Names, P.terms());
    if (isShown(X, Both, There, Differs->TheModel, IsBenign, Q, M))
      return;
  }
  isShown(X, Both, Racing, Case, IsBenign, Racing, Case);
}

Certainty Races::race(const Pair &X, const TwoThreads &Both, const Query &Q,
                      const solve::Model &M, bool IsBenign,
                      const std::optional<UnmeantLaunches> &Only) {
  if (isKnownToRace(X))
    return Q.certainty();
  const Reach &A = *X.A, &B = *X.B;
  Finding F;
  F.TheCertainty = Q.certainty();
  F.Benign = IsBenign;
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
  if (Q.WhateverHost && F.TheCertainty != Certainty::Possible)
    F.Explanation += whateverHost(Q.HostDoubt);
  if (Only && F.TheCertainty != Certainty::Possible)
    F.doubt(*Only);
  F.ElementBytes = A.TheAccess->TheArray->ElementSize;
  draw(X, partOf(X, 0, Both, Q, F.TheWitness, Small),
       partOf(X, 1, Both, Q, F.TheWitness, Small), Small, F.TheWitness);
  nameCounters(P, F.TheWitness);
  Best = std::move(F);
  return Best.TheCertainty;
}

} // namespace racemap::verdict
