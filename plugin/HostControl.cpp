// HostControl - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostControl.h"
#include "plugin/HostEffects.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

const Stmt *bodyOf(const Stmt *S) {
  if (const auto *F = dyn_cast<ForStmt>(S))
    return F->getBody();
  if (const auto *W = dyn_cast<WhileStmt>(S))
    return W->getBody();
  if (const auto *D = dyn_cast<DoStmt>(S))
    return D->getBody();
  const auto *R = dyn_cast<CXXForRangeStmt>(S);
  return R ? R->getBody() : nullptr;
}

const Expr *conditionOf(const Stmt *Loop) {
  if (const auto *F = dyn_cast<ForStmt>(Loop))
    return F->getCond();
  if (const auto *W = dyn_cast<WhileStmt>(Loop))
    return W->getCond();
  const auto *D = dyn_cast<DoStmt>(Loop);
  return D ? D->getCond() : nullptr;
}

bool declares(const Stmt *S, const VarDecl *V) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [&](const Decl *X) {
           return X->getCanonicalDecl() == V;
         });
}

bool leavesEarly(const Stmt *S, bool InLoop) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S) ||
      (isa<BreakStmt, ContinueStmt>(S) && !InLoop))
    return true;
  bool Inner = InLoop || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  return llvm::any_of(S->children(),
                      [&](const Stmt *X) { return leavesEarly(X, Inner); });
}

bool isLeft(const Stmt *S, bool InSwitch, bool InLoop) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  const auto *E = dyn_cast<Expr>(S);
  if (isa<ReturnStmt, GotoStmt>(S) || (E && neverReturns(E)) ||
      (isa<BreakStmt>(S) && !InSwitch && !InLoop) ||
      (isa<ContinueStmt>(S) && !InLoop))
    return true;
  InLoop |= bodyOf(S) != nullptr;
  InSwitch |= isa<SwitchStmt>(S);
  return llvm::any_of(S->children(), [&](const Stmt *X) {
    return isLeft(X, InSwitch, InLoop);
  });
}

bool isPromise(const Stmt *S) {
  const auto *E = llvm::dyn_cast_or_null<CallExpr>(S);
  return E && E->getBuiltinCallee() == Builtin::BI__builtin_assume;
}

bool promises(const Stmt *S) {
  return isPromise(S) || (S && llvm::any_of(S->children(), promises));
}

bool hasStatements(const Stmt *S) {
  return S && !isa<LambdaExpr>(S) &&
         (isa<StmtExpr>(S) || llvm::any_of(S->children(), hasStatements));
}

llvm::SmallVector<const Stmt *, 4> before(const Stmt *Parent,
                                          const Stmt *Child) {
  llvm::SmallVector<const Stmt *, 4> In;
  if (const auto *I = dyn_cast<IfStmt>(Parent))
    In = {I->getInit(), I->getConditionVariableDeclStmt(), I->getCond()};
  else if (const auto *W = dyn_cast<WhileStmt>(Parent))
    In = {W->getConditionVariableDeclStmt(), W->getCond()};
  else if (const auto *F = dyn_cast<ForStmt>(Parent))
    In = {F->getConditionVariableDeclStmt(), F->getCond()};
  else if (const auto *S = dyn_cast<SwitchStmt>(Parent))
    In = {S->getInit(), S->getConditionVariableDeclStmt(), S->getCond()};
  else if (const auto *C = dyn_cast<CompoundStmt>(Parent))
    In.assign(C->body_begin(), C->body_end());
  else
    return {};
  if (isa<ForStmt>(Parent) && (Child == cast<ForStmt>(Parent)->getInit() ||
                               Child == cast<ForStmt>(Parent)->getInc()))
    return {};
  auto Here = llvm::find(In, Child);
  if (isa<CompoundStmt>(Parent) && Here == In.end())
    return {};
  llvm::SmallVector<const Stmt *, 4> Result;
  for (const Stmt *S : llvm::reverse(llvm::make_range(In.begin(), Here)))
    if (S)
      Result.push_back(S);
  return Result;
}

bool isOnce(const DoStmt *S, const ASTContext &AST) {
  Expr::EvalResult Known;
  return !S->getCond()->isInstantiationDependent() &&
         S->getCond()->EvaluateAsRValue(Known, AST) && Known.Val.isInt() &&
         !Known.Val.getInt().getBoolValue();
}

bool isAlwaysIn(const Stmt *Part, const Stmt *S, const HostBody &B) {
  bool IsLeft = false; // by what stands before it
  for (const Stmt *X = Part; X != S; X = B.parent(X)) {
    const Stmt *Parent = B.parent(X);
    if (!Parent)
      return false;
    if (const auto *Do = dyn_cast<DoStmt>(Parent)) {
      if (!isOnce(Do, B.function()->getASTContext()) || IsLeft)
        return false;
      continue;
    }
    if (const auto *I = dyn_cast<IfStmt>(Parent)) {
      if (X != I->getCond() && X != I->getInit() &&
          X != I->getConditionVariableDeclStmt())
        return false;
      continue;
    }
    if (isa<CompoundStmt>(Parent))
      IsLeft |= llvm::any_of(before(Parent, X), [](const Stmt *Earlier) {
        return leavesEarly(Earlier, /*InLoop=*/false);
      });
    const auto *Binary = dyn_cast<BinaryOperator>(Parent);
    bool Straight = isa<Expr, DeclStmt, CompoundStmt>(Parent) &&
                    !isa<AbstractConditionalOperator, LambdaExpr>(Parent) &&
                    !(Binary && Binary->isLogicalOp());
    if (!Straight)
      return false;
  }
  return true;
}

bool isPassed(const Stmt *S, const Stmt *Later, const HostBody &B) {
  const Stmt *Child = Later;
  for (const Stmt *Parent = B.parent(Child); Parent;
       Child = Parent, Parent = B.parent(Child)) {
    bool IsLabel = isa<SwitchCase>(Child);
    for (const Stmt *Earlier : before(Parent, Child)) {
      if (IsLabel)
        break;
      if (B.isWithin(S, Earlier))
        return isAlwaysIn(S, Earlier, B);
      IsLabel = isa<SwitchCase>(Earlier);
    }
  }
  return false;
}

} // namespace racemap
