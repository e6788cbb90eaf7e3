// Compare - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"
#include "Features.h"
#include "Replay.h"
#include "Truth.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include <chrono>

namespace racemap::oracle {

using namespace map;
using namespace verdict;
using llvm::Twine;
using FoundKind = Finding::Kind;

static double since(std::chrono::steady_clock::time_point Begin) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - Begin)
      .count();
}

namespace {

/// One protocol, in one launch, on both sides.
class Comparer {
public:
  /// Open: the analysis knows no dimensions, so it may find more.
  Comparer(const Protocol &P, const ContextResult &Said, const Truth &T,
           const Launch &L, bool Open, const Limits &Most, Comparison &Out)
      : P(P), Said(Said), T(T), L(L), Open(Open), Most(Most), Out(Out) {}

  void run() {
    checkRacesAreFound();
    checkOutsideIsFound();
    checkVerdict();
    for (const Finding &F : Said.Findings)
      checkFinding(F);
    checkDivergence();
  }

private:
  void fail(const Twine &Kind, const Twine &Details) {
    if (Out.TheOutcome == Comparison::Outcome::Disagree)
      return;
    Out.TheOutcome = Comparison::Outcome::Disagree;
    Out.Kind = Kind.str();
    Out.Details = Details.str();
  }

  void checkRacesAreFound();
  void checkOutsideIsFound();
  void checkVerdict();
  void checkFinding(const Finding &F);
  void checkRace(const Finding &F);
  void checkOutside(const Finding &F);
  void checkDivergence();
  std::optional<PairKey> keyOf(const Finding &F) const;
  std::optional<unsigned> accessAt(const Site &S) const;
  std::optional<unsigned> barrierAt(const Site &S) const;
  const Finding *findingFor(const PairKey &K) const;
  bool isUndecided(const PairKey &K) const;

  const Protocol &P;
  const ContextResult &Said;
  const Truth &T;
  const Launch &L;
  bool Open;
  const Limits &Most;
  Comparison &Out;
};

} // namespace

std::optional<unsigned> Comparer::accessAt(const Site &S) const {
  for (const Access *A : P.accesses())
    if (A->Where.Line == S.Where.Line)
      return A->Id;
  return std::nullopt;
}

std::optional<unsigned> Comparer::barrierAt(const Site &S) const {
  for (const Barrier *B : P.barriers())
    if (B->Where.Line == S.Where.Line)
      return B->Id;
  return std::nullopt;
}

std::optional<PairKey> Comparer::keyOf(const Finding &F) const {
  if (F.Sites.size() != 2)
    return std::nullopt;
  auto A = accessAt(F.Sites[0]), B = accessAt(F.Sites[1]);
  if (!A || !B)
    return std::nullopt;
  return PairKey{std::min(*A, *B), std::max(*A, *B),
                 F.Relation <= Scope::Block};
}

const Finding *Comparer::findingFor(const PairKey &K) const {
  const Finding *Best = nullptr;
  for (const Finding &F : Said.Findings)
    if (F.TheKind == FoundKind::DataRace && keyOf(F) == K)
      if (!Best || (Best->Benign && !F.Benign))
        Best = &F;
  return Best;
}

/// The pair; or one of its accesses, a copy for which its thread does not wait:
/// what it meets once the thread has returned, and others have passed barriers
/// without it.
bool Comparer::isUndecided(const PairKey &K) const {
  bool SomeReturn =
      !T.EarlyExit.empty() || !T.Beside.empty() || !T.PassedBy.empty();
  return llvm::any_of(Said.UndecidedPairs, [&](const Undecided &U) {
    if (SomeReturn && U.Sites.size() == 1) {
      auto Alone = accessAt(U.Sites.front());
      return Alone && (*Alone == K.First || *Alone == K.Second);
    }
    Finding F;
    F.Sites = U.Sites;
    auto Key = keyOf(F);
    return Key && Key->First == K.First && Key->Second == K.Second;
  });
}

void Comparer::checkRacesAreFound() {
  for (const auto &[Key, Pair] : T.Races) {
    const Finding *F = findingFor(Key);
    if (F && F->Benign && !Pair.Benign)
      fail("harmful race called benign", Pair.Example);
    if (!F && !isUndecided(Key) && Said.TheVerdict != Verdict::Unknown)
      fail("race is missed", Pair.Example);
  }
}

