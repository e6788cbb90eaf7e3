// HostKeeping - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostKeeping.h"
#include "plugin/HostEffects.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Can P be a function, or an object that is called as one? Streams are not.
static bool mayBeCalled(const ParmVarDecl *P) {
  QualType T = P->getType().getNonReferenceType();
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  bool IsStream = R && R->isInStdNamespace() && R->getIdentifier() &&
                  R->getName().ends_with("stream");
  return T->isFunctionType() || T->isFunctionPointerType() ||
         T->isMemberFunctionPointerType() || (R && !IsStream);
}

bool keepsNothing(const FunctionDecl *F) {
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  // What the standard library's functions return may refer to their arguments.
  QualType Result = F->getReturnType();
  if (llvm::any_of(F->parameters(), mayBeCalled) ||
      F->getOverloadedOperator() == OO_Call)
    return false;
  bool IsOfStd = F->isInStdNamespace() && !isa<CXXConstructorDecl>(F) &&
                 (Result->isVoidType() || Result->isArithmeticType() ||
                  F->getOverloadedOperator() == OO_GreaterGreater);
  // Of the runtime's, not of the program's own.
  bool IsOfCuda = Name.starts_with("cuda") && Name != "cudaHostRegister" &&
                  !Name.starts_with("cudaGraph") &&
                  (!F->hasBody() || isOfSystem(F));
  return IsOfCuda || Name == "memset" || Name == "memcpy" ||
         Name.ends_with("scanf") || IsOfStd;
}

/// Can what a function returns refer to a variable that it was given?
static bool mayReferTo(QualType Result, QualType Variable) {
  if (const auto *R = Result->getAsCXXRecordDecl())
    return !R->isInStdNamespace() || !R->getIdentifier() ||
           (R->getName() != "vector" && R->getName() != "basic_string");
  QualType To = Result->getPointeeType();
  return !To.isNull() &&
         (To->isVoidType() || To->isRecordType() || Variable->isRecordType() ||
          To.getCanonicalType().getUnqualifiedType() ==
              Variable.getCanonicalType().getUnqualifiedType());
}

namespace {
/// Whether functions keep pointers that they are given.
class Keeping {
public:
  /// Does the code do more with the pointer than to look at it, to access what
  /// is there, and to give it to functions that do not, as far as these are in
  /// sight?
  bool keeps(const Stmt *S, const ParmVarDecl *Pointer);

private:
  bool keepsArgument(const CallExpr *E, unsigned I);

  llvm::DenseSet<const ParmVarDecl *> Seen; ///< each is looked at once
};
} // namespace

bool Keeping::keepsArgument(const CallExpr *E, unsigned I) {
  const FunctionDecl *F = E->getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  const Stmt *Code = F ? F->getBody(Definition) : nullptr;
  if (!Code || I >= Definition->getNumParams() || isa<CXXOperatorCallExpr>(E))
    return false;
  const ParmVarDecl *To = Definition->getParamDecl(I);
  return Seen.insert(To).second && keeps(Code, To);
}

/// Is E the pointer, or, behind members, elements and dereferences, a place in
/// what it points to?
static bool leadsTo(const Stmt *S, const ParmVarDecl *Pointer, bool IsBehind) {
  const auto *E = llvm::dyn_cast_or_null<Expr>(S);
  for (bool Goes = E != nullptr; Goes;) {
    E = E->IgnoreParenCasts();
    const auto *U = dyn_cast<UnaryOperator>(E);
    const Expr *Inner = nullptr;
    if (const auto *M = dyn_cast<MemberExpr>(E))
      Inner = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      Inner = A->getBase();
    else if (U && U->getOpcode() == UO_Deref)
      Inner = U->getSubExpr();
    Goes = IsBehind && Inner;
    E = Goes ? Inner : E;
  }
  const auto *Name = llvm::dyn_cast_or_null<DeclRefExpr>(E);
  return Name && Name->getDecl() == Pointer;
}

/// Is S the address of a place there, or another name for it?
static bool isAddress(const Stmt *S, const ParmVarDecl *Pointer) {
  auto LeadsTo = [&](const Stmt *X) {
    return leadsTo(X, Pointer, /*IsBehind=*/true);
  };
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return U->getOpcode() == UO_AddrOf && LeadsTo(U->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(S))
    return C->getCastKind() == CK_ArrayToPointerDecay &&
           LeadsTo(C->getSubExpr());
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [&](const Decl *X) {
           const auto *V = dyn_cast<VarDecl>(X);
           return V && V->getType()->isLValueReferenceType() &&
                  !V->getType()->getPointeeType().isConstQualified() &&
                  LeadsTo(V->getInit());
         });
}

