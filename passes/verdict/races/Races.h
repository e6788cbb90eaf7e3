// Races - all pairs of accesses of an interval.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_RACES_H
#define RACEMAP_PASSES_VERDICT_RACES_RACES_H

#include "passes/map/PromiseRewriter.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/order/BlockCounters.h"
#include "passes/verdict/order/Flags.h"
#include "passes/verdict/order/Locks.h"
#include "passes/verdict/query/HostChoices.h"
#include "passes/verdict/query/InitialReads.h"
#include "passes/verdict/query/RacingPair.h"
#include "passes/verdict/races/Shifts.h"
#include "passes/verdict/replay/Replay.h"

namespace racemap::verdict {

class Races {
public:
  Races(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
        const Conflicts &Meeting, Observations &Seen, BlockCounters &Counted,
        Flags &Released, const Locks &Held, intervals::Convergence IsConvergent,
        ContextResult &Out)
      : G(G), P(G.P), Launch(Launch), D(D), Meeting(Meeting), Seen(Seen),
        Counted(Counted), Released(Released), Held(Held), Initial(G),
        Passed(Out.Context, Launch, D, P.terms()),
        IsConvergent(std::move(IsConvergent)), Plain(P.terms()), Out(Out) {}

  /// Decides all pairs; one finding per pair of accesses and relation. What
  /// takes long comes last, and only if its accesses were not found to race
  /// in another interval. Once a race is certain, what the others may take is
  /// limited.
  void analyse(llvm::ArrayRef<intervals::Interval> All);
  /// Asynchronous accesses that their threads do not wait for may happen at any
  /// time: they are undecided.
  void analyseEnds();
  /// Leaves Ways and Touches of witnesses empty.
  void drawNothing() { DrawingSteps = 0; }
  /// The queries of the pairs that race.
  llvm::ArrayRef<RacingPair> racing() const { return Racing; }

private:
  struct Pair {
    const intervals::Interval *In;
    const intervals::Reach *A, *B;
  };
  using PairKey = std::tuple<unsigned, unsigned, intervals::Relation::Kind>;

  /// Can the two accesses conflict at all, by what they are and where?
  bool mayConflict(const map::Access &A, const map::Access &B,
                   intervals::Relation R) const;
  Query conflict(const Pair &X, const TwoThreads &Both);
  PairKey keyOf(const Pair &X) const;
  TwoThreads threadsOf(const Pair &X) const;
  Conjunction together(const Pair &X, const TwoThreads &Both) const;
  bool isKnownToRace(const Pair &X) const;
  /// Is there a certain race, and what is left undecided not worth more time?
  bool isLeftAside();
  /// What is said of such a pair.
  std::optional<std::string> leftAside() const;
  /// Null where it matters at which accesses the threads are.
  Shifts *shiftsOf(const Pair &X);
  /// Why it could not be decided with that effort; nothing if it was.
  std::optional<std::string> decide(const Pair &X, Effort E);
  void noteRefuted(solve::Way By);
  /// The pair is not refuted.
  void leaveOpen(const Pair &X);
  /// Notes what a model M of Q shows, or what else does if that is not certain.
  void report(const Pair &X, const TwoThreads &Both, const Query &Q,
              const solve::Model &M);
  /// Is the race certain by a model M of Case? Then Its is kept, the query of
  /// all such cases, with a model of that.
  bool isShown(const Pair &X, const TwoThreads &Both, const Query &Case,
               const solve::Model &M, bool IsBenign, const Query &Its,
               const solve::Model &ItsCase);
  bool isShownByHosts(const Pair &X, const TwoThreads &Both,
                      const Query &Racing, const Query &Compared,
                      bool IsBenign);
  bool isShownByFirst(const Pair &X, const TwoThreads &Both, const Query &Q,
                      bool IsBenign);
  /// How certain the finding is.
  Certainty race(const Pair &X, const TwoThreads &Both, const Query &Q,
                 const solve::Model &M, bool IsBenign,
                 const std::optional<UnmeantLaunches> &Only);
  /// What is meant of the contents of arrays, and a text of those that are not.
  struct Contents {
    Conjunction Facts; ///< empty: any are
    std::string Broken;
  };
  Contents risingArrays(const Pair &X, const TwoThreads &Both,
                        const Query &Case);
  Contents partsOfBlocks(const Pair &X, const TwoThreads &Both,
                         const Query &Case);
  Contents distinctElements(const Pair &X, const TwoThreads &Both);
  bool excludes(const Contents &Its, const Pair &X, const TwoThreads &Both,
                Query &Case, solve::Model &M);
  /// Has Case a model with contents of arrays as they are meant? Then it is M,
  /// and Case has only such. Else which contents have it, if threads come to
  /// each of the two places with others, too.
  std::optional<UnmeantLaunches> meanContents(const Pair &X,
                                              const TwoThreads &Both,
                                              Query &Case, solve::Model &M);
  /// Keeps the query of a pair that races in some interval; M: a model of it,
  /// if it was looked for.
  void remember(const Pair &X, const TwoThreads &Both, const Query &Q,
                std::optional<solve::Model> M);
  /// Does B order the two threads of the pair?
  bool orders(const map::Barrier *B, const Pair &X) const;
  std::string explain(const Pair &X, const Finding &F,
                      llvm::StringRef Doubt) const;
  const map::Term *meant(const map::Term *T, const Query &Q,
                         const TwoThreads &Both) const;
  /// What one thread of a model is to do.
  Part partOf(const Pair &X, unsigned Thread, const TwoThreads &Both,
              const Query &Q, const Witness &W, const solve::Model &M) const;
  Replayed run(const Pair &X, const TwoThreads &Both, const Query &Q,
               const Witness &W, const solve::Model &M, Purpose Why) const;
  /// Fills in how the threads of a witness get there, and what their
  /// neighbours do meanwhile.
  void draw(const Pair &X, const Part &First, const Part &Second,
            const solve::Model &M, Witness &W);
  bool isSettledByRun(const Pair &X, const TwoThreads &Both,
                      const Query &Q) const;
  std::pair<Certainty, llvm::StringRef> judge(const Pair &X,
                                              const TwoThreads &Both,
                                              const Query &Q, const Witness &W,
                                              const solve::Model &M) const;
  std::optional<Query> differing(const intervals::Reach &A,
                                 const intervals::Reach &B,
                                 const TwoThreads &Both, const Query &Q);

  const intervals::Ground &G;
  const map::Protocol &P;
  LaunchFacts &Launch;
  Decider &D;
  const Conflicts &Meeting;
  Observations &Seen;
  BlockCounters &Counted;
  Flags &Released;
  const Locks &Held;
  InitialReads Initial;
  HostChoices Passed;
  intervals::Convergence IsConvergent;
  map::WithoutPromises Plain;
  ContextResult &Out;
  std::map<PairKey, size_t> Found; ///< index of the finding
  llvm::DenseMap<const intervals::Interval *, std::unique_ptr<Shifts>> Moved;
  std::vector<RacingPair> Racing;
  std::optional<Allowance> Rest; ///< since a race is certain
  /// Statements that threads may run to be drawn.
  unsigned DrawingSteps = 60'000;
};

} // namespace racemap::verdict

#endif