void Comparer::checkOutsideIsFound() {
  auto IsAt = [&](const std::vector<Site> &Sites, unsigned Access) {
    return llvm::any_of(Sites,
                        [&](const Site &S) { return accessAt(S) == Access; });
  };
  for (unsigned A : T.Outside) {
    bool Found = llvm::any_of(Said.Findings, [&](const Finding &F) {
      return F.TheKind == FoundKind::OutOfBounds && IsAt(F.Sites, A);
    });
    bool Open = llvm::any_of(Said.UndecidedPairs, [&](const Undecided &U) {
      return IsAt(U.Sites, A);
    });
    if (!Found && !Open && Said.Reason != "contradictory assumptions")
      fail("access outside is missed", Twine("access ") + Twine(A));
  }
}

void Comparer::checkOutside(const Finding &F) {
  auto A = F.Sites.empty() ? std::nullopt : accessAt(F.Sites[0]);
  if (!A)
    fail("finding without a known access", F.Explanation);
  if (!A || F.TheCertainty == Certainty::Possible)
    return;
  if (!Open && T.Complete && !T.Outside.contains(*A))
    fail("false access outside", Twine("access ") + Twine(*A));
  if (std::string Wrong = replay(P, F, {*A}); !Wrong.empty())
    fail("wrong witness", Twine("access ") + Twine(*A) + ": " + Wrong);
}

void Comparer::checkVerdict() {
  if (Said.TheVerdict == Verdict::RaceFree && T.isRacy())
    fail("race-free kernel has a race", "");
  bool Certain = llvm::any_of(Said.Findings, [](const Finding &F) {
    return F.TheKind == FoundKind::DataRace && !F.Benign &&
           F.TheCertainty != Certainty::Possible;
  });
  if (Certain != (Said.TheVerdict == Verdict::Racy))
    fail("verdict contradicts findings", "");
}

void Comparer::checkFinding(const Finding &F) {
  if (F.TheKind == FoundKind::DataRace) {
    checkRace(F);
    return;
  }
  if (F.TheKind == FoundKind::OutOfBounds) {
    checkOutside(F);
    return;
  }
  if (Open || !T.Complete || F.TheCertainty == Certainty::Possible)
    return;
  auto B = F.Sites.empty() ? std::nullopt : barrierAt(F.Sites[0]);
  if (!B)
    fail("finding without a known barrier", F.Explanation);
  else if (F.TheKind == FoundKind::BarrierDivergence && !T.Mixed.contains(*B) &&
           !T.PassedBy.contains(*B) && !T.Beside.contains(*B))
    fail("false divergence", Twine("barrier ") + Twine(*B));
  else if (F.TheKind == FoundKind::EarlyExit && T.EarlyExit.empty() &&
           T.Beside.empty() && !T.isDivergent())
    fail("false early exit", Twine("barrier ") + Twine(*B));
}

void Comparer::checkRace(const Finding &F) {
  auto Key = keyOf(F);
  if (!Key) {
    fail("finding without known accesses", F.Explanation);
    return;
  }
  if (F.TheCertainty == Certainty::Possible)
    return;
  std::string Pair = "accesses " + std::to_string(Key->First) + " and " +
                     std::to_string(Key->Second) +
                     (Key->SameBlock ? " of one block" : " of two blocks");
  const auto &Races = Most.Lockstep ? T.Doubtful : T.Races;
  auto Real = Races.find(*Key);
  if (!Open && T.Complete) {
    if (Real == Races.end())
      fail("false race", Pair);
    else if (Real->second.Benign && !F.Benign)
      fail("benign race called harmful", Pair);
  }
  const Witness &W = F.TheWitness;
  if (!Open && (W.BlockDim != L.BlockDim || W.GridDim != L.GridDim))
    fail("witness has another launch", Pair);
  if (std::string Wrong =
          replay(P, F, {*accessAt(F.Sites[0]), *accessAt(F.Sites[1])});
      !Wrong.empty())
    fail("wrong witness", Pair + ": " + Wrong);
}

/// Every divergent barrier is found, or the analysis is not sure.
void Comparer::checkDivergence() {
  bool Found = false, Exit = false;
  for (const Finding &F : Said.Findings) {
    Found |= F.TheKind == FoundKind::BarrierDivergence;
    Exit |= F.TheKind == FoundKind::EarlyExit;
  }
  bool Unsure = Said.TheVerdict == Verdict::Unknown ||
                llvm::any_of(Said.UndecidedPairs, [](const Undecided &U) {
                  return llvm::any_of(U.Sites, [](const Site &S) {
                    return S.TheRole == Site::Role::Barrier;
                  });
                });
  if (T.isDivergent() && !Found && !Unsure)
    fail("divergence is missed", "");
  if (!T.EarlyExit.empty() && !Exit && !Found && !Unsure)
    fail("early exit is missed", "");
}

