// PointerHolders - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/PointerHolders.h"
#include "plugin/HostCode.h"
#include "plugin/HostEffects.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;

bool isInSight(const FunctionDecl *F) { return codeOf(F) && !isOfSystem(F); }

bool pointsAlike(QualType T, QualType To) {
  auto IsPointerLike = [](QualType X) {
    return X->isPointerType() || X->isArrayType();
  };
  T = T.getNonReferenceType();
  QualType Pointee = T->getPointeeType();
  if (Pointee.isNull() || !To->isPointerType())
    return IsPointerLike(T) && (Pointee.isNull() || Pointee->isScalarType());
  return Pointee.getCanonicalType().getUnqualifiedType() ==
         To->getPointeeType().getCanonicalType().getUnqualifiedType();
}

llvm::SmallVector<const void *, 4> objectAt(const Expr *E) {
  llvm::SmallVector<const void *, 4> Way;
  for (;;) {
    E = bare(E);
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)) {
      E = U->getSubExpr();
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Way.push_back(M->getMemberDecl()->getCanonicalDecl());
      E = M->getBase();
    } else if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
      Way.push_back(Name->getDecl()->getCanonicalDecl());
      return Way;
    } else if (const auto *This = dyn_cast<CXXThisExpr>(E)) {
      Way.push_back(This->getType()->getPointeeCXXRecordDecl());
      return Way;
    } else {
      return {};
    }
  }
}

bool isOfLibrary(const RecordDecl *R) {
  return R && (R->isInStdNamespace() ||
               R->getASTContext().getSourceManager().isInSystemHeader(
                   R->getLocation()));
}

bool leadsToPointers(QualType T) {
  if (isOfLibrary(T.getNonReferenceType()))
    return !T.isConstQualified();
  QualType Behind = T->getPointeeType();
  if (Behind.isNull() || Behind.isConstQualified())
    return false;
  while (const Type *Element = Behind->getArrayElementTypeNoTypeQual())
    Behind = QualType(Element, 0);
  return Behind->isPointerType();
}

PointerHolder holderOf(const FieldDecl *F) {
  const RecordDecl *R = F->getParent();
  return R->isUnion() ? (*R->field_begin())->getCanonicalDecl()
                      : F->getCanonicalDecl();
}

PointerHolders holdersAt(const Expr *E) {
  PointerHolders Out;
  llvm::SmallVector<const Expr *, 4> Work{E};
  while (!Work.empty()) {
    const Expr *X = bare(Work.pop_back_val());
    if (const auto *M = dyn_cast<MemberExpr>(X)) {
      if (isOfLibrary(M->getBase()->getType()))
        Work.push_back(M->getBase());
      else if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl()))
        Out.insert(holderOf(F));
      else if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
        Out.insert(V->getCanonicalDecl());
    } else if (const auto *Name = dyn_cast<DeclRefExpr>(X)) {
      if (const auto *V = dyn_cast<VarDecl>(Name->getDecl()))
        Out.insert(V->getCanonicalDecl());
      else if (const auto *B = dyn_cast<BindingDecl>(Name->getDecl());
               B && B->getBinding())
        Work.push_back(B->getBinding());
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
      Work.push_back(A->getBase());
    } else if (const auto *U = dyn_cast<UnaryOperator>(X)) {
      Work.push_back(U->getSubExpr());
    } else if (const auto *C = dyn_cast<ConditionalOperator>(X)) {
      Work.append({C->getTrueExpr(), C->getFalseExpr()});
    } else if (const auto *O = dyn_cast<BinaryOperator>(X)) {
      if (O->isPtrMemOp()) {
        QualType T = O->getType();
        const CXXRecordDecl *R = O->getRHS()
                                     ->getType()
                                     ->castAs<MemberPointerType>()
                                     ->getMostRecentCXXRecordDecl();
        R = R ? R->getDefinition() : nullptr;
        if (R)
          for (const FieldDecl *F : R->fields())
            if (R->getASTContext().hasSameUnqualifiedType(F->getType(), T))
              Out.insert(holderOf(F));
      } else if (O->isAssignmentOp()) {
        Work.push_back(O->getLHS());
      } else {
        if (!O->isCommaOp())
          Work.push_back(O->getLHS());
        Work.push_back(O->getRHS());
      }
    } else if (const auto *Call = dyn_cast<CallExpr>(X)) {
      const FunctionDecl *F = Call->getDirectCallee();
      if (F && isInSight(F)) {
        Out.insert(F->getCanonicalDecl());
      } else if (const auto *Method = dyn_cast<CXXMemberCallExpr>(X)) {
        if (const Expr *Object = Method->getImplicitObjectArgument())
          Work.push_back(Object);
      } else if (F && isOfSystem(F)) {
        for (const Expr *Argument : Call->arguments())
          if (!Argument->getType()->isArithmeticType())
            Work.push_back(Argument);
      }
    }
  }
  return Out;
}

} // namespace racemap
