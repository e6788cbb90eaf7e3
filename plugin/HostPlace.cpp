// HostPlace - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostPlace.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;

const Decl *HostPlace::whole() const {
  return This ? This->getType()->getPointeeCXXRecordDecl()->getCanonicalDecl()
              : static_cast<const Decl *>(Variable);
}

const Expr *unwrapped(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else
      return E;
  }
}

bool hasFollowedElements(QualType T) {
  return !T->isDependentType() && T->isConstantArrayType() &&
         !T->getBaseElementTypeUnsafe()->isAnyPointerType();
}

const ConstantArrayType *followedArray(const ASTContext &AST, QualType T) {
  return hasFollowedElements(T) ? AST.getAsConstantArrayType(T) : nullptr;
}

/// What std::forward or std::move is given; null if E calls neither.
static const Expr *forwarded(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  bool Is = F && F->isInStdNamespace() && F->getIdentifier() &&
            Call->getNumArgs() == 1 &&
            (F->getName() == "forward" || F->getName() == "move");
  return Is ? Call->getArg(0) : nullptr;
}

/// The array that E is an element of, if its elements are followed; or null.
static const Expr *arrayOf(const Expr *E) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(E);
  const auto *Decay =
      A ? dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens()) : nullptr;
  bool Is = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay &&
            hasFollowedElements(Decay->getSubExpr()->getType());
  return Is ? Decay->getSubExpr() : nullptr;
}

/// The index of an element of Array, if it is a number in the source.
static std::optional<unsigned> numberOf(const Expr *Element,
                                        const Expr *Array) {
  const Expr *Index = cast<ArraySubscriptExpr>(Element)->getIdx();
  const auto *N =
      dyn_cast<IntegerLiteral>(unwrapped(Index->IgnoreParenImpCasts()));
  const auto *Type =
      dyn_cast<ConstantArrayType>(Array->getType()->getAsArrayTypeUnsafe());
  // Code that goes on behind the end of a row may mean the next one.
  if (!N || !Type || N->getValue().uge(Type->getZExtSize()))
    return std::nullopt;
  return N->getValue().getZExtValue();
}

HostPlace placeBehind(const Expr *E) {
  HostPlace P = placeOf(E->IgnoreParenImpCasts());
  if (!P.Variable || !P.Fields.empty() ||
      !P.Variable->getType()->isPointerType())
    return {};
  P.IsBehind = true;
  P.Fields = {HostMember(P.Variable->getType()->getPointeeType(), 0)};
  return P;
}

static HostPlace within(HostPlace P, HostMembers Path) {
  P.Fields.append(Path.begin(), Path.end());
  return P;
}

HostPlace placeOf(const Expr *E, Pointers How) {
  HostPlace P;
  for (;;) {
    E = E->IgnoreParens();
    while (const Expr *Given = forwarded(E))
      E = Given->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    const Expr *Array = arrayOf(E);
    if (Cast && Cast->getCastKind() == CK_NoOp) {
      E = Cast->getSubExpr();
    } else if (Array) {
      auto Index = numberOf(E, Array);
      if (!Index)
        return {};
      P.Fields.insert(P.Fields.begin(), HostMember(E->getType(), *Index));
      E = Array;
    } else if (Member) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->getType()->isReferenceType() ||
          Field->isBitField() ||
          Field->getParent()->isUnion()) // another member changes it too
        return {};
      P.Fields.insert(P.Fields.begin(), HostMember(Field));
      E = Member->getBase();
      if (!Member->isArrow())
        continue;
      P.This = dyn_cast<CXXThisExpr>(E->IgnoreParenImpCasts());
      if (P.This)
        return P;
      return How == Pointers::Followed ? within(placeBehind(E), P.Fields)
                                       : HostPlace();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E);
               U && U->getOpcode() == UO_Deref && How == Pointers::Followed) {
      return within(placeBehind(U->getSubExpr()), P.Fields);
    } else {
      P.Name = dyn_cast<DeclRefExpr>(E);
      if (const auto *V =
              P.Name ? dyn_cast<VarDecl>(P.Name->getDecl()) : nullptr)
        P.Variable = V->getCanonicalDecl();
      return P;
    }
  }
}

HostPlace placeAround(const Expr *E, Pointers How) {
  const Expr *X = E->IgnoreParens();
  for (;;) {
    if (const Expr *Array = arrayOf(X)) {
      if (!numberOf(X, Array))
        E = Array;
      X = Array->IgnoreParens();
      continue;
    }
    const auto *M = dyn_cast<MemberExpr>(X);
    const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
    if (!Field || M->isArrow() || Field->getType()->isReferenceType())
      return placeOf(E, How);
    X = M->getBase()->IgnoreParens();
    if (Field->getParent()->isUnion())
      E = X;
  }
}

} // namespace racemap
