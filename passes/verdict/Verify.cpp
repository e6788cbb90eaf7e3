// Verify - the order of work for one kernel in one context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Verify.h"
#include "passes/intervals/LoopBounds.h"
#include "passes/verdict/Bounds.h"
#include "passes/verdict/Convergence.h"
#include "passes/verdict/Disjointness.h"
#include "passes/verdict/Races.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;
using intervals::Walk;
using solve::Answer;

namespace {

/// What all parts of the analysis of one context share.
struct Session {
  Session(const Protocol &P, const LaunchContext &C, const Settings &S)
      : Launch(P, C), Loops(P), Where(P),
        G{P, Loops, Where, Launch.environment(), Launch},
        D(P.terms(), Launch, S) {
    intervals::boundLoops(
        P, Loops, Launch.environment(), Launch,
        [&](const Variable *V, map::Interval I) { Launch.limit(V, I); });
  }

  LaunchFacts Launch;
  intervals::LoopTable Loops;
  intervals::Places Where;
  intervals::Ground G;
  Decider D;
};

/// Can the launch happen at all under its assumptions?
bool isContradictory(const Protocol &P, LaunchFacts &Launch, Decider &D) {
  intervals::SharedVariables None;
  TwoThreads Both(Launch, P.terms(), Scope::Grid, None);
  Conjunction All = Both.common();
  llvm::append_range(All, Launch.promised());
  return D.decide(All).TheKind == Answer::Kind::No;
}

/// Nothing to check, if that is what the source and the user say. A launch
/// that only the analysis excludes is not one that cannot race.
void concludeContradiction(const Protocol &P, const Settings &S,
                           ContextResult &Out) {
  LaunchFacts Said(P, Out.Context, LaunchFacts::Source::NotTheAnalysis);
  Decider D(P.terms(), Said, S);
  bool Vacuous = isContradictory(P, Said, D);
  Out.TheVerdict = Vacuous ? Verdict::RaceFree : Verdict::Unknown;
  Out.Reason = Vacuous ? "contradictory assumptions"
                       : "assumptions of the analysis contradict each other";
}

template <typename Range> void assume(const Range &All, ContextResult &Out) {
  for (const std::string &Text : All)
    if (!llvm::is_contained(Out.Assumptions, Text))
      Out.Assumptions.push_back(Text);
}

/// Races compares accesses to one array, and to those that overlap in the
/// launch.
void assumeDisjointness(const Protocol &P, ContextResult &Out) {
  Aliases Overlaps(Out.Context);
  auto AreCompared = [&](const Array &A, const Array &B) {
    return Overlaps.mayOverlap(&A, &B);
  };
  assume(disjointness(P, AreCompared), Out);
}

void conclude(const Protocol &P, ContextResult &Out) {
  auto IsRace = [](const Finding &F, bool Certain) {
    return F.TheKind == Finding::Kind::DataRace && !F.Benign &&
           (F.TheCertainty != Certainty::Possible) == Certain;
  };
  auto Has = [&](bool Certain) {
    return llvm::any_of(Out.Findings,
                        [&](const Finding &F) { return IsRace(F, Certain); });
  };
  Out.TheVerdict = Verdict::Unknown;
  if (Has(true)) {
    Out.TheVerdict = Verdict::Racy;
    return;
  }
  if (Out.Pairs.Undecided) {
    Out.Reason = Out.UndecidedPairs.back().Reason;
    return;
  }
  if (Has(false)) {
    Out.Reason = "only possible findings";
    for (const Finding &F : Out.Findings)
      if (IsRace(F, false) &&
          F.Explanation.find(intervals::DivergentBarrier) != std::string::npos)
        Out.Reason = "divergent barrier";
    return;
  }
  Out.TheVerdict = Verdict::RaceFree;
  if (P.accesses().empty())
    Out.Reason = "no accesses";
}

/// Which barriers are convergent can depend on what threads find in memory,
/// which depends on which barriers are convergent. The largest set of barriers
/// of which each is convergent if all are: the first in time that were met
/// otherwise would have to depend on later ones.
std::unique_ptr<Convergence>
decideBarriers(Session &X, const Conflicts &Meeting, ContextResult &Out) {
  llvm::DenseSet<const Barrier *> Divergent;
  auto IsConvergent = [&](const Barrier *B, Relation) {
    return !Divergent.contains(B);
  };
  for (;;) {
    Observations Seen(X.G, X.Launch, X.D, Meeting, IsConvergent);
    ContextResult Here;
    auto Now = std::make_unique<Convergence>(X.G, X.Launch, X.D, Seen);
    Now->analyse(Here);
    size_t Before = Divergent.size();
    for (const Barrier *B : X.G.P.barriers())
      if (!Now->isConvergent(B))
        Divergent.insert(B);
    if (Seen.isEmpty() || Divergent.size() == Before) {
      llvm::append_range(Out.Findings, Here.Findings);
      llvm::append_range(Out.UndecidedPairs, Here.UndecidedPairs);
      assume(Seen.assumptions(), Out);
      return Now;
    }
  }
}

void checkBounds(Session &X, const intervals::Convergence &IsConvergent,
                 const Settings &S, ContextResult &Out) {
  Bounds Accesses(X.G, X.Launch, X.D, Out);
  Accesses.analyse(IsConvergent);
  if (S.NameNeeds)
    findNeeds(X.G.P, X.Launch, X.D, Accesses.leaving(), Out);
}

} // namespace

