// Observations - what is known about values that threads find in memory.
//
// In:  terms of two threads that mention what accesses found
//      (map::Access::Found).
// Out: facts about pairs of such values, one of each thread:
//      * A thread that reads back what it has written itself, while nobody else
//        writes there, finds that, if it comes to do so.
//      * Reads of one place between which nobody writes it find the same; those
//        of one thread, if nobody ever does.
//      * A place that is only counted up, or only down, gives each call a
//        range of its own, as long as it does not go round (named). So does
//        one lane's call for its group (WarpAggregation), to each lane.
//      * A barrier of a block returns the same to all threads that meet there,
//        and so does a vote of a warp to its lanes.
//      * Of compare-and-swaps from one value only one finds it, if they leave
//        others there; of exchanges only one finds what is not written; of two
//        that set bits the second finds those of the first.
// That nothing breaks the rule in between is shown in two steps. An access that
// would never meets the two: no other thread can be at it when a thread is at
// one of them, so barriers order them. And in the same iterations of the loops
// that they share it stands before both, or behind both: barriers are met in
// the order of the program, so it does not happen in between. (Cause 2 of
// DESIGN, section 3, and "counters" of section 5.)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_OBSERVATIONS_H
#define RACEMAP_PASSES_VERDICT_ORDER_OBSERVATIONS_H

#include "passes/map/PromiseRewriter.h"
#include "passes/verdict/order/ObservationRules.h"
#include "passes/verdict/order/WarpAggregation.h"
#include "passes/verdict/query/Conflicts.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

namespace racemap::verdict {

/// Do the lanes that an exchange names come to it in the same iterations?
using VotesTogether = std::function<bool(const map::Exchange *)>;

class Observations {
public:
  Observations(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
               const Conflicts &Meeting, intervals::Convergence IsConvergent,
               VotesTogether DoVote);

  /// Facts about what the terms mention, of any two threads. They promise
  /// nothing: what they mention need not happen.
  Conjunction facts(llvm::ArrayRef<const map::Term *> Terms,
                    const TwoThreads &Both);
  /// Those by which what is found equals something, beside what Known says.
  Conjunction equalities(llvm::ArrayRef<const map::Term *> Terms,
                         const TwoThreads &Both,
                         llvm::ArrayRef<const map::Term *> Known);
  /// No two threads are at A and at B at once, at a common byte.
  bool neverMeet(const map::Access *A, const map::Access *B);
  /// Does no access name what it found, and no barrier what it returns?
  bool isEmpty() const { return ByName.empty() && Returning.empty(); }
  /// What the facts given so far take for granted.
  const std::set<std::string> &assumptions() const { return Assumed; }

private:
  using Rule = ObservationRule;

  /// The accesses that give a name its value: one of the source, which can
  /// stand in the protocol more than once.
  using Sites = llvm::SmallVector<const map::Access *, 2>;
  /// A value of one thread.
  struct Event {
    const map::Unknown *Value;
    const Sites *At;
    const AggregatedAtomic *For = nullptr; ///< if another lane is at the access
    const map::Access &access() const { return *At->front(); }
    const map::Unknown *name() const {
      return For ? For->Given->Result : access().Found;
    }
  };
  struct Range {
    const map::Term *Begin, *Size;
  };

  enum class Which : uint8_t { All, Equalities };

  Conjunction collect(llvm::ArrayRef<const map::Term *> Terms,
                      llvm::ArrayRef<const map::Term *> Known,
                      const TwoThreads &Both, Which Wanted);
  static bool isOneWay(const Event &A, const Event &B, Rule R);
  std::optional<Event> eventOf(const map::Unknown *U);
  void addReturning(const map::Stmt *S);
  const map::Term *meet(const map::Stmt *S, const TwoThreads &Both) const;
  const map::Term *sameResult(const map::Unknown *Mine,
                              const map::Unknown *Other,
                              const TwoThreads &Both) const;
  const map::Term *comesTo(const map::Loop *L) const;
  const map::Term *happens(const Event &E) const;
  const map::Term *ownValue(const Event &E, const TwoThreads &Both,
                            llvm::ArrayRef<const map::Term *> Known);
  bool isKept(const map::Access &Written, const map::Access &Read);
  const map::Term *relate(const Event &A, const Event &B,
                          const TwoThreads &Both, Which Wanted);
  const map::Term *conclude(const Event &A, const Event &B, Rule R,
                            const TwoThreads &Both);
  const map::Term *rankOf(const Event &E, const TwoThreads &Both) const;
  std::optional<Range> taken(const Event &E, const TwoThreads &Both) const;
  const map::Term *apart(const Event &A, const Event &B,
                         const TwoThreads &Both) const;
  const map::Term *samePlace(const Event &A, const Event &B,
                             const TwoThreads &Both) const;
  const map::Term *sameInThread(const Event &A, const Event &B,
                                const TwoThreads &Both) const;
  const map::Term *areMembers(const Event &A, const Event &B,
                              const TwoThreads &Both) const;
  const map::Term *sameIterations(const Event &A, const Event &B,
                                  const map::Access &W) const;
  const map::Term *valueOf(const map::Term *T, const Event &E) const;
  bool isUndisturbed(const Event &A, const Event &B, Rule R,
                     const map::Term *&Premise);
  const std::vector<intervals::Interval> &intervals();

  const intervals::Ground &G;
  map::TermContext &T;
  LaunchFacts &Launch;
  Decider &D;
  const Conflicts &Meeting;
  intervals::Convergence IsConvergent;
  VotesTogether DoVote;
  WarpAggregation Aggregation;
  map::WithoutPromises Plain;
  /// The barriers, or the votes, that return what has the name: one of the
  /// source, which can stand in and behind its loop; none if it is not known
  /// where that comes from.
  llvm::StringMap<llvm::SmallVector<const map::Stmt *, 2>> Returning;
  llvm::StringMap<Sites> ByName;
  llvm::DenseMap<const map::Term *, const map::Loop *> ByCounter;
  std::map<std::pair<unsigned, unsigned>, bool> Meets;
  std::vector<intervals::Interval> Intervals; ///< of all relations
  std::set<std::string> Assumed;
};

} // namespace racemap::verdict

#endif
