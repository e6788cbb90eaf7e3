// ConditionSearch - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/ConditionSearch.h"
#include "passes/map/Mentioned.h"
#include "passes/solve/Model.h"
#include <set>

namespace racemap::verdict {

using namespace map;
using solve::Answer;
using Kind = solve::Answer::Kind;

/// What is spent on one question, by patience.
static constexpr solve::Budget Budgets[] = {
    {},
    {20'000, 500 * Steps::PerMillisecond},
    {200'000, 2000 * Steps::PerMillisecond},
    {400'000, 4000 * Steps::PerMillisecond}};
/// Of one context; and of one search, so that another has its turn.
static constexpr unsigned MostQuestions = 1000, MostOfOneSearch = 250,
                          MostForOne = 80;
/// Of an answer, in the measure of sizeOf.
static constexpr unsigned SizeOfOne = 3, SizeOfSeveral = 5;

Questions::Questions(Decider &D)
    : D(D), MostNow(MostQuestions), Whole(D), Now(Whole) {}

bool Questions::areOver() const { return Asked >= MostNow || Now.isSpent(); }

void Questions::startAnew() {
  Asked = 0;
  MostNow = MostQuestions;
  Now = Whole = Allowance(D);
}

void Questions::share(unsigned Parts) {
  MostNow = Asked + (MostQuestions - Asked) / Parts;
  Now = Whole.share(Parts);
}

Answer Questions::ask(llvm::ArrayRef<const Term *> More, Conjunction C,
                      Patience Most) {
  if (areOver())
    return Answer::unknown("enough was asked");
  ++Asked;
  C.insert(C.begin(), More.begin(), More.end());
  return D.attempt(C, Budgets[static_cast<unsigned>(Most)],
                   Most == Patience::None     ? Effort::Exact
                   : Most == Patience::Little ? Effort::Quick
                                              : Effort::Full);
}

static unsigned sizeOf(const Condition &C) {
  switch (C.TheStrength) {
  case Condition::Strength::Minor:
    return 1;
  case Condition::Strength::Ordinary:
    return 2;
  case Condition::Strength::Double:
    return 4;
  case Condition::Strength::Drastic:
    return 5;
  }
  llvm_unreachable("all strengths are handled");
}

static std::vector<HittingSets::Weight>
weightsOf(const std::vector<Condition> &All) {
  std::vector<HittingSets::Weight> Weights;
  for (const Condition &C : All)
    Weights.push_back({sizeOf(C), C.Cost});
  return Weights;
}

ConditionSearch::ConditionSearch(SearchSpace &Space, Group Races, Set Beside)
    : Space(Space), All(Space.Candidates), Races(std::move(Races)),
      Beside(std::move(Beside)), Sets(weightsOf(All)) {}

/// Makes the case M of C as ordinary as C allows.
void ConditionSearch::makeOrdinary(const Conjunction &C, solve::Model &M) {
  LaunchValues Kept;
  auto Try = [&](llvm::ArrayRef<LaunchValues::value_type> More) {
    Kept.insert(Kept.end(), More.begin(), More.end());
    if (llvm::all_of(
            More, [&](const auto &T) { return M.lookup(T.first) == T.second; }))
      return true;
    Answer A = askIn(Kept, C);
    if (A.TheKind == Kind::Yes)
      M = std::move(A.TheModel);
    else
      Kept.resize(Kept.size() - More.size());
    return A.TheKind == Kind::Yes;
  };
  if (!Try(Space.Ordinary)) // most cases can have all of them
    for (const auto &Trait : Space.Ordinary)
      Try(Trait);
}

void ConditionSearch::addCase(const Conjunction &C, solve::Model M) {
  makeOrdinary(C, M);
  llvm::BitVector Excluded(All.size());
  for (unsigned I = 0; I < All.size(); ++I)
    if (!solve::evaluate(All[I].Holds, M))
      Excluded.set(I);
  Sets.addCase(std::move(Excluded));
}

/// With the values put in, products become linear.
Answer ConditionSearch::askIn(const LaunchValues &Launch,
                              const Conjunction &C) {
  solve::Model Values(Launch.begin(), Launch.end());
  Answer A = Space.Asked.ask({}, solve::substitute(Space.Terms, C, Values),
                             Patience::Little);
  for (const auto &[V, Value] : Launch)
    A.TheModel[V] = Value;
  return A;
}

Answer ConditionSearch::askAbout(const Conjunction &C) {
  Answer A = Space.Asked.ask({}, C, PerQuestion);
  if (A.TheKind != Kind::Unknown || PerQuestion == Patience::Much)
    return A;
  for (const LaunchValues &Launch : Space.Typical)
    if (Answer B = askIn(Launch, C); B.TheKind == Kind::Yes)
      return B;
  return A;
}

Conjunction ConditionSearch::termsOf(const Set &S) const {
  Conjunction Terms;
  for (unsigned I : Beside)
    Terms.push_back(All[I].Holds);
  for (unsigned I : S)
    Terms.push_back(All[I].Holds);
  return Terms;
}

/// C with what M says of the names of which IsKept is true.
static Conjunction partly(const Conjunction &C, const solve::Model &M,
                          TermContext &Terms,
                          llvm::function_ref<bool(const Variable *)> IsKept) {
  solve::Model Kept;
  for (const auto &[Name, Value] : M)
    if (const auto *V = llvm::dyn_cast<Variable>(Name); !V || IsKept(V))
      Kept[Name] = Value;
  return solve::substitute(Terms, C, Kept);
}

bool ConditionSearch::canBeNear(const RacingPair &P, const Conjunction &C) {
  auto IsPassed = [](const Variable *V) {
    return V->role() == Variable::Role::Parameter;
  };
  auto IsOfLaunch = [&](const Variable *V) {
    return IsPassed(V) || V->isDimension();
  };
  auto CanBe = [&](const Conjunction &Partly) {
    return Space.Asked.ask({}, Partly, Patience::Little).TheKind == Kind::Yes;
  };
  return P.Case &&
         (CanBe(partly(C, *P.Case, Space.Terms, std::not_fn(IsPassed))) ||
          CanBe(partly(C, *P.Case, Space.Terms, std::not_fn(IsOfLaunch))));
}

Kind ConditionSearch::canRace(const RacingPair &P, const Set &S) {
  Conjunction C = termsOf(S);
  llvm::append_range(C, P.Race);
  if (Space.Asked.isRefuted({}, C, Patience::None))
    return Kind::No;
  if (canBeNear(P, C) ||
      llvm::any_of(Space.Sizes, [&](const LaunchValues &Passed) {
        return askIn(Passed, C).TheKind == Kind::Yes;
      }))
    return Kind::Yes;
  return askAbout(C).TheKind;
}

Kind ConditionSearch::leaves(const Set &S, const RacingPair &P) {
  Conjunction Holding = termsOf(S);
  auto CanBe = [&](Conjunction C) {
    C.insert(C.begin(), Holding.begin(), Holding.end());
    Kind Is = Space.Asked.ask({}, C, Patience::Little).TheKind;
    if (Is != Kind::Unknown)
      return Is;
    return canBeNear(P, C) ? Kind::Yes
                           : Space.Asked.ask({}, C, Patience::Some).TheKind;
  };
  Kind CanMeet = CanBe(P.Together);
  auto MayEmpty = [&](unsigned I) {
    return P.BetweenBlocks ? All[I].MayEmptyGrid : All[I].MayEmptyBlock;
  };
  bool AreElsewhere =
      CanMeet != Kind::Yes &&
      (llvm::any_of(S, MayEmpty) || llvm::any_of(Beside, MayEmpty)) &&
      CanBe(P.First) == Kind::Yes && CanBe(P.Second) == Kind::Yes;
  return AreElsewhere ? Kind::Yes : CanMeet;
}

bool ConditionSearch::leavesAllPairs(const Set &S) {
  std::set<size_t> Findings;
  for (const RacingPair *P : Races)
    Findings.insert(P->Finding);
  // A finding has a query for each interval; in one of them is enough.
  return llvm::all_of(Findings, [&](size_t F) {
    return llvm::any_of(Space.All, [&](const RacingPair *P) {
      return P->Finding == F && leaves(S, *P) == Kind::Yes;
    });
  });
}

bool SearchSpace::isContradictedElsewhere(unsigned Candidate) {
  return Others.contradict(Candidates[Candidate].Stated, Asked.decider());
}

bool ConditionSearch::hasShapeOfOtherLaunches(const Set &S) {
  return llvm::none_of(S, [&](unsigned I) {
    VariableSet In;
    addMentioned(All[I].Stated, In);
    return llvm::all_of(In, std::mem_fn(&Variable::isDimension)) &&
           Space.isContradictedElsewhere(I);
  });
}

ConditionSearch::Result ConditionSearch::test(const Set &S) {
  Conjunction Holding = termsOf(S);
  if (Space.Asked.isRefuted(Holding, Space.Launch, Patience::Little))
    return Result::Useless;
  for (size_t I = 0; I < Races.size(); ++I) {
    Conjunction C = Holding;
    C.insert(C.end(), Races[I]->Race.begin(), Races[I]->Race.end());
    Answer A = askAbout(C);
    if (A.TheKind == Kind::No)
      continue;
    // The one that is hard to refute is asked about first next time.
    std::rotate(Races.begin(), Races.begin() + I, Races.begin() + I + 1);
    if (A.TheKind == Kind::Unknown)
      return Result::Unsure;
    addCase(C, std::move(A.TheModel));
    return Result::Case;
  }
  return leavesAllPairs(S) && hasShapeOfOtherLaunches(S) ? Result::Good
                                                         : Result::Useless;
}

/// Candidates are in the order of what is natural, not of what is weak.
ConditionSearch::Set ConditionSearch::weakest(const Set &Good) {
  if (Good.size() != 1)
    return Good;
  unsigned G = Good.front();
  auto Follows = [&](unsigned I, unsigned From) {
    const Term *Fails = Space.Terms.logicalNot(All[I].Holds);
    return Space.Asked.isRefuted({All[From].Holds, Fails}, Space.Launch,
                                 Patience::Little);
  };
  for (unsigned I = 0; I < All.size(); ++I)
    if (I != G && sizeOf(All[I]) == 2 && Sets.excludesAll(I) && Follows(I, G) &&
        !Follows(G, I) && test({I}) == Result::Good)
      return {I};
  return Good;
}

/// Launches that break S are said to race: one of those that are typical has
/// to. Only their dimensions are such as people have. Their parameters are all
/// alike, as few are that belong together.
bool ConditionSearch::isTooStrong(const Set &S) {
  VariableSet In;
  for (unsigned I : S)
    addMentioned(All[I].Holds, In);
  if (llvm::any_of(In, [](const Variable *V) {
        return V->role() != Variable::Role::Builtin;
      }))
    return false;
  bool AnyBreaksIt = false;
  for (const LaunchValues &Launch : Space.Typical) {
    auto Is = [&](Kind Wanted, const Conjunction &C) {
      return askIn(Launch, C).TheKind == Wanted;
    };
    if (!Is(Kind::No, termsOf(S)) || !Is(Kind::Yes, Space.Launch))
      continue;
    AnyBreaksIt = true;
    if (!llvm::all_of(
            Races, [&](const RacingPair *P) { return Is(Kind::No, P->Race); }))
      return false;
  }
  return AnyBreaksIt;
}

void ConditionSearch::addFirstCases() {
  Conjunction Holding = termsOf({});
  for (const RacingPair *P : Races) {
    Answer A = Answer::unknown("");
    if (!Holding.empty() || !P->Case)
      A = Space.Asked.ask(Holding, P->Race, Patience::Little);
    if (A.TheKind == Kind::No || (A.TheKind == Kind::Unknown && !P->Case))
      continue;
    Conjunction C = P->Race;
    if (A.TheKind == Kind::Yes)
      C.insert(C.end(), Holding.begin(), Holding.end());
    else
      A.TheModel = *P->Case;
    addCase(C, std::move(A.TheModel));
  }
}

/// Most questions that lead nowhere cost all that they may: what is not easy to
/// show is asked about again, but not often.
ConditionSearch::Result ConditionSearch::testAgain(const Set &S) {
  Result R = test(S);
  if (R != Result::Unsure || RetriesLeft == 0)
    return R;
  --RetriesLeft;
  PerQuestion = Patience::Some;
  R = test(S);
  PerQuestion = Patience::Little;
  return R;
}

/// Tries sets until one does, or there are no more.
std::optional<ConditionSearch::Set> ConditionSearch::run(Answers Wanted) {
  bool IsOne = Wanted == Answers::One;
  unsigned Last = Space.Asked.count() + (IsOne ? MostForOne : MostOfOneSearch);
  addFirstCases();
  while (!Space.Asked.areOver() && Space.Asked.count() < Last) {
    auto S = Sets.cheapest(IsOne ? SizeOfOne : SizeOfSeveral);
    if (!S)
      return std::nullopt;
    switch (testAgain(*S)) {
    case Result::Good:
      if (Set Its = weakest(*S); !isTooStrong(Its))
        return Its;
      Sets.ban(*S);
      break;
    case Result::Case:
      break;
    case Result::Unsure:
    case Result::Useless:
      Sets.ban(*S);
      break;
    }
  }
  return std::nullopt;
}

} // namespace racemap::verdict
