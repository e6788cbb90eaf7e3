// Decider - queries of one kernel, within its budget.
//
// Counts the kernel's steps, remembers answers (hash-consed terms make equal
// queries equal keys), and turns a first model into a small one: people read
// witnesses. A clock stands behind the budget, for machines that are very slow
// and for steps that nobody counts; what it ends says so.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_DECIDER_H
#define RACEMAP_PASSES_VERDICT_QUERY_DECIDER_H

#include "passes/solve/CpuTime.h"
#include "passes/solve/Solver.h"
#include "passes/verdict/launch/LaunchFacts.h"
#include "passes/verdict/query/Settings.h"
#include <map>

namespace racemap::verdict {

using Conjunction = std::vector<const map::Term *>;

/// How much of its budget a query may use. Exact asks no solver; Brief is for
/// what no verdict rests on, Limited for what does not change it.
enum class Effort : uint8_t { Exact, Brief, Quick, Limited, Full };

class Decider {
public:
  Decider(map::TermContext &Terms, LaunchFacts &Launch, const Settings &S)
      : Terms(Terms), Launch(Launch), TheSolver(Launch, Terms), S(S),
        FirstStep(map::Steps::taken()), Begin(solve::CpuTime::now()),
        Latest(Begin + solve::CpuTime::duration(S.clockMs())) {
    TheSolver.stopAt(Latest);
    if (!S.DumpQueries.empty())
      TheSolver.dumpTo(S.DumpQueries);
  }

  const solve::Answer &decide(const Conjunction &C, Effort E = Effort::Full);
  /// Within a budget of its own and without a memory: for questions that no
  /// verdict rests on.
  solve::Answer attempt(const Conjunction &C, solve::Budget B, Effort E);
  /// A model of C with small numbers; M is one already.
  solve::Model smallModel(Conjunction C, solve::Model M);
  /// What this thread has computed since the kernel's analysis began.
  double elapsedMs() const;
  /// The steps since then, and how many there may be.
  uint64_t steps() const { return map::Steps::taken() - FirstStep; }
  uint64_t allowedSteps() const { return S.kernelSteps(); }
  uint64_t stepsLeft() const {
    return allowedSteps() - std::min(allowedSteps(), steps());
  }
  uint64_t budgetMs() const { return S.KernelBudgetMs; }
  bool isStoppedByClock() const;
  /// Has the kernel used up its share of its unit's budget?
  bool isShareUsedUp() const { return S.unitSteps() == 0; }
  /// May a larger share decide more?
  bool isCutShort() const { return WantsMore || isShareUsedUp(); }
  bool isExhausted() const {
    return steps() >= allowedSteps() || isShareUsedUp() || isStoppedByClock();
  }
  solve::Statistics statistics() const {
    solve::Statistics All = TheSolver.statistics();
    All.Queries = Memory.size();
    return All;
  }
  /// The answer to all that is asked then.
  solve::Answer exhausted() const;

private:
  solve::Answer weakestFirst(const Conjunction &C, const solve::Budget &Most);
  solve::Budget budget(Effort E = Effort::Full) const;
  Conjunction wholeWarps(llvm::ArrayRef<const map::Term *> Names) const;
  Conjunction sizesOf(llvm::ArrayRef<const map::Term *> Names) const;
  /// Tries to keep all names within the bound; C and M follow if it works.
  bool tighten(Conjunction &C, solve::Model &M,
               llvm::ArrayRef<const map::Term *> Names, uint64_t Bound);

  map::TermContext &Terms;
  const LaunchFacts &Launch;
  solve::Solver TheSolver;
  const Settings &S;
  uint64_t FirstStep;
  solve::CpuTime::time_point Begin, Latest;
  mutable std::optional<uint64_t> Looked; ///< at the clock, after so many steps
  mutable bool IsLate = false;
  unsigned Attempts = 0;
  bool WantsMore = false; ///< steps, for circuits
  struct Known {
    solve::Answer TheAnswer;
    Effort By;
  };
  std::map<Conjunction, Known> Memory;
};

/// What may be spent beside the verdict, for one purpose: the kernel's budget
/// by Parts, from now on.
class Allowance {
public:
  explicit Allowance(const Decider &D, unsigned Parts = 20)
      : D(&D), End(D.steps() + D.allowedSteps() / Parts) {}
  bool isSpent() const {
    return D->steps() >= End || D->isShareUsedUp() || D->isStoppedByClock();
  }
  /// An equal part of what is left of it.
  Allowance share(unsigned Parts) const {
    Allowance Part = *this;
    uint64_t Now = D->steps();
    Part.End = Now + (End - std::min(End, Now)) / Parts;
    return Part;
  }

private:
  const Decider *D;
  uint64_t End;
};

} // namespace racemap::verdict

#endif
