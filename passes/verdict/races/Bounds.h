// Bounds - accesses that can leave their array.
//
// In:  the walk of one thread, and the arrays whose size is known: variables,
//      and what the launch's allocations say about parameters.
// Out: a finding for each access that can be reached with an offset below 0 or
//      an end behind the array, with one thread as its witness.
// Most accesses need no query: the range of their offset is within. Verdicts
// are about races and do not depend on any of this.
//
// What only the choice of open dimensions decides is no defect of the kernel:
// the author of "__shared__ float s[256]; s[threadIdx.x] = …" means blocks of
// at most 256 threads, and where no launch is in sight nothing says otherwise.
// Such a finding is possible, and no more, unless it is there in every ordinary
// launch that reaches the access.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_BOUNDS_H
#define RACEMAP_PASSES_VERDICT_RACES_BOUNDS_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/launch/OrdinaryLaunches.h"
#include "passes/verdict/query/Query.h"
#include "passes/verdict/query/RacingPair.h"

namespace racemap::verdict {

class Bounds {
public:
  Bounds(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
         ContextResult &Out)
      : G(G), Launch(Launch), D(D), Terms(G.P.terms()), Out(Out), Time(D) {}

  /// Findings, and the accesses that were not decided, go to Out.
  void analyse(const intervals::Convergence &IsConvergent);
  /// The queries of the findings.
  llvm::ArrayRef<RacingPair> leaving() const { return Leaving; }

private:
  /// The size of an array in bytes, as a signed number.
  struct Extent {
    const map::Term *Bytes = nullptr; ///< null: not known
    /// It rests on values of the host of which the kernel sees nothing.
    bool IsHidden = false;
  };

  Extent extentOf(const map::Array *A) const;
  Extent launchExtentOf(const map::Array *A) const;
  bool isWithin(const intervals::Reach &R, const Extent &E);
  Conjunction inLaunch() const;
  Conjunction reaching(const intervals::Reach &R) const;
  Query leavingAt(const intervals::Reach &R, const Extent &E) const;
  void decide(const intervals::Reach &R, const Extent &E);
  bool isOpen(map::Builtin Dimension) const;
  std::vector<LaunchValues> ordinaryLaunches() const;
  bool happensInOrdinaryLaunches(const intervals::Reach &R, const Query &Q);
  bool needsContents(const intervals::Reach &R, const Query &Q);
  bool isSaid(const map::Unknown *Read, const Query &Q);
  bool needsNoSize(const Extent &E, const Query &Q);
  bool standsUp(const intervals::Reach &R, const Witness &W,
                const solve::Model &M) const;
  /// Of another access that leaves its array, where it shows the same of Q: the
  /// two have one cause then, and one example. Null if there is none.
  const solve::Model *knownExample(const Query &Q) const;
  void report(const intervals::Reach &R, const Extent &E, Query Q,
              solve::Model M, bool IsNew);
  void remember(const intervals::Reach &R, const Extent &E, const Query &Q,
                const solve::Model &M);
  void undecided(const intervals::Reach &R, const std::string &Why);

  const intervals::Ground &G;
  LaunchFacts &Launch;
  Decider &D;
  map::TermContext &Terms;
  ContextResult &Out;
  Allowance Time;
  std::vector<RacingPair> Leaving;
  std::vector<solve::Model> Examples; ///< of findings, each once
  std::vector<Undecided> Open;        ///< one for each reason
};

} // namespace racemap::verdict

#endif
