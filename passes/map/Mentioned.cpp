// Mentioned - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Mentioned.h"
#include "passes/map/Traversal.h"

namespace racemap::map {

static void add(llvm::ArrayRef<const Term *> Terms, VariableSet &Out) {
  forEachNode(Terms, [&](const Term *T) {
    if (const auto *V = llvm::dyn_cast<Variable>(T))
      Out.insert(V);
  });
}

void addMentioned(const Term *T, VariableSet &Out) { add({T}, Out); }

VariableSet mentionedIn(const Protocol &P) {
  std::vector<const Term *> All = termsIn(P.Body);
  for (const Assumption &A : P.Assumptions)
    if (A.Condition)
      All.push_back(A.Condition);
  VariableSet Result;
  add(All, Result);
  forEachStmt(P.Body, [&](const Stmt *S) {
    const auto *L = llvm::dyn_cast<Loop>(S);
    if (!L)
      return;
    Result.insert(L->Counter);
    if (L->TheRange)
      Result.insert(L->TheRange->Var);
  });
  return Result;
}

} // namespace racemap::map
