// HostEffects - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostEffects.h"
#include "plugin/HostControl.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

const Stmt *codeOf(const FunctionDecl *F) {
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(F);
  const FunctionDecl *Definition = nullptr;
  bool IsTheOne = F && !(Method && Method->isVirtual()) &&
                  !F->hasAttr<WeakAttr>() &&
                  !F->hasAttr<GNUInlineAttr>(); // the linker takes another one
  const Stmt *Code = IsTheOne ? F->getBody(Definition) : nullptr;
  return Code && !Definition->isDependentContext() ? Code : nullptr;
}

bool isOfSystem(const FunctionDecl *F) {
  const SourceManager &Files = F->getASTContext().getSourceManager();
  return F->getBuiltinID() || F->isInStdNamespace() ||
         Files.isInSystemHeader(F->getLocation());
}

int isMinOrMax(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier() || E->getNumArgs() != 2 ||
      isa<CXXMethodDecl>(F))
    return 0;
  return !isOfSystem(F)          ? 0
         : F->getName() == "min" ? -1
         : F->getName() == "max" ? 1
                                 : 0;
}

int isCeilOrFloor(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier() || E->getNumArgs() != 1 ||
      isa<CXXMethodDecl>(F) || !(F->isInStdNamespace() || F->isExternC()))
    return 0;
  llvm::StringRef Name = F->getName();
  return Name == "ceil" || Name == "ceilf"     ? 1
         : Name == "floor" || Name == "floorf" ? -1
                                               : 0;
}

static bool neverReturns(const Expr *E, unsigned Depth);

/// Does control neither get past S, which is a function's code or stands in it,
/// nor return there?
static bool endsAll(const Stmt *S, unsigned Depth) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (E)
    return !hasStatements(E) && neverReturns(E, Depth);
  if (const auto *Do = dyn_cast_or_null<DoStmt>(S))
    return endsAll(Do->getBody(), Depth); // "break" stands before the end
  if (const auto *I = dyn_cast_or_null<IfStmt>(S);
      I && !hasStatements(I->getCond()))
    return endsAll(I->getThen(), Depth) && endsAll(I->getElse(), Depth);
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (!Block)
    return false;
  for (const Stmt *X : Block->body()) {
    if (endsAll(X, Depth))
      return true;
    if (leavesEarly(X, /*InLoop=*/false))
      return false;
  }
  return false;
}

/// Depth: of functions that it is a call of.
static bool neverReturns(const Expr *E, unsigned Depth) {
  static constexpr unsigned MaxDepth = 2;
  E = E->IgnoreParenCasts();
  if (const auto *C = dyn_cast<FullExpr>(E))
    E = C->getSubExpr()->IgnoreParenCasts();
  if (isa<CXXThrowExpr>(E))
    return true;
  if (const auto *Comma = dyn_cast<BinaryOperator>(E))
    return Comma->getOpcode() == BO_Comma &&
           (neverReturns(Comma->getLHS(), Depth) ||
            neverReturns(Comma->getRHS(), Depth));
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || F->isNoReturn() || F->hasAttr<NoReturnAttr>() ||
      F->hasAttr<CXX11NoReturnAttr>())
    return F != nullptr;
  // The code of a function for both is the device's here.
  return Depth < MaxDepth && !F->hasAttr<CUDADeviceAttr>() &&
         endsAll(codeOf(F), Depth + 1);
}

bool neverReturns(const Expr *E) { return neverReturns(E, /*Depth=*/0); }

bool isDim3(const CXXRecordDecl *R) {
  return R->getIdentifier() && R->getName() == "dim3";
}

bool isDim3(const CXXConstructExpr *E) {
  return isDim3(E->getConstructor()->getParent());
}

/// Methods of containers that look and change nothing.
static bool isLook(const CallExpr *E) {
  const auto *M = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *D = M ? M->getMethodDecl() : nullptr;
  return D && D->isConst() && D->getIdentifier() && D->isInStdNamespace() &&
         (D->getName() == "size" || D->getName() == "length" ||
          D->getName() == "data" || D->getName() == "get");
}

/// Is it known what E does, without its code, and that it changes nothing?
static bool isKnownAndPure(const CallExpr *E) {
  return isMinOrMax(E) || isCeilOrFloor(E) || isLook(E);
}

llvm::ArrayRef<const Expr *> argumentsOf(const CallExpr *E) {
  llvm::ArrayRef<const Expr *> All(E->getArgs(), E->getNumArgs());
  const auto *M = llvm::dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  bool IsObjectFirst =
      isa<CXXOperatorCallExpr>(E) && M && !M->isExplicitObjectMemberFunction();
  return All.drop_front(IsObjectFirst);
}

bool isOfLambda(const FunctionDecl *F) {
  const auto *M = llvm::dyn_cast_or_null<CXXMethodDecl>(F);
  return M && M->getParent()->isLambda();
}

const Expr *copiedBy(const Expr *E) {
  E = bare(E);
  const auto *Copy = dyn_cast<CXXConstructExpr>(E);
  bool IsCopy = Copy && Copy->getConstructor()->isCopyOrMoveConstructor();
  return IsCopy ? bare(Copy->getArg(0)) : E;
}

const LambdaExpr *lambdaIn(const VarDecl *V) {
  // A variable that lasts is made once, of what there is the first time.
  const CXXRecordDecl *Class = V->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->isLambda() || !V->hasLocalStorage() || !V->getInit() ||
      V->isInitCapture() || isa<ParmVarDecl>(V))
    return nullptr;
  const Expr *Init = bare(V->getInit());
  const auto *Moved = dyn_cast<CXXConstructExpr>(Init); // before C++17
  if (Moved && Moved->isElidable())
    Init = bare(Moved->getArg(0));
  return dyn_cast<LambdaExpr>(Init);
}

