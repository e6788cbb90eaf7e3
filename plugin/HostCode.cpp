// HostCode - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostCode.h"
#include "plugin/HostControl.h"
#include "plugin/HostEffects.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Labels and cases that are not directly in their switch's body let control
/// come from elsewhere.
static bool isStructured(const Stmt *S, bool InSwitch) {
  if (!S || isa<LambdaExpr>(S))
    return true;
  if (isa<LabelStmt, IndirectGotoStmt, GotoStmt, CoroutineBodyStmt>(S))
    return false;
  if (isa<SwitchCase>(S) && !InSwitch)
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (Call && Call->getDirectCallee() &&
      Call->getDirectCallee()->hasAttr<ReturnsTwiceAttr>())
    return false;
  for (const Stmt *X : S->children()) {
    bool Direct =
        isa<SwitchStmt>(S) || (InSwitch && isa<CompoundStmt, SwitchCase>(S) &&
                               X && isa<SwitchCase>(X));
    if (!isStructured(X, Direct))
      return false;
  }
  return true;
}

HostBody::HostBody(const FunctionDecl *F, const Stmt *Root)
    : Function(F), Root(Root),
      Parents(std::make_unique<ParentMap>(const_cast<Stmt *>(Root))),
      Structured(racemap::isStructured(Root, false)) {}

bool HostBody::mayMatter(const Stmt *S) const {
  auto [Known, IsNew] = Matters.try_emplace(S);
  if (IsNew)
    Known->second = isLeft(S) || mayNeverReturn(S) || promises(S);
  return Known->second;
}

bool HostBody::contains(const Stmt *S) const {
  return S == Root || Parents->getParent(const_cast<Stmt *>(S));
}

bool HostBody::isWithin(const Stmt *S, const Stmt *Around) const {
  while (S && S != Around)
    S = contains(S) ? parent(S) : nullptr;
  return S == Around;
}

const Expr *bare(const Expr *E) {
  for (const Expr *Last = nullptr; Last != E;) {
    Last = E;
    E = unwrapped(E)->IgnoreParenCasts();
  }
  return E;
}

bool arePublic(HostMembers Path) {
  return llvm::all_of(Path, [](const HostMember &M) {
    const FieldDecl *F = M.field();
    return !F || F->getAccess() == AS_public || F->getAccess() == AS_none;
  });
}

/// The variable in, or behind, which the glvalue E is; null if not all of the
/// members on the way are public.
static const VarDecl *rootOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    const auto *U = dyn_cast<UnaryOperator>(E);
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (F && !arePublic(HostMember(F)))
        return nullptr;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (U && U->getOpcode() == UO_Deref)
      E = U->getSubExpr();
    else
      break;
  }
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V ? V->getCanonicalDecl() : nullptr;
}

/// Does Mention, of a pointer, a reference or a class, only read what is behind
/// it, or in it?
static bool onlyReads(const DeclRefExpr *Mention, const HostBody &B) {
  bool IsBehind = false;
  const Stmt *S = Mention, *Parent = B.parent(S);
  for (;; S = Parent, Parent = B.parent(S)) {
    const auto *A = dyn_cast_or_null<ArraySubscriptExpr>(Parent);
    const auto *U = dyn_cast_or_null<UnaryOperator>(Parent);
    bool Deeper = isa_and_nonnull<MemberExpr>(Parent) ||
                  (A && A->getBase() == S) || (U && U->getOpcode() == UO_Deref);
    IsBehind |= Deeper;
    if (!Deeper && !isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Parent))
      break;
  }
  if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Parent);
      Call && Call->getCallee() == S)
    return Call->getMethodDecl() && Call->getMethodDecl()->isConst();
  const auto *U = dyn_cast_or_null<UnaryOperator>(Parent);
  return (IsBehind || !Mention->getType()->isPointerType()) &&
         cast<Expr>(S)->isPRValue() && !(U && U->getOpcode() == UO_AddrOf);
}

/// Is nothing changed in or behind the parameter?
bool HostBody::isLeftAlone(const VarDecl *Parameter) const {
  QualType T = Parameter->getType();
  QualType Behind = T->getPointeeType();
  if (!Behind.isNull() && Behind.isConstQualified())
    return true;
  std::vector<const Stmt *> Work{Root};
  while (!Work.empty()) {
    const Stmt *S = Work.back();
    Work.pop_back();
    if (!S)
      continue;
    const auto *D = dyn_cast<DeclRefExpr>(S);
    if (D && D->getDecl()->getCanonicalDecl() == Parameter &&
        !onlyReads(D, *this))
      return false;
    llvm::append_range(Work, S->children());
  }
  return true;
}

static const Expr *withoutCasts(const Expr *E) {
  E = E->IgnoreParenCasts();
  const auto *Full = dyn_cast<FullExpr>(E);
  return Full ? Full->getSubExpr()->IgnoreParenCasts() : E;
}

bool HostBody::isGiven(const Expr *E) const {
  E = withoutCasts(E);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const auto *Of = dyn_cast<CXXMemberCallExpr>(Call);
    bool Looks = Of && Of->getMethodDecl() && Of->getMethodDecl()->isConst() &&
                 Of->getMethodDecl()->getParent()->isInStdNamespace();
    if (!Looks)
      return false;
    E = Of->getImplicitObjectArgument();
  }
  const auto *P = llvm::dyn_cast_or_null<ParmVarDecl>(rootOf(E));
  return P && P->getParentFunctionOrMethod() == Function && isLeftAlone(P);
}

bool isOfFileAlone(const Decl *D) {
  const SourceManager &Files = D->getASTContext().getSourceManager();
  return llvm::all_of(D->redecls(), [&](const Decl *R) {
    return Files.isWrittenInMainFile(Files.getExpansionLoc(R->getLocation()));
  });
}

const Expr *assignedBy(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isAssignmentOp() ? B->getLHS() : nullptr;
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return U->isIncrementDecrementOp() ? U->getSubExpr() : nullptr;
  const auto *C = dyn_cast<CXXOperatorCallExpr>(S);
  return C && C->isAssignmentOp() ? C->getArg(0) : nullptr;
}

const Expr *changeAt(const DeclRefExpr *E, const HostBody &B) {
  const Stmt *S = E;
  while (isa_and_nonnull<Expr>(S) && !isa<CallExpr>(S) && !assignedBy(S))
    S = B.parent(S);
  return llvm::dyn_cast_or_null<Expr>(S);
}

} // namespace racemap
