// Redundancy - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/advice/Redundancy.h"
#include "passes/map/TermContext.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/advice/Trial.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

using namespace map;

/// A value that is shared in an interval depends on where intervals end.
static bool onlyOrders(const Protocol &P) {
  return llvm::none_of(
             P.accesses(),
             [](const Access *A) { return A->Volatile || A->isAtomic(); }) &&
         !mentions(termsIn(P.Body), Cause::SharedValue);
}

static bool isRaceFree(const ContextResult &C) {
  return C.TheVerdict == Verdict::RaceFree && C.Reason.empty();
}

static bool isCandidate(const Protocol &P, const Barrier *B) {
  bool IsOnce = llvm::none_of(P.barriers(), [&](const Barrier *Other) {
    const SourcePoint &Here = B->Where, &There = Other->Where;
    return Other != B && Here.Line && Here == There;
  });
  return IsOnce && B->TheScope == Scope::Block && !B->Number && !B->Count &&
         !B->HasResult;
}

/// Where S holds B.
static Stmt **placeOf(Sequence &S, const Barrier *B) {
  for (Stmt *&X : S) {
    Stmt **Found = nullptr;
    if (X == B)
      return &X;
    if (auto *I = llvm::dyn_cast<If>(X)) {
      Found = placeOf(I->Then, B);
      Found = Found ? Found : placeOf(I->Else, B);
    } else if (auto *L = llvm::dyn_cast<Loop>(X)) {
      Found = placeOf(L->Body, B);
    }
    if (Found)
      return Found;
  }
  return nullptr;
}

static bool staysRaceFree(const Protocol &P, const TrialBudget &Budget,
                          const KernelResult &K) {
  return llvm::all_of(K.Contexts, [&](const ContextResult &C) {
    auto S = Budget.next();
    return S && isRaceFree(verify(P, C.Context, *S));
  });
}

void findRedundantBarriers(Protocol &P, const Settings &S, KernelResult &K) {
  if (!P.gaps().empty() || !onlyOrders(P) ||
      !llvm::all_of(K.Contexts, isRaceFree))
    return;
  TrialBudget Budget(S);
  auto *Nothing = P.make<If>();
  Nothing->Condition = P.terms().no();
  std::vector<Barrier *> All = P.barriers();
  llvm::erase_if(All, [&](const Barrier *B) { return !isCandidate(P, B); });
  std::vector<std::pair<Stmt **, Barrier *>> Out;
  for (Barrier *B : All) {
    Stmt **Place = placeOf(P.Body, B);
    *Place = Nothing;
    P.number();
    if (staysRaceFree(P, Budget, K)) {
      K.Redundant.push_back(B->Where);
      Out.emplace_back(Place, B);
    } else {
      *Place = B;
    }
  }
  if (Budget.isStoppedByClock())
    remarkClock(K);
  for (auto [Place, B] : Out)
    *Place = B;
  P.number();
}

} // namespace racemap::verdict