ContextResult verify(const Protocol &P, const LaunchContext &Context,
                     const Settings &S) {
  ContextResult Out;
  Out.Context = Context;
  if (!P.Gaps.empty()) {
    Out.Reason = P.Gaps.front().Reason;
    return Out;
  }
  Session X(P, Context, S);
  Out.Assumptions = X.Launch.assumptions();
  assumeDisjointness(P, Out);
  if (isContradictory(P, X.Launch, X.D)) {
    concludeContradiction(P, S, Out);
    Out.Milliseconds = X.D.elapsedMs();
    return Out;
  }
  auto Relations = intervals::relationsOf(P, S.GridLevel);
  bool ByWarp = Relations.front() == Relation::SameWarp;
  Conflicts Meeting(X.Launch, P.terms(), ByWarp, Context);
  auto Barriers = decideBarriers(X, Meeting, Out);
  auto IsConvergent = [&](const Barrier *B, Relation) {
    return Barriers->isConvergent(B);
  };
  Observations Seen(X.G, X.Launch, X.D, Meeting, IsConvergent);
  Tickets Taken(X.G, X.Launch, X.D, Seen, IsConvergent);
  Races Pairs(X.G, X.Launch, X.D, Meeting, Seen, Taken, IsConvergent, Out);
  std::vector<intervals::Interval> Intervals;
  for (Relation R : Relations)
    llvm::append_range(Intervals,
                       intervals::computeIntervals(X.G, R, IsConvergent));
  Pairs.analyse(Intervals);
  assume(Seen.assumptions(), Out);
  assume(Taken.assumptions(), Out);
  if (S.NameNeeds)
    findNeeds(P, X.Launch, X.D, Pairs.racing(), Out);
  conclude(P, Out);
  if (S.Bounds)
    checkBounds(X, IsConvergent, S, Out);
  Out.Milliseconds = X.D.elapsedMs();
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

KernelResult verify(const Protocol &P, const Settings &S) {
  KernelResult K;
  K.Name = P.Name;
  K.Mangled = P.Mangled;
  K.Where = P.Where;
  K.RelevantInputs = P.RelevantInputs;
  K.Accesses = P.accesses().size();
  K.ExactAccesses = P.Gaps.empty() ? countExact(P) : 0;
  std::vector<LaunchContext> Contexts = P.Contexts;
  if (Contexts.empty())
    Contexts.emplace_back();
  for (const LaunchContext &C : Contexts)
    K.Contexts.push_back(verify(P, C, S));
  findGuarantees(P, S, K);
  for (const Gap &G : P.Gaps)
    K.Remarks.push_back(G.Reason);
  return K;
}

} // namespace racemap::verdict
