// Features - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Features.h"

namespace racemap::oracle {

using namespace map;
using llvm::dyn_cast;

namespace {
/// Walks the statements in program order.
struct Survey {
  unsigned Depth = 0, Conditionals = 0;
  unsigned InNest = 0;      ///< barriers in the outermost loop
  bool InInnerLoop = false; ///< one of them
  bool Nested = false, Loose = false, Returned = false;

  /// Returns whether S has a Leave; Barrier: whether it has a barrier.
  bool visit(const Sequence &S, bool &Barrier) {
    bool Leaves = false;
    for (const Stmt *X : S)
      Leaves |= visit(X, Barrier);
    return Leaves;
  }

  bool visit(const Stmt *X, bool &Barrier) {
    if (llvm::isa<map::Barrier>(X)) {
      Barrier = true;
      InNest += Depth > 0;
      InInnerLoop |= Depth > 1;
      Loose |= Conditionals > 0 || Returned;
      return false;
    }
    if (const auto *I = dyn_cast<If>(X)) {
      ++Conditionals;
      bool Leaves = visit(I->Then, Barrier);
      Leaves |= visit(I->Else, Barrier);
      --Conditionals;
      return Leaves;
    }
    if (const auto *L = dyn_cast<Leave>(X)) {
      Returned |= !L->Target;
      return true;
    }
    if (const auto *L = dyn_cast<Loop>(X))
      return visitLoop(L, Barrier);
    return false;
  }

  bool visitLoop(const Loop *L, bool &Barrier) {
    if (Depth++ == 0)
      InNest = 0, InInnerLoop = false;
    bool Own = false;
    bool Leaves = visit(L->Body, Own);
    if (--Depth == 0)
      Nested |= InNest >= 2 && InInnerLoop;
    Loose |= Own && Leaves;
    Barrier |= Own;
    return Leaves;
  }
};
} // namespace

static Survey surveyOf(const Protocol &P) {
  Survey S;
  bool Barrier = false;
  S.visit(P.Body, Barrier);
  return S;
}

bool hasBarriersInNestedLoops(const Protocol &P) { return surveyOf(P).Nested; }
bool hasLooseBarriers(const Protocol &P) { return surveyOf(P).Loose; }

} // namespace racemap::oracle
