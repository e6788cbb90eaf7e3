// Verify - the order of work for one kernel in one context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Verify.h"
#include "passes/intervals/InFlight.h"
#include "passes/intervals/Lockstep.h"
#include "passes/intervals/LoopBounds.h"
#include "passes/intervals/Phases.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "passes/solve/Trials.h"
#include "passes/verdict/Conclusion.h"
#include "passes/verdict/GeneralProofs.h"
#include "passes/verdict/ProvedAccesses.h"
#include "passes/verdict/convergence/Convergence.h"
#include "passes/verdict/finding/Explanations.h"
#include "passes/verdict/launch/Disjointness.h"
#include "passes/verdict/preconditions/Preconditions.h"
#include "passes/verdict/races/Bounds.h"
#include "passes/verdict/races/Races.h"
#include "llvm/Support/TimeProfiler.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;
using intervals::Walk;
using solve::Answer;

namespace {

/// What all parts of the analysis of one context share.
struct Session {
  Session(const Protocol &P, const LaunchContext &C, const Settings &S)
      : Launch(P, C), Loops(P), Where(P), Masks(P, Launch.environment()),
        G{P, Loops, Where, Masks, Launch.environment(), Launch}, Split(G),
        D(P.terms(), Launch, S) {
    if (!Split.isEmpty())
      G.Split = &Split;
    G.Lockstep = S.Lockstep;
    intervals::boundLoops(
        P, Loops, Launch.environment(), Launch,
        [&](const Variable *V, map::Interval I) { Launch.limit(V, I); });
    Masks.addCounted(G);
  }

