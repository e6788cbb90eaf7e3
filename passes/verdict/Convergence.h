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
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_CONVERGENCE_H
#define RACEMAP_PASSES_VERDICT_CONVERGENCE_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/Decider.h"
#include "passes/verdict/Decisions.h"
#include "passes/verdict/Observations.h"

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

private:
  enum class Uniformity : uint8_t { Uniform, Divergent, Undecided };

  /// Mask: only among these lanes of a warp; null: among all.
  Uniformity decide(const map::Stmt *At, map::Scope Group,
                    const map::Constant *Mask);
  Conjunction disagreement(const map::Stmt *At, map::Scope Group,
                           const map::Constant *Mask);
  bool isUniformByForm(const map::Stmt *At, map::Scope Group) const;
  bool isUniformByForm(const map::Term *T, const map::Stmt *At,
                       map::Scope Group) const;
  llvm::StringRef obstacle(const map::Barrier *B) const;
  void report(const map::Barrier *B, const Decision &Why, ContextResult &Out);
  void spread();

  const intervals::Ground &G;
  LaunchFacts &Launch;
  Decider &D;
  Observations &Seen;
  llvm::DenseSet<const map::Barrier *> Divergent;
  /// For some lanes of a warp, under conditions that these do not share.
  llvm::DenseSet<const map::Barrier *> Masked;
  std::map<std::tuple<const map::Stmt *, map::Scope, const map::Constant *>,
           Uniformity>
      Known;
};

} // namespace racemap::verdict

#endif
