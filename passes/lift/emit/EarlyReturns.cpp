// EarlyReturns - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/EarlyReturns.h"
#include "passes/map/TermContext.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::lift {

using namespace map;
using llvm::dyn_cast;

static bool hasBarrier(const Sequence &S) {
  bool Found = false;
  forEachStmt(S, [&](const Stmt *X) { Found |= llvm::isa<Barrier>(X); });
  return Found;
}

/// Ends with the statements that wait; true if Last was such a conditional.
static bool unnest(Protocol &P, Sequence &S, If *Last) {
  bool Waits = hasBarrier(Last->Then);
  if (Waits == hasBarrier(Last->Else))
    return false;
  Sequence Rest;
  Rest.swap(Waits ? Last->Then : Last->Else);
  if (Waits) {
    Last->Then.swap(Last->Else);
    Last->Condition = P.terms().logicalNot(Last->Condition);
  }
  Last->Then.push_back(P.make<Leave>());
  llvm::append_range(S, Rest);
  return true;
}

void spellOutReturns(Protocol &P) {
  while (!P.Body.empty())
    if (auto *Last = dyn_cast<If>(P.Body.back());
        !Last || !unnest(P, P.Body, Last))
      break;
  auto *Last = P.Body.empty() ? nullptr : dyn_cast<Loop>(P.Body.back());
  if (!Last || !hasBarrier(Last->Body))
    return;
  forEachStmt(Last->Body, [&](Stmt *S) {
    if (auto *L = dyn_cast<Leave>(S); L && L->Target == Last)
      L->Target = nullptr;
  });
}

} // namespace racemap::lift