  LaunchFacts Launch;
  intervals::LoopTable Loops;
  intervals::Places Where;
  intervals::Parties Masks;
  intervals::Ground G;
  intervals::Phases Split;
  Decider D;
};

/// They are not in the order of the statements.
bool hasAsynchronous(const Protocol &P) {
  return llvm::any_of(P.accesses(),
                      [](const Access *A) { return A->Asynchronous; });
}

/// Can the launch happen at all under its assumptions?
bool isContradictory(const Protocol &P, LaunchFacts &Launch, Decider &D) {
  intervals::SharedVariables None;
  TwoThreads Both(Launch, P.terms(), Scope::Grid, None);
  Conjunction All = Both.common();
  llvm::append_range(All, Launch.promised());
  return solve::tryNumbers(All, Launch, 1).empty() &&
         D.decide(All, Effort::Limited).TheKind == Answer::Kind::No;
}

/// Nothing to check, if that is what the source and the user say. A launch
/// that only the analysis excludes is not one that cannot race.
void concludeContradiction(const Protocol &P, const Settings &S,
                           ContextResult &Out) {
  if (isUnknownForGaps(P, Out))
    return;
  LaunchFacts Said(P, Out.Context, LaunchFacts::Source::NotTheAnalysis);
  Decider D(P.terms(), Said, S);
  bool Vacuous = isContradictory(P, Said, D);
  Out.TheVerdict = Vacuous ? Verdict::RaceFree : Verdict::Unknown;
  Out.Reason = Vacuous ? NothingChecked
                       : "assumptions of the analysis contradict each other";
}

template <typename Range> void assume(const Range &All, ContextResult &Out) {
  for (const std::string &Text : All)
    if (!llvm::is_contained(Out.Assumptions, Text))
      Out.Assumptions.push_back(Text);
}

/// What the source says of values found in memory.
void assumeGiven(const Protocol &P, ContextResult &Out) {
  std::vector<std::string> All;
  forEachStmt(P.Body, [&](const Stmt *S) {
    if (const auto *G = llvm::dyn_cast<Given>(S))
      All.push_back(toText(G->Condition) + " wherever a thread comes to line " +
                    std::to_string(G->Where.Line));
  });
  assume(All, Out);
}

/// Races compares accesses to one array, and to those that overlap in the
/// launch.
void assumeDisjointness(const Protocol &P, const Aliases &Overlaps,
                        ContextResult &Out) {
  auto AreCompared = [&](const Array &A, const Array &B) {
    return Overlaps.mayOverlap(&A, &B);
  };
  assume(disjointness(P, AreCompared), Out);
}

/// Those of two blocks apart by cluster, if that is known and matters.
std::vector<Relation> relationsOf(const Session &X, const Settings &S) {
  auto All = intervals::relationsOf(X.G, S.GridLevel);
  auto IsOfCluster = [](const auto *S) {
    return S->TheScope == Scope::Cluster;
  };
  bool HasClusters = llvm::any_of(X.G.P.barriers(), IsOfCluster) ||
                     llvm::any_of(X.G.P.accesses(), [](const Access *A) {
                       return A->isAtomic() && A->AtomicScope == Scope::Cluster;
                     });
  if (!S.GridLevel || !HasClusters || !X.Launch.clusterDim())
    return All;
  All.back().OneCluster = true;
  All.push_back(All.back());
  All.back().OneCluster = false;
  return All;
}

/// Are there two threads so related? Nothing is sure in doubt.
bool areThere(Session &X, Relation R, bool ByWarp) {
  if (X.G.Masks.all().empty() || !R.Parties)
    return true;
  intervals::SharedVariables None;
  TwoThreads Both(X.Launch, X.G.P.terms(), commonScope(R), None);
  Conjunction All = Both.common();
  All.push_back(Both.related(R, ByWarp));
  All.push_back(Both.inParties(R, X.G.Masks));
  return X.D.decide(All).TheKind != Answer::Kind::No;
}

/// Is no thread in both parties, or no pair in the one and not in the other?
bool areNested(Session &X, const intervals::Party &A,
               const intervals::Party &B) {
  if (!A.Member != !B.Member) // warps, and whole warps
    return true;
  intervals::SharedVariables None;
  TermContext &T = X.G.P.terms();
  Scope Group = A.Member ? Scope::Block : Scope::Warp;
  TwoThreads Both(X.Launch, T, Group, None);
  auto IsNever = [&](const Term *One, const Term *Other) {
    Conjunction All = Both.common();
    if (A.Mask)
      All.push_back(Both.sameWarp());
    All.push_back(One);
    All.push_back(Other);
    return X.D.decide(All).TheKind == Answer::Kind::No;
  };
  const Term *InA = Both.areTogether(A), *InB = Both.areTogether(B);
  return IsNever(Both.firstNamesItself(A), Both.firstNamesItself(B)) ||
         IsNever(InA, T.logicalNot(InB)) || IsNever(InB, T.logicalNot(InA));
}

bool doOverlap(Session &X) {
  auto All = X.G.Masks.all();
  for (const intervals::Party &A : All)
    for (const intervals::Party &B : All)
      if (A.Number < B.Number && !areNested(X, A, B))
        return true;
  return false;
}

/// Which barriers are convergent can depend on what threads find in memory,
/// which depends on which barriers are convergent. The largest set of barriers
/// of which each is convergent if all are: the first in time that were met
/// otherwise would have to depend on later ones.
class Barriers {
public:
  Barriers(Session &X, const Conflicts &Meeting, ContextResult &Out) {
    while (!decide(X, Meeting, Out))
      ;
  }
  bool isConvergent(const Barrier *B) const { return !Divergent.contains(B); }
  bool isLeftTogether(const Loop *L) { return Now->isLeftTogether(L); }
  Observations &seen() { return *Seen; }

private:
  /// One round; false if fewer of them are left than the round rests on.
  bool decide(Session &X, const Conflicts &Meeting, ContextResult &Out) {
    Seen = std::make_unique<Observations>(
        X.G, X.Launch, X.D, Meeting,
        [this](const Barrier *B, Relation) { return isConvergent(B); },
        [this](const Exchange *X) { return !Divergent.contains(X); });
    Now = std::make_unique<Convergence>(X.G, X.Launch, X.D, *Seen);
    ContextResult Here;
    Now->analyse(Here);
    size_t Before = Divergent.size();
    for (const Barrier *B : X.G.P.barriers())
      if (!Now->isConvergent(B))
        Divergent.insert(B);
    forEachStmt(X.G.P.Body, [&](const Stmt *S) {
      const auto *Vote = llvm::dyn_cast<Exchange>(S);
      if (Vote && !Now->isMetTogether(Vote))
        Divergent.insert(Vote);
    });
    if (!Seen->isEmpty() && Divergent.size() != Before)
      return false;
    llvm::append_range(Out.Findings, Here.Findings);
    llvm::append_range(Out.UndecidedPairs, Here.UndecidedPairs);
    return true;
  }

