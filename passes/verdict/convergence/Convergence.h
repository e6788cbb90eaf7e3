// Convergence - which barriers all threads of their group reach together.
//
// Threads of a group stay together as long as they take every decision alike
// that leads to a barrier, past it, or out of a loop that contains it. So: for
// each such decision (the condition of an If, the test of a Loop), either its
// form says that it is uniform, or Z3 refutes that two threads which arrived
// there in the same iterations decide differently. A barrier with an
// undecided or refuted decision is not convergent, nor is any that comes
// after it or shares a loop with it: the threads no longer meet where the
// program says. A return does not count: threads that have exited do not
// block the others; it is reported as an early exit.
// A warp barrier with a mask keeps its party together: only decisions that
// part one of its threads from one that it names count. Besides, each thread
// that comes to it must be named by its own mask, and all that it names must
// have the same.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_CONVERGENCE_CONVERGENCE_H
#define RACEMAP_PASSES_VERDICT_CONVERGENCE_CONVERGENCE_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/finding/Decisions.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/order/Observations.h"
#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

class Convergence {
public:
  /// Seen: what is known of values that decisions depend on.
  Convergence(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
              Observations &Seen)
      : G(G), Launch(Launch), D(D), Seen(Seen) {}

  /// Decides all barriers; findings and undecided barriers go to Out.
  void analyse(ContextResult &Out);
  bool isConvergent(const map::Barrier *B) const {
    return !Divergent.contains(B);
  }
  /// Do the lanes that X names come to it in the same iterations?
  bool isMetTogether(const map::Exchange *X) const { return Met.contains(X); }
  /// Do all threads of a warp that are in L leave it in the same iteration?
  bool isLeftTogether(const map::Loop *L);

private:
  enum class Uniformity : uint8_t { Uniform, Divergent, Undecided };

  /// Among: only threads that name each other; null: among all.
  Uniformity decide(const map::Stmt *At, map::Scope Group,
                    const intervals::Party *Among);
  Conjunction disagreement(const map::Stmt *At, map::Scope Group,
                           const intervals::Party *Among);
  bool isUniformByForm(const map::Stmt *At, map::Scope Group) const;
  bool isUniformByForm(const map::Term *T, const map::Stmt *At,
                       map::Scope Group) const;
  llvm::StringRef obstacle(const map::Barrier *B) const;
  /// Do all threads that come to B take part in it by their masks?
  bool hasItsParty(const map::Barrier *B, ContextResult &Out);
  /// The same for one with a count: does it count all that come, and them
  /// alone?
  bool analyseCounted(const map::Barrier *B, ContextResult &Out);
  /// The same for those that Phases follows.
  bool analyseSplit(const map::Barrier *B, ContextResult &Out);
  void reportStuck(const map::Barrier *B, ContextResult &Out);
  bool runEquallyOften();
  bool sharesItsNumber(const map::Barrier *B) const;
  bool mayMeetCounted(const map::Barrier *B) const;
  void reportMissing(const map::Barrier *B, const map::Term *Member,
                     std::string Why, llvm::StringRef Doubt,
                     ContextResult &Out);
  /// Null if all decisions on the way to B are uniform.
  const Decision *parting(const map::Barrier *B,
                          llvm::ArrayRef<Decision> Decisions);
  /// False if B is not convergent, or not known to be, and neither is what
  /// comes after it.
  bool analyse(const map::Barrier *B, ContextResult &Out);
  void report(const map::Barrier *B, const Decision &Why, ContextResult &Out);
  void spread();
  void analyseVotes();
  bool comeTogether(const map::Exchange *X);
  /// A thread, at a barrier seen so far, for ever.
  bool mayBeStuck() const { return !Divergent.empty() || !Unclear.empty(); }

  bool mayBeStuckElsewhere() const;

  const intervals::Ground &G;
  LaunchFacts &Launch;
  Decider &D;
  Observations &Seen;
  llvm::DenseSet<const map::Barrier *> Divergent;
  /// For threads that nobody knows, under conditions that differ.
  llvm::DenseSet<const map::Barrier *> Unclear;
  llvm::DenseSet<const map::Exchange *> Met;
  std::map<const map::Term *, intervals::Party> Voters; ///< by their mask
  std::map<std::tuple<const map::Stmt *, map::Scope, const intervals::Party *>,
           Uniformity>
      Known;
};

} // namespace racemap::verdict

#endif