/// The launches to run it in.
static std::vector<Launch> launchesOf(const LaunchContext &C) {
  auto Blocks = C.BlockDim.whole(), Grids = C.GridDim.whole();
  if (Blocks && Grids)
    return {{*Blocks, *Grids, C.ClusterDim.whole().value_or(Dim{1, 1, 1})}};
  std::vector<Launch> All;
  for (Dim Block :
       {Dim{1, 1, 1}, Dim{2, 1, 1}, Dim{3, 1, 1}, Dim{4, 1, 1}, Dim{8, 1, 1}})
    for (Dim Grid : {Dim{1, 1, 1}, Dim{2, 1, 1}, Dim{3, 1, 1}})
      All.push_back({Blocks.value_or(Block), Grids.value_or(Grid)});
  return All;
}

static void note(Features &Is, const Truth &T) {
  Is.Racy |= T.isRacy();
  Is.LooseBarriers |= T.isDivergent();
  Is.BlocksConflict |= T.BlocksConflict;
  Is.Divergent |= T.isDivergent();
  Is.EarlyExit |= !T.EarlyExit.empty() || !T.Beside.empty();
}

static bool hasUnmodelled(const Protocol &P) {
  bool Any = false;
  std::function<void(const Term *)> See = [&](const Term *X) {
    const auto *U = llvm::dyn_cast<Unknown>(X);
    Any |= U && U->cause() != Cause::Input;
    for (const Term *Y : X->operands())
      See(Y);
  };
  forEachTerm(P, See);
  return Any;
}

/// In the context with this number, or in any if there is none.
static void compareIn(unsigned Number, const Protocol &ForExecutor,
                      const Protocol &ForAnalysis, const Limits &Most,
                      Comparison &Out) {
  LaunchContext C = ForAnalysis.Contexts.empty() ? LaunchContext()
                                                 : ForAnalysis.Contexts[Number];
  auto Begin = std::chrono::steady_clock::now();
  Settings S;
  S.Lockstep = Most.Lockstep;
  S.NamePreconditions = false; // a witness is what the executor can judge
  ContextResult Said = verify(ForAnalysis, C, S);
  Out.AnalysisMs += since(Begin);
  Out.SaidRacy |= Said.TheVerdict == Verdict::Racy;
  Out.Unknown |= Said.TheVerdict == Verdict::Unknown;
  if (!Said.Reason.empty())
    Out.Reason = Said.Reason;
  bool Open = !C.BlockDim.isKnown() || !C.GridDim.isKnown();
  unsigned Runs = 0;
  std::string Truths;
  for (Launch L : launchesOf(C)) {
    L.Lockstep = Most.Lockstep;
    Begin = std::chrono::steady_clock::now();
    Truth T = findTruth(ForExecutor, L, Most.Runs);
    Out.ExecutorMs += since(Begin);
    note(Out.Is, T);
    Out.MayBeUnknown |= T.GoesOn;
    Runs += T.Runs;
    if (T.EndlessRuns) {
      Out.Kind = "does not end";
      continue;
    }
    Comparer(ForExecutor, Said, T, L, Open, Most, Out).run();
  }
  if (Runs == 0 && Out.TheOutcome == Comparison::Outcome::Agree) {
    Out.TheOutcome = Comparison::Outcome::Skipped;
    if (Out.Kind.empty())
      Out.Kind = "no run that counts";
  }
  Out.MayBeUnknown |= Open || Most.Lockstep || Out.Is.Divergent ||
                      Out.Is.EarlyExit || hasUnmodelled(ForExecutor);
  if (Out.TheOutcome == Comparison::Outcome::Disagree)
    Out.Details += "\n" + describe(Said);
}

Comparison compare(llvm::StringRef Text, const Limits &Most) {
  Comparison Out;
  TermContext Ours, Theirs;
  auto ForExecutor = parseProtocols(Text, "oracle.map", Ours);
  auto ForAnalysis = parseProtocols(Text, "oracle.map", Theirs);
  if (!ForExecutor || !ForAnalysis) {
    Out.TheOutcome = Comparison::Outcome::Skipped;
    Out.Kind = "does not parse";
    if (!ForExecutor)
      Out.Details = llvm::toString(ForExecutor.takeError());
    if (!ForAnalysis)
      Out.Details = llvm::toString(ForAnalysis.takeError());
    return Out;
  }
  const Protocol &P = ForExecutor->front();
  Out.Is.NestedBarriers = hasBarriersInNestedLoops(P);
  Out.Is.LooseBarriers = hasLooseBarriers(P);
  for (unsigned N = 0; N != std::max<size_t>(P.Contexts.size(), 1); ++N)
    compareIn(N, P, ForAnalysis->front(), Most, Out);
  Out.Is.RaceFree = !Out.Is.Racy;
  return Out;
}

} // namespace racemap::oracle