  llvm::DenseSet<const Stmt *> Divergent; ///< barriers and votes
  std::unique_ptr<Observations> Seen;
  std::unique_ptr<Convergence> Now;
};

/// Who comes to a gap may meet others at barriers, or go no further.
void doubtBarriers(const Protocol &P, ContextResult &Out) {
  if (P.gaps().empty())
    return;
  for (Finding &F : Out.Findings) {
    F.TheCertainty = Certainty::Possible;
    F.Explanation +=
        doubts("threads come there", P.gaps().front()->Reason, F.TheCertainty);
  }
}

void checkBounds(Session &X, const intervals::Convergence &IsConvergent,
                 const Settings &S, ContextResult &Out) {
  Bounds Accesses(X.G, X.Launch, X.D, Out);
  Accesses.analyse(IsConvergent);
  if (S.NamePreconditions)
    findPreconditions(X.G.P, X.Launch, X.D, Accesses.leaving(), Out);
}

/// All that may happen in parallel, for each relation of two threads.
std::vector<intervals::Interval> intervalsOf(Session &X, const Settings &S,
                                             std::vector<Relation> Relations,
                                             bool ByWarp, Barriers &Met) {
  llvm::TimeTraceScope Timed("RaceMap intervals", X.G.P.Name);
  auto IsConvergent = [&](const Barrier *B, Relation) {
    return Met.isConvergent(B);
  };
  std::vector<intervals::Interval> All;
  if (S.Lockstep) {
    All = intervals::lockstepIntervals(X.G, IsConvergent, [&](const Loop *L) {
      return Met.isLeftTogether(L);
    });
    llvm::erase_if(Relations,
                   [](Relation R) { return R == Relation::SameWarp; });
  }
  for (Relation R : Relations)
    if (!X.D.isShareUsedUp() && areThere(X, R, ByWarp))
      llvm::append_range(All,
                         intervals::computeIntervals(X.G, R, IsConvergent));
  llvm::append_range(All, intervals::besideOwnAccesses(X.G, IsConvergent));
  return All;
}

void noteCost(const Decider &D, ContextResult &Out) {
  Out.Milliseconds = D.elapsedMs();
  Out.Steps = D.steps();
  Out.IsCutShort = D.isCutShort();
  if (Out.Statistics)
    Out.Statistics->Asked = D.statistics();
  Out.IsStoppedByClock = D.isStoppedByClock();
}

/// Has the unit no more for this context? What was found until then stays.
bool isCutShort(Session &X, ContextResult &Out) {
  if (!X.D.isShareUsedUp())
    return false;
  if (!isUnknownForGaps(X.G.P, Out))
    Out.Reason = X.D.exhausted().Reason;
  noteCost(X.D, Out);
  return true;
}

} // namespace

void remarkClock(KernelResult &K) {
  std::string Remark = std::string(solve::StoppedByClock) +
                       ": what is said of this kernel may differ from run to "
                       "run";
  if (!llvm::is_contained(K.Remarks, Remark))
    K.Remarks.push_back(std::move(Remark));
}

/// Beside: what is taken as true beside what the launch says.
static ContextResult verifyUnder(const Protocol &P,
                                 const LaunchContext &Context,
                                 llvm::ArrayRef<Assumption> Beside,
                                 const Settings &S);

/// Adds the races of Other, a result of the same kernel for some of the
/// launches.
static void addRaces(const ContextResult &Other, ContextResult &Out) {
  for (const Finding &F : Other.Findings) {
    if (!F.isRace())
      continue;
    auto Known = llvm::find_if(Out.Findings, [&](const Finding &Its) {
      return Its.isRace() && Its.Array == F.Array && Its.Sites == F.Sites &&
             Its.Relation == F.Relation;
    });
    if (Known == Out.Findings.end())
      Out.Findings.push_back(F);
    else if (F.TheCertainty < Known->TheCertainty)
      *Known = F;
  }
}