const LambdaExpr *lambdaAt(const Expr *E) {
  E = bare(E);
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V ? lambdaIn(V) : dyn_cast<LambdaExpr>(E);
}

const Expr *lambdaCalledBy(const CallExpr *E) {
  const auto *M = llvm::dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  // A static one is given no object; what says `this` may be given a copy.
  if (!isOfLambda(M) || M->getOverloadedOperator() != OO_Call ||
      !M->isImplicitObjectMemberFunction())
    return nullptr;
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  return bare(Call ? Call->getImplicitObjectArgument() : E->getArg(0));
}

const Expr *objectOf(const CallExpr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *M = Call ? Call->getMethodDecl() : nullptr;
  return M && M->isConst() ? Call->getImplicitObjectArgument() : nullptr;
}

namespace {
/// Whose code a statement is of.
enum class CodeOf : uint8_t { Expression, Function, Constructor };
} // namespace

/// Is it a variable of the function that names it, and nobody else's?
static bool isOwn(const Expr *Place, CodeOf In) {
  HostPlace P = placeAround(Place);
  const VarDecl *V = P.Variable;
  return (P.This && In == CodeOf::Constructor) ||
         (V && V->hasLocalStorage() && !V->getType()->isReferenceType());
}

/// Does it copy a class that has nothing but its members?
static bool isPlainCopy(const CXXOperatorCallExpr *E) {
  const auto *M = llvm::dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  return E->getOperator() == OO_Equal && E->getNumArgs() == 2 && M &&
         M->isTrivial();
}

/// Calls of functions and constructors in sight aside, which are looked into.
static bool isPureStep(const Stmt *S, CodeOf In) {
  bool InCall = In != CodeOf::Expression;
  if (const auto *E = dyn_cast<Expr>(S); E && InCall && neverReturns(E))
    return true;
  if (const auto *E = dyn_cast<Expr>(S);
      E && E->isGLValue() && E->getType().isVolatileQualified())
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return !U->isIncrementDecrementOp() ||
           (InCall && isOwn(U->getSubExpr(), In));
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return !B->isAssignmentOp() || (InCall && isOwn(B->getLHS(), In));
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    return C->getConstructor()->isTrivial() || isDim3(C) ||
           codeOf(C->getConstructor());
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(S))
    return InCall && isPlainCopy(C) && isOwn(C->getArg(0), In);
  if (const auto *C = dyn_cast<CallExpr>(S)) {
    return isKnownAndPure(C) || codeOf(C->getDirectCallee());
  }
  return !isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, StmtExpr, AtomicExpr,
              AsmStmt>(S);
}

bool isPure(const Expr *E) {
  // A function that calls itself is not looked into forever.
  static constexpr unsigned MaxSize = 400;
  std::vector<std::pair<const Stmt *, CodeOf>> Work{{E, CodeOf::Expression}};
  for (unsigned N = 0; !Work.empty(); ++N) {
    auto [S, In] = Work.back();
    Work.pop_back();
    if (!S || isa<LambdaExpr>(S))
      continue;
    if (N > MaxSize)
      return false;
    if (!isPureStep(S, In))
      return false;
    const auto *Call = dyn_cast<CallExpr>(S);
    if (Call && !isKnownAndPure(Call) && !isa<CXXOperatorCallExpr>(Call))
      Work.push_back({codeOf(Call->getDirectCallee()), CodeOf::Function});
    const auto *Made = dyn_cast<CXXConstructExpr>(S);
    if (Made && !Made->getConstructor()->isTrivial() && !isDim3(Made)) {
      const FunctionDecl *Definition = nullptr;
      const Stmt *Code = Made->getConstructor()->getBody(Definition);
      Work.push_back({Code, CodeOf::Constructor});
      for (const CXXCtorInitializer *I :
           cast<CXXConstructorDecl>(Definition)->inits())
        Work.push_back({I->getInit(), CodeOf::Constructor});
    }
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
      Work.push_back({Default->getExpr(), In});
    for (const Stmt *X : S->children())
      Work.push_back({X, In});
  }
  return true;
}

bool mayChangeOthers(const Stmt *S) {
  std::vector<const Stmt *> Work{S};
  while (!Work.empty()) {
    S = Work.back();
    Work.pop_back();
    if (!S)
      continue;
    const Expr *To = assignedBy(S);
    if (To && !isOwn(To, CodeOf::Function) &&
        (To->getType()->isRecordType() ||
         To->getType()->isIntegralOrEnumerationType()))
      return true;
    llvm::append_range(Work, S->children());
  }
  return false;
}

bool mayNeverReturn(const Stmt *S) {
  static constexpr unsigned MostNodes = 4000;
  llvm::DenseSet<const Stmt *> Called;
  std::vector<const Stmt *> Work{S};
  for (unsigned N = 0; !Work.empty(); ++N) {
    S = Work.back();
    Work.pop_back();
    if (!S || isa<LambdaExpr>(S))
      continue;
    const auto *E = dyn_cast<Expr>(S);
    if (N > MostNodes || (E && neverReturns(E)))
      return true;
    const auto *C = dyn_cast<CallExpr>(S);
    const Stmt *Code = C ? codeOf(C->getDirectCallee()) : nullptr;
    if (Code && Called.insert(Code).second)
      Work.push_back(Code);
    llvm::append_range(Work, S->children());
  }
  return false;
}

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

bool copiesAsItIs(const CXXMethodDecl *F, HostMembers Path) {
  return F->isTrivial() ||
         (F->isDefaulted() && !Path.empty() &&
          Path.front().type().isTriviallyCopyableType(F->getASTContext()));
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
