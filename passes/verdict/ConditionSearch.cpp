// ConditionSearch - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/ConditionSearch.h"
#include "passes/solve/Model.h"
#include <set>

namespace racemap::verdict {

using namespace map;
using solve::Answer;
using Kind = solve::Answer::Kind;

/// By patience.
static constexpr solve::Budget Budgets[] = {
    {20'000, 500}, {100'000, 2000}, {400'000, 4000}};
/// Of one context; and of one search, so that another has its turn.
static constexpr unsigned MostQuestions = 600, MostOfOneSearch = 150;
/// Of an answer, in the measure of sizeOf.
static constexpr unsigned LargestSize = 5;
bool Questions::areOver() const {
  return Asked >= MostQuestions ||
         D.elapsedMs() - Begin > double(D.budgetMs()) / 5; // a backstop
}

Answer Questions::ask(llvm::ArrayRef<const Term *> More, Conjunction C,
                      Patience Most) {
  if (areOver())
    return Answer::unknown("enough was asked");
  ++Asked;
  C.insert(C.begin(), More.begin(), More.end());
  return D.attempt(C, Budgets[static_cast<unsigned>(Most)]);
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
void ConditionSearch::makeOrdinary(Conjunction C, solve::Model &M) {
  auto Try = [&](llvm::ArrayRef<const Term *> More) {
    C.insert(C.end(), More.begin(), More.end());
    if (llvm::all_of(More,
                     [&](const Term *T) { return solve::evaluate(T, M); }))
      return true;
    Answer A = Space.Asked.ask({}, C, Patience::Little);
    if (A.TheKind == Kind::Yes)
      M = std::move(A.TheModel);
    else
      C.resize(C.size() - More.size());
    return A.TheKind == Kind::Yes;
  };
  if (!Try(Space.Traits)) // most cases can have all of them
    for (const Term *Trait : Space.Traits)
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

Conjunction ConditionSearch::termsOf(const Set &S) const {
  Conjunction Terms;
  for (unsigned I : Beside)
    Terms.push_back(All[I].Holds);
  for (unsigned I : S)
    Terms.push_back(All[I].Holds);
  return Terms;
}

bool ConditionSearch::leavesThePair(const Set &S, const RacingPair &P) {
  Conjunction Holding = termsOf(S);
  auto CanBe = [&](const Conjunction &C) {
    return Space.Asked.ask(Holding, C, Patience::Some).TheKind == Kind::Yes;
  };
  if (CanBe(P.Together))
    return true;
  auto MayEmpty = [&](unsigned I) {
    return P.BetweenBlocks ? All[I].MayEmptyGrid : All[I].MayEmptyBlock;
  };
  return (llvm::any_of(S, MayEmpty) || llvm::any_of(Beside, MayEmpty)) &&
         CanBe(P.First) && CanBe(P.Second);
}

bool ConditionSearch::leavesAllPairs(const Set &S) {
  std::set<size_t> Findings;
  for (const RacingPair *P : Races)
    Findings.insert(P->Finding);
  // A finding has a query for each interval; in one of them is enough.
  return llvm::all_of(Findings, [&](size_t F) {
    return llvm::any_of(Space.All, [&](const RacingPair *P) {
      return P->Finding == F && leavesThePair(S, *P);
    });
  });
}

ConditionSearch::Result ConditionSearch::test(const Set &S) {
  Conjunction Holding = termsOf(S);
  if (Space.Asked.isRefuted(Holding, Space.Launch, Patience::Little))
    return Result::Useless;
  for (size_t I = 0; I < Races.size(); ++I) {
    Answer A = Space.Asked.ask(Holding, Races[I]->Race, PerQuestion);
    if (A.TheKind == Kind::No)
      continue;
    // The one that is hard to refute is asked about first next time.
    std::rotate(Races.begin(), Races.begin() + I, Races.begin() + I + 1);
    if (A.TheKind == Kind::Unknown)
      return Result::Unsure;
    Holding.insert(Holding.end(), Races[0]->Race.begin(), Races[0]->Race.end());
    addCase(Holding, std::move(A.TheModel));
    return Result::Case;
  }
  return leavesAllPairs(S) ? Result::Good : Result::Useless;
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

/// Tries sets until one does, or there are no more.
std::optional<ConditionSearch::Set>
ConditionSearch::propose(std::vector<Set> &Unsure) {
  unsigned Begin = Space.Asked.count();
  while (!Space.Asked.areOver() &&
         Space.Asked.count() - Begin < MostOfOneSearch) {
    auto S = Sets.cheapest(LargestSize);
    if (!S)
      return std::nullopt;
    switch (test(*S)) {
    case Result::Good:
      return *S;
    case Result::Case:
      break;
    case Result::Unsure:
      Unsure.push_back(*S);
      [[fallthrough]];
    case Result::Useless:
      Sets.ban(*S);
      break;
    }
  }
  return std::nullopt;
}

std::optional<ConditionSearch::Set> ConditionSearch::run() {
  addFirstCases();
  // What is easy to show first: most questions that do not lead anywhere cost
  // all that they may.
  std::vector<Set> Unsure;
  if (auto S = propose(Unsure))
    return weakest(*S);
  PerQuestion = Patience::Some;
  auto Good = llvm::find_if(
      Unsure, [&](const Set &S) { return test(S) == Result::Good; });
  if (Good == Unsure.end())
    return std::nullopt;
  return *Good;
}

} // namespace racemap::verdict