/// While a race was certain, the other pairs had a small part of the budget. If
/// that race needs a launch which nobody means, what is left of the budget is
/// for deciding them in other launches.
static void decideOtherLaunches(const Session &X, const Settings &S,
                                llvm::ArrayRef<Assumption> Beside,
                                std::vector<Assumption> Expected,
                                size_t RacingPairs, ContextResult &Out) {
  uint64_t Spent = X.D.steps();
  if (Out.hasCertainRace() || Expected.empty() || !Out.Pairs.Undecided ||
      Spent + Steps::PerMillisecond > S.kernelSteps())
    return;
  Expected.insert(Expected.end(), Beside.begin(), Beside.end());
  Settings Rest = S;
  Rest.KernelBudgetMs = (S.kernelSteps() - Spent) / Steps::PerMillisecond;
  Rest.Bounds = false;
  ContextResult Others = verifyUnder(X.G.P, Out.Context, Expected, Rest);
  if (Others.Reason == NothingChecked)
    return;
  addRaces(Others, Out);
  auto &Pairs = Out.Pairs = Others.Pairs;
  size_t Unexpected = std::min<size_t>(RacingPairs, Pairs.Free);
  Pairs.Racy += Unexpected;
  Pairs.Free -= Unexpected;
  Out.UndecidedPairs = Others.UndecidedPairs;
}

ContextResult verify(const Protocol &P, const LaunchContext &Context,
                     const Settings &S) {
  return verifyUnder(P, Context, {}, S);
}

static ContextResult verifyUnder(const Protocol &P,
                                 const LaunchContext &Context,
                                 llvm::ArrayRef<Assumption> Beside,
                                 const Settings &S) {
  ContextResult Out;
  Out.Context = Context;
  if (S.Statistics)
    Out.Statistics.emplace();
  if (S.Proofs)
    Out.Proofs.emplace(P);
  if (S.Lockstep && hasAsynchronous(P)) {
    Out.Reason = "asynchronous copies of a warp in lockstep";
    return Out;
  }
  llvm::TimeTraceScope Timed("RaceMap verdict", P.Name);
  if (S.unitSteps() == 0) {
    Out.Reason = unitBudgetExhausted(S.UnitBudgetMs);
    Out.IsCutShort = true;
    return Out;
  }
  LaunchContext Narrowed = Context;
  llvm::append_range(Narrowed.Conditions, Beside);
  Session X(P, Narrowed, S);
  for (const Assumption &A : X.Launch.assumptions())
    Out.Assumptions.push_back(A.Text);
  assumeDisjointness(P, X.Launch.overlaps(), Out);
  assumeGiven(P, Out);
  if (!S.GridLevel)
    Out.Assumptions.push_back("blocks do not race with each other (grid=off)");
  if (isContradictory(P, X.Launch, X.D)) {
    concludeContradiction(P, S, Out);
    noteCost(X.D, Out);
    return Out;
  }
  X.Masks.Overlap = doOverlap(X);
  auto Relations = relationsOf(X, S);
  bool ByWarp = S.Lockstep || Relations.front() == Relation::SameWarp;
  Conflicts Meeting(X.G, X.Launch, ByWarp);
  Barriers Met(X, Meeting, Out);
  auto IsConvergent = [&](const Barrier *B, Relation) {
    return Met.isConvergent(B);
  };
  doubtBarriers(P, Out);
  if (isCutShort(X, Out))
    return Out;
  Observations &Seen = Met.seen();
  BlockOrder InBlock(X.G, X.Launch, X.D, IsConvergent);
  BlockCounters Counted(X.G, X.Launch, X.D, Meeting, Seen, InBlock);
  Flags Released(X.G, X.Launch, X.D, Meeting, InBlock);
  Locks Held(X.G, Meeting, InBlock);
  Races Pairs(X.G, X.Launch, X.D, Meeting, Seen, Counted, Released, Held,
              IsConvergent, Out);
  if (S.Lockstep)
    Out.Assumptions.push_back("the threads of a warp advance in lockstep");
  std::vector<intervals::Interval> Intervals =
      intervalsOf(X, S, std::move(Relations), ByWarp, Met);
  if (isCutShort(X, Out))
    return Out;
  if (!S.Draw)
    Pairs.drawNothing();
  Pairs.analyse(Intervals);
  Pairs.analyseEnds();
  assume(Seen.assumptions(), Out);
  assume(Counted.assumptions(), Out);
  assume(Released.assumptions(), Out);
  std::vector<Assumption> Expected;
  if (S.NamePreconditions)
    Expected = findPreconditions(P, X.Launch, X.D, Pairs.racing(), Out);
  decideOtherLaunches(X, S, Beside, std::move(Expected), Pairs.racing().size(),
                      Out);
  conclude(X.G, X.Launch, X.D, Out);
  assume(X.Launch.contents().assumptions(), Out);
  if (S.Proofs && Beside.empty())
    concludeProofs(P, X.Launch, Out);
  if (S.Bounds)
    checkBounds(X, IsConvergent, S, Out);
  assume(X.Launch.contents().assumptions(), Out); // more of them
  noteCost(X.D, Out);
  return Out;
}

