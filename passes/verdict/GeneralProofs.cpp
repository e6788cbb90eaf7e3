// GeneralProofs - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/GeneralProofs.h"
#include "passes/verdict/Verify.h"
#include "passes/verdict/launch/FewerFacts.h"

namespace racemap::verdict {

using namespace map;

/// Only for verdicts.
GeneralProofs::GeneralProofs(const Protocol &P, const Settings &S)
    : P(P), S(S) {
  this->S.NamePreconditions = this->S.Draw = this->S.Bounds = false;
}

/// Null if the budget is spent. Whoever asks first pays.
const ContextResult *GeneralProofs::resultOf(const LaunchContext &C,
                                             ContextResult &By) {
  for (const ContextResult &R : Known)
    if (sayTheSame(R.Context, C))
      return &R;
  if (S.KernelBudgetMs == 0)
    return nullptr;
  Known.push_back(verify(P, C, S));
  const ContextResult &New = Known.back();
  uint64_t Spent = New.Steps / Steps::PerMillisecond + 1;
  S.KernelBudgetMs -= std::min(S.KernelBudgetMs, Spent);
  By.Steps += New.Steps;
  By.Milliseconds += New.Milliseconds;
  By.IsStoppedByClock |= New.IsStoppedByClock;
  return &New;
}

/// In a launch that keeps to what races require of it.
static LaunchContext required(LaunchContext Of, const ContextResult &C) {
  for (const Finding &F : C.Findings)
    if (const auto &N = F.ThePrecondition;
        F.isRace() && N &&
        llvm::none_of(Of.Conditions, [&](const Assumption &A) {
          return A.Condition == N->Holds;
        }))
      Of.Conditions.push_back({N->Holds, N->Text});
  return Of;
}

static bool leavesNothing(const ContextResult &C) {
  return C.Proofs->areUsable() && C.Proofs->Open.none();
}

void GeneralProofs::prove(ContextResult &C) {
  // What the races of any launch require is asked of each.
  LaunchContext Any, Seen = withSeenFacts(C.Context), AnyGrid = Seen;
  const ContextResult *OfAny = &C;
  if (!sayTheSame(Any, C.Context)) {
    S.NamePreconditions = S.GeneralProofs;
    OfAny = resultOf(Any, C);
    S.NamePreconditions = false;
  }
  if (!OfAny || leavesNothing(*OfAny))
    return;
  AnyGrid.GridDim = {};
  for (const LaunchContext &Wider : {required(Any, *OfAny), required(Any, C),
                                     AnyGrid, required(AnyGrid, C), Seen}) {
    if (sayTheSame(Wider, C.Context))
      continue;
    const ContextResult *R = resultOf(Wider, C);
    if (!R || leavesNothing(*R))
      return;
  }
}

void GeneralProofs::improve(ContextResult &C) {
  if (C.TheVerdict != Verdict::Unknown || !P.gaps().empty() ||
      C.UndecidedPairs.empty()) // a barrier is in this list, too
    return;
  auto Weaker = withFewerFacts(C.Context);
  const ContextResult *General = Weaker ? resultOf(*Weaker, C) : nullptr;
  if (!General || General->TheVerdict != Verdict::RaceFree ||
      !General->Reason.empty())
    return;
  C.TheVerdict = Verdict::RaceFree;
  C.Reason.clear();
  C.Pairs = General->Pairs;
  C.UndecidedPairs = General->UndecidedPairs;
  C.Assumptions = assumedOf(C.Context, C.Assumptions, General->Assumptions);
  // What no such launch does, this one does not.
  llvm::erase_if(C.Findings, [&](const Finding &F) {
    return F.TheKind != Finding::Kind::OutOfBounds &&
           llvm::none_of(General->Findings, [&](const Finding &G) {
             return G.TheKind == F.TheKind && G.Benign == F.Benign;
           });
  });
}

} // namespace racemap::verdict
