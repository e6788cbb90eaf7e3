// ConditionSearch - the simplest conditions that refute some races.
//
// Proposes the cheapest set of candidates that excludes all known cases
// (HittingSets); the solver confirms that it refutes every race, or has one
// more case. A set that keeps the races from happening by keeping the accesses
// from happening is not an answer: two different threads have to reach them
// still. Neither is one without which nothing races in typical launches: a
// block of at most two threads, where all powers of two will do. Nor is one of
// dimensions that another launch in sight contradicts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_CONDITIONSEARCH_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_CONDITIONSEARCH_H

#include "passes/verdict/launch/OrdinaryLaunches.h"
#include "passes/verdict/preconditions/Conditions.h"
#include "passes/verdict/preconditions/HittingSets.h"
#include "passes/verdict/preconditions/OtherLaunches.h"
#include "passes/verdict/query/RacingPair.h"

namespace racemap::verdict {

/// What is spent on one question: None asks no solver.
enum class Patience : uint8_t { None, Little, Some, Much };

/// Counts questions to the solver, and stops answering when it is enough.
class Questions {
public:
  explicit Questions(Decider &D);
  Decider &decider() const { return D; }
  unsigned count() const { return Asked; }
  /// What is asked from now on has an equal part of what is left.
  void share(unsigned Parts);
  bool areOver() const;
  /// Are they over because of the budget of the unit? Then the kernel is for
  /// who has a larger one.
  bool isForLater() const { return D.isShareUsedUp(); }
  /// As if nothing had been asked.
  void startAnew();
  /// Can C hold together with More?
  solve::Answer ask(llvm::ArrayRef<const map::Term *> More, Conjunction C,
                    Patience Most);
  bool isRefuted(llvm::ArrayRef<const map::Term *> More, const Conjunction &C,
                 Patience Most) {
    return ask(More, C, Most).TheKind == solve::Answer::Kind::No;
  }

private:
  Decider &D;
  unsigned Asked = 0, MostNow;
  Allowance Whole, Now;
};

/// What the searches of one context share.
struct SearchSpace {
  std::vector<const RacingPair *> All;
  map::TermContext &Terms;
  Questions Asked;
  Conjunction Launch; ///< what holds for it
  OtherLaunches Others;
  /// Does a launch in sight deny it, other than the one that is looked at?
  bool isContradictedElsewhere(unsigned Candidate);
  std::vector<Condition> Candidates;
  LaunchValues Ordinary;
  std::vector<LaunchValues> Typical;
  std::vector<LaunchValues> Sizes; ///< of the parameters, in different orders
};

class ConditionSearch {
public:
  using Set = HittingSets::Set; ///< indices of candidates
  using Group = std::vector<const RacingPair *>;

  /// Beside: conditions that are known to hold.
  ConditionSearch(SearchSpace &Space, Group Races, Set Beside = {});
  /// One condition, or also two or a drastic one; with one that only an
  /// absurdly large launch breaks.
  enum class Answers : uint8_t { One, Several };
  std::optional<Set> run(Answers Wanted);
  /// Does S do?
  bool confirms(const Set &S) {
    PerQuestion = Patience::Much;
    return test(S) == Result::Good;
  }
  /// Do both accesses still happen, by different threads, or by one of a block
  /// (a grid) that S may leave a single thread (block)?
  solve::Answer::Kind leaves(const Set &S, const RacingPair &P);
  /// Can P happen under S? Also asks about typical launches.
  solve::Answer::Kind canRace(const RacingPair &P, const Set &S);
  /// Have other launches in sight a shape that S, as far as it is about shapes
  /// alone, allows?
  bool hasShapeOfOtherLaunches(const Set &S);
  /// Do both accesses of each race still happen, by different threads?
  bool leavesAllPairs(const Set &S);

private:
  enum class Result : uint8_t { Good, Case, Useless, Unsure };
  Result test(const Set &S);
  Result testAgain(const Set &S);
  /// Can C hold for the threads of the pair's case, in this launch with other
  /// parameters, or in another one?
  bool canBeNear(const RacingPair &P, const Conjunction &C);
  /// Can C hold in this launch?
  solve::Answer askIn(const LaunchValues &Launch, const Conjunction &C);
  /// Can C hold? Also asks about typical launches.
  solve::Answer askAbout(const Conjunction &C);
  void addFirstCases();
  void makeOrdinary(const Conjunction &C, solve::Model &M);
  void addCase(const Conjunction &C, solve::Model M);
  /// A weaker one that does as well, or Good.
  Set weakest(const Set &Good);
  /// Do typical launches break S, and none of the races happens in any?
  bool isTooStrong(const Set &S);
  Conjunction termsOf(const Set &S) const;

  SearchSpace &Space;
  const std::vector<Condition> &All;
  Group Races;
  Set Beside;
  HittingSets Sets;
  Patience PerQuestion = Patience::Little;
  unsigned RetriesLeft = 12;
};

} // namespace racemap::verdict

#endif