/// Accesses that no unknown and no approximation decides.
static unsigned countExact(const Protocol &P) {
  Session X(P, LaunchContext(), Settings());
  Walk W = Walk::pastBarriers(X.G, Scope::Block);
  W.fromEntry();
  llvm::DenseSet<const Access *> Inexact;
  for (const intervals::Reach &R : W.reaches()) {
    Query Q({R.Condition, R.Offset}, R.Approximation);
    Q.Terms.insert(Q.Terms.end(), R.Slots.begin(), R.Slots.end());
    if (Q.certainty() != Certainty::Provable)
      Inexact.insert(R.TheAccess);
  }
  return P.accesses().size() - Inexact.size();
}

/// Of all contexts, and of launches that are not in sight.
static std::vector<AccessProofs> proofsOf(KernelResult &K, const Protocol &P,
                                          const Settings &S) {
  GeneralProofs General(P, S);
  std::vector<AccessProofs> All;
  for (ContextResult &C : K.Contexts)
    General.prove(C);
  for (const ContextResult &C : General.known())
    All.push_back(*C.Proofs);
  for (const ContextResult &C : K.Contexts)
    All.push_back(*C.Proofs);
  K.WhyNoProofs = K.Contexts.front().Proofs->Why;
  llvm::erase_if(All, [](const AccessProofs &A) { return !A.areUsable(); });
  return All;
}

KernelResult verify(const Protocol &P, const Settings &S) {
  uint64_t Allowed = S.unitSteps();
  KernelResult K;
  K.Name = P.Name;
  K.Mangled = P.Mangled;
  K.Where = P.Where;
  K.RelevantInputs = P.RelevantInputs;
  K.Accesses = P.accesses().size();
  bool IsCounted = P.gaps().empty() && S.unitSteps();
  K.ExactAccesses = IsCounted ? countExact(P) : 0;
  std::vector<LaunchContext> Contexts = P.Contexts;
  if (Contexts.empty())
    Contexts.emplace_back();
  for (const LaunchContext &C : Contexts) {
    size_t Left = Contexts.size() - K.Contexts.size();
    K.Contexts.push_back(verify(P, C, S.share(Left)));
  }
  GeneralProofs General(P, S);
  for (ContextResult &C : K.Contexts)
    General.improve(C);
  if (S.Proofs)
    K.Proofs = proofsOf(K, P, S.again(Allowed));
  if (llvm::any_of(K.Contexts, std::mem_fn(&ContextResult::IsStoppedByClock)))
    remarkClock(K);
  findGuarantees(P, S, K);
  for (const Gap *G : P.gaps())
    if (!llvm::is_contained(K.Remarks, G->Reason))
      K.Remarks.push_back(G->Reason);
  return K;
}

} // namespace racemap::verdict
