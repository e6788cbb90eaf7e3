// EvaluatedCode - a visitor that comes to nothing that is not evaluated.
//
// In:  an AST.
// Out: what RecursiveASTVisitor visits, without the operands of decltype,
//      sizeof, noexcept, requires and the like, and without what `if constexpr`
//      and _Generic leave out: that neither calls nor changes anything. Lambdas
//      in it are visited, as there can be objects of their type.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_EVALUATEDCODE_H
#define RACEMAP_PLUGIN_EVALUATEDCODE_H

#include "clang/AST/RecursiveASTVisitor.h"
#include <vector>

namespace racemap {

/// Finds the outermost lambdas in an operand.
class LambdaFinder : public clang::RecursiveASTVisitor<LambdaFinder> {
public:
  bool TraverseLambdaExpr(clang::LambdaExpr *E) {
    All.push_back(E);
    return true;
  }

  std::vector<clang::LambdaExpr *> All;
};

template <typename Derived>
class EvaluatedCode : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  explicit EvaluatedCode(clang::ASTContext &AST) : AST(AST) {}

  bool TraverseCallExpr(clang::CallExpr *E) {
    return E->isUnevaluatedBuiltinCall(AST) ? skip(E)
                                            : Base::TraverseCallExpr(E);
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *E) { return skip(E); }
  bool TraverseRequiresExpr(clang::RequiresExpr *E) { return skip(E); }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *D) {
    return skip(D->getAssertExpr());
  }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *E) {
    return E->isTypeOperand() || !E->isPotentiallyEvaluated()
               ? skip(E)
               : Base::TraverseCXXTypeidExpr(E);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *E) {
    return E->getTypeOfArgument()->isVariablyModifiedType()
               ? Base::TraverseUnaryExprOrTypeTraitExpr(E)
               : skip(E);
  }
  bool TraverseGenericSelectionExpr(clang::GenericSelectionExpr *E) {
    return E->isResultDependent() ||
           this->getDerived().TraverseStmt(E->getResultExpr());
  }
  bool TraverseTypeLoc(clang::TypeLoc T, auto... WithQualifier) {
    if (auto Of = T.getAs<clang::DecltypeTypeLoc>())
      return skip(Of.getUnderlyingExpr());
    if (auto Of = T.getAs<clang::TypeOfExprTypeLoc>())
      return skip(Of.getUnderlyingExpr());
    return Base::TraverseTypeLoc(T, WithQualifier...);
  }
  /// Without the condition, and what it discards, of one that is constexpr.
  bool TraverseIfStmt(clang::IfStmt *S) {
    auto Taken = S->getNondiscardedCase(AST);
    return Taken ? this->getDerived().TraverseStmt(S->getInit()) &&
                       this->getDerived().TraverseStmt(*Taken)
                 : Base::TraverseIfStmt(S);
  }

protected:
  /// The lambda's code, as that of the functions that it is.
  bool traverseCode(clang::LambdaExpr *E) {
    if (!this->getDerived().TraverseDecl(E->getCallOperator()))
      return false;
    if (clang::FunctionTemplateDecl *Generic = E->getDependentCallOperator())
      for (clang::FunctionDecl *Its : Generic->specializations())
        if (!this->getDerived().TraverseDecl(Its))
          return false;
    return true;
  }

  clang::ASTContext &AST;

private:
  bool skip(clang::Expr *E) {
    LambdaFinder Lambdas;
    Lambdas.TraverseStmt(E);
    return llvm::all_of(Lambdas.All, [&](clang::LambdaExpr *L) {
      return this->getDerived().TraverseLambdaExpr(L);
    });
  }
};

} // namespace racemap

#endif
