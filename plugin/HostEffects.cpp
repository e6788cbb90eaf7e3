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

/// Does S make a way to change what it is only given to read?
static bool castsConstAway(const CastExpr *S) {
  auto Target = [](QualType T) {
    return T->isPointerType() ? T->getPointeeType() : T.getNonReferenceType();
  };
  const auto *C = dyn_cast<ExplicitCastExpr>(S);
  QualType To = C ? C->getTypeAsWritten() : QualType();
  if (!C || !(To->isPointerType() || To->isReferenceType()) ||
      To->getPointeeType()->isVoidType())
    return false;
  const Expr *Of = C->getSubExpr()->IgnoreParenImpCasts();
  const Expr *Place = Of;
  while (const auto *M = dyn_cast<MemberExpr>(Place))
    Place = M->getBase()->IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Place);
  if (Address && Address->getOpcode() == UO_AddrOf)
    Place = Of = Address->getSubExpr()->IgnoreParenImpCasts();
  // A variable may be another name for what is given.
  const auto *Name = dyn_cast<DeclRefExpr>(Place);
  bool IsGiven =
      isa<CXXThisExpr>(Place) || (Name && isa<VarDecl>(Name->getDecl()));
  return IsGiven && Target(Of->getType()).isConstQualified() &&
         !To->getPointeeType().isConstQualified();
}

bool mayChangeConst(const FunctionDecl *F) {
  static constexpr unsigned MostNodes = 100'000; // of whole programs
  llvm::DenseSet<const FunctionDecl *> Called;
  std::vector<const Stmt *> Work;
  auto Enter = [&](const FunctionDecl *Its) {
    if (!Its || isOfSystem(Its) || !Called.insert(Its).second)
      return;
    Work.push_back(codeOf(Its));
    const FunctionDecl *Definition = Its->getDefinition();
    if (const auto *C = llvm::dyn_cast_or_null<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *I : C->inits())
        Work.push_back(I->getInit());
  };
  Enter(F);
  for (unsigned N = 0; !Work.empty(); ++N) {
    const Stmt *S = Work.back();
    Work.pop_back();
    if (!S)
      continue;
    const auto *Cast = dyn_cast<CastExpr>(S);
    if (N > MostNodes || (Cast && castsConstAway(Cast)))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Enter(Call->getDirectCallee());
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
      Enter(Made->getConstructor());
    llvm::append_range(Work, S->children());
  }
  return false;
}

bool copiesAsItIs(const CXXMethodDecl *F, HostMembers Path) {
  return F->isTrivial() ||
         (F->isDefaulted() && !Path.empty() &&
          Path.front().type().isTriviallyCopyableType(F->getASTContext()));
}

} // namespace racemap
