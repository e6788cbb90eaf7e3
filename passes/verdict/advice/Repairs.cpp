// Repairs - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/advice/Repairs.h"
#include "passes/verdict/advice/Trial.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

using namespace map;

/// Places that are tried for one finding.
static constexpr size_t MostPlaces = 8;

namespace {

/// A place for a barrier, and the results with it there.
struct Candidate {
  SourcePoint Where;
  InsertionPlace At;
  std::optional<bool> Harmless; ///< nothing if not tried yet
  std::vector<ContextResult> With;
};

class RepairSearch {
public:
  RepairSearch(Protocol &P, const Settings &S,
               llvm::ArrayRef<SourceStatement> Source, KernelResult &K)
      : P(P), Budget(S), Source(Source), K(K), Added(P.make<Barrier>()) {}
  void run();

private:
  bool isHopeless(const Finding &F, const ContextResult &C);
  void mend(size_t Context, const Finding &F);
  std::vector<Candidate *> candidatesFor(const Finding &F);
  Candidate *candidateAt(const SourceStatement &S);
  bool isHarmless(Candidate &C);
  bool runWith(Candidate &C);
  bool mends(const Candidate &C, size_t Context, const Finding &F) const;
  void offer(const Candidate &C);

  Protocol &P;
  TrialBudget Budget;
  llvm::ArrayRef<SourceStatement> Source;
  KernelResult &K;
  Barrier *Added;
  std::map<const SourceStatement *, Candidate> Candidates;
};

} // namespace

static bool isSamePair(const std::vector<Site> &A, const std::vector<Site> &B) {
  auto IsSame = [](const Site &X, const Site &Y) {
    return X.TheRole == Y.TheRole && X.Where == Y.Where;
  };
  return A.size() == 2 && B.size() == 2 &&
         ((IsSame(A[0], B[0]) && IsSame(A[1], B[1])) ||
          (IsSame(A[0], B[1]) && IsSame(A[1], B[0])));
}

/// Could a barrier of the block mend it? What also races between blocks it
/// does not.
static bool isMendable(const Finding &F, const ContextResult &C) {
  auto IsBetweenBlocks = [&](const Finding &X) {
    return X.Relation > Scope::Block && isSamePair(X.Sites, F.Sites);
  };
  return F.isCertainRace() && !F.ThePrecondition && !F.TheRepair &&
         llvm::none_of(C.Findings, IsBetweenBlocks);
}

/// One access of F races with itself, where no barrier comes between: it has to
/// be mended in another way first.
bool RepairSearch::isHopeless(const Finding &F, const ContextResult &C) {
  return llvm::any_of(C.Findings, [&](const Finding &X) {
    auto IsItsOwn = [&](const Site &Mine) {
      return isSamePair(X.Sites, {Mine, Mine});
    };
    return X.isCertainRace() && llvm::any_of(F.Sites, IsItsOwn) &&
           candidatesFor(X).empty();
  });
}

void RepairSearch::run() {
  for (size_t I = 0; I < K.Contexts.size(); ++I)
    for (const Finding &F : K.Contexts[I].Findings)
      if (isMendable(F, K.Contexts[I]) && !isHopeless(F, K.Contexts[I]))
        mend(I, F);
  if (Budget.isStoppedByClock())
    remarkClock(K);
}

void RepairSearch::mend(size_t Context, const Finding &F) {
  for (Candidate *C : candidatesFor(F))
    if (isHarmless(*C) && mends(*C, Context, F))
      return offer(*C);
}

Candidate *RepairSearch::candidateAt(const SourceStatement &S) {
  auto [Known, IsNew] = Candidates.try_emplace(&S);
  Candidate &C = Known->second;
  if (IsNew) {
    C.Where = S.Begin;
    if (auto At = placeBefore(P, S))
      C.At = *At;
  }
  return C.At.In ? &C : nullptr;
}

std::vector<Candidate *> RepairSearch::candidatesFor(const Finding &F) {
  std::vector<Candidate *> All;
  for (const SourceStatement &S : Source) {
    auto Covers = [&](const Site &X) {
      return S.covers(pointInKernel(X.Where));
    };
    Candidate *C = llvm::any_of(F.Sites, Covers) ? candidateAt(S) : nullptr;
    // Before both accesses it separates them only on the way round a loop.
    if (C && (C->At.Loops || !llvm::all_of(F.Sites, Covers)))
      All.push_back(C);
  }
  auto Price = [](const Candidate *C) {
    return std::tuple(C->At.Loops, C->At.Depth, C->Where.Line, C->Where.Column);
  };
  llvm::sort(All, [&](const Candidate *A, const Candidate *B) {
    return Price(A) < Price(B);
  });
  if (All.size() > MostPlaces)
    All.resize(MostPlaces);
  return All;
}

bool RepairSearch::runWith(Candidate &C) {
  AddedBarrier Here(P, C.At, Added);
  for (const ContextResult &Before : K.Contexts) {
    auto S = Budget.next();
    if (!S)
      return false;
    C.With.push_back(verify(P, Before.Context, *S));
    const ContextResult &After = C.With.back();
    if (countTroubledBarriers(After) > countTroubledBarriers(Before) ||
        After.Pairs.Undecided > Before.Pairs.Undecided ||
        (Before.TheVerdict == Verdict::RaceFree &&
         After.TheVerdict != Verdict::RaceFree))
      return false;
  }
  return true;
}

bool RepairSearch::isHarmless(Candidate &C) {
  if (!C.Harmless)
    C.Harmless = runWith(C);
  return *C.Harmless;
}

bool RepairSearch::mends(const Candidate &C, size_t Context,
                         const Finding &F) const {
  const ContextResult &After = C.With[Context];
  auto IsIt = [&](const auto &X) { return isSamePair(X.Sites, F.Sites); };
  return After.UndecidedPairs.size() < ContextResult::MostUndecided &&
         llvm::none_of(After.Findings, IsIt) &&
         llvm::none_of(After.UndecidedPairs, IsIt);
}

void RepairSearch::offer(const Candidate &C) {
  for (size_t I = 0; I < K.Contexts.size(); ++I)
    for (Finding &F : K.Contexts[I].Findings)
      if (isMendable(F, K.Contexts[I]) && mends(C, I, F))
        F.TheRepair = Repair{"__syncthreads();", C.Where, true};
}

void findRepairs(Protocol &P, const Settings &S,
                 llvm::ArrayRef<SourceStatement> Source, KernelResult &K) {
  if (P.gaps().empty())
    RepairSearch(P, S, Source, K).run();
}

} // namespace racemap::verdict