bool Keeping::keeps(const Stmt *S, const ParmVarDecl *Pointer) {
  if (!S)
    return false;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    return Name->getDecl() == Pointer;
  if (isAddress(S, Pointer))
    return true;
  auto IsIt = [&](const Stmt *X) {
    return leadsTo(X, Pointer, /*IsBehind=*/false);
  };
  const auto *Call = dyn_cast<CallExpr>(S);
  auto IsGiven = [&](const Stmt *X) {
    const auto *E = llvm::dyn_cast_or_null<Expr>(X);
    bool IsArgument = Call && E && llvm::is_contained(Call->arguments(), E);
    return IsArgument &&
           (IsIt(E) || isAddress(E->IgnoreParenCasts(), Pointer) ||
            isAddress(E->IgnoreParens(), Pointer));
  };
  for (unsigned I = 0; Call && I < Call->getNumArgs(); ++I)
    if (IsGiven(Call->getArg(I)) && keepsArgument(Call, I))
      return true;
  const auto *U = dyn_cast<UnaryOperator>(S);
  const auto *M = dyn_cast<MemberExpr>(S);
  const auto *B = dyn_cast<BinaryOperator>(S);
  const auto *C = dyn_cast<CastExpr>(S);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(S);
  bool Looks = Call || Element || (U && U->getOpcode() == UO_Deref) ||
               (M && M->isArrow()) || (B && B->isComparisonOp()) ||
               (C && C->getCastKind() == CK_PointerToBoolean);
  auto IsLookedAt = [&](const Stmt *X) {
    return (Looks && IsIt(X)) || IsGiven(X) ||
           (Element && X == Element->getBase() &&
            leadsTo(X, Pointer, /*IsBehind=*/true));
  };
  return llvm::any_of(S->children(), [&](const Stmt *X) {
    return !IsLookedAt(X) && keeps(X, Pointer);
  });
}

/// Does the code of a constructor or a method do more with the object than to
/// access its members, as far as what it calls is in sight?
static bool keepsThis(const Stmt *S, llvm::DenseSet<const Stmt *> &Seen) {
  if (!S)
    return false;
  if (isa<CXXThisExpr, LambdaExpr>(S))
    return true;
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return keepsThis(Default->getExpr(), Seen);
  auto IsMember = [](const Stmt *X) {
    const auto *M = llvm::dyn_cast_or_null<MemberExpr>(X);
    while (M && !isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()))
      M = dyn_cast<MemberExpr>(M->getBase()->IgnoreParens());
    return M != nullptr;
  };
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S);
      Call && IsMember(Call->getCallee()->IgnoreParens())) {
    const Stmt *Code = codeOf(Call->getMethodDecl());
    if (Code && Seen.insert(Code).second && keepsThis(Code, Seen))
      return true;
    return llvm::any_of(Call->arguments(),
                        [&](const Expr *E) { return keepsThis(E, Seen); });
  }
  const auto *U = dyn_cast<UnaryOperator>(S);
  const auto *C = dyn_cast<CastExpr>(S);
  bool IsAddress =
      (U && U->getOpcode() == UO_AddrOf && IsMember(U->getSubExpr())) ||
      (C && C->getCastKind() == CK_ArrayToPointerDecay &&
       IsMember(C->getSubExpr()->IgnoreParens()));
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(S)) // of its own array
    return (!IsMember(A->getBase()->IgnoreParenCasts()) &&
            keepsThis(A->getBase(), Seen)) ||
           keepsThis(A->getIdx(), Seen);
  return IsAddress || llvm::any_of(S->children(), [&](const Stmt *X) {
           return !IsMember(X) && keepsThis(X, Seen);
         });
}

bool mayKeepItself(const VarDecl *V) {
  const auto *Made = llvm::dyn_cast_or_null<CXXConstructExpr>(
      V->getInit() ? copiedBy(V->getInit()) : nullptr);
  const CXXConstructorDecl *F = Made ? Made->getConstructor() : nullptr;
  const FunctionDecl *Definition = nullptr;
  const Stmt *Code = F ? F->getBody(Definition) : nullptr;
  if (!Code)
    return false;
  llvm::DenseSet<const Stmt *> Seen;
  return keepsThis(Code, Seen) ||
         llvm::any_of(cast<CXXConstructorDecl>(Definition)->inits(),
                      [&](const CXXCtorInitializer *I) {
                        return keepsThis(I->getInit(), Seen);
                      });
}

/// A function that is given another one may leave it to that, for later;
/// objects keep what they need.
bool mayOnlyChange(const CallExpr *Call, unsigned Parameter,
                   const Expr *Place) {
  const FunctionDecl *F = Call->getDirectCallee();
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if ((Method && !Method->isStatic()) || F->isInStdNamespace() ||
      mayReferTo(F->getReturnType(), Place->getType()))
    return false;
  for (const Expr *Arg : Call->arguments()) {
    QualType T = Arg->IgnoreImpCasts()->getType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (T->isFunctionType() || T->isFunctionPointerType() ||
        (Class && Class->isLambda()))
      return false;
  }
  const FunctionDecl *Definition = nullptr;
  const Stmt *Code = F->getBody(Definition);
  return !Code || !Keeping().keeps(Code, Definition->getParamDecl(Parameter));
}

} // namespace racemap
