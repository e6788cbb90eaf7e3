// HostCode - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostCode.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

HostPlace placeOf(const Expr *E) {
  HostPlace P;
  for (;;) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (Cast && Cast->getCastKind() == CK_NoOp) {
      E = Cast->getSubExpr();
    } else if (Member && !Member->isArrow()) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->getType()->isReferenceType() ||
          Field->getParent()->isUnion()) // another member changes it too
        return {};
      P.Fields.insert(P.Fields.begin(), Field);
      E = Member->getBase();
    } else {
      P.Name = dyn_cast<DeclRefExpr>(E);
      if (const auto *V =
              P.Name ? dyn_cast<VarDecl>(P.Name->getDecl()) : nullptr)
        P.Variable = V->getCanonicalDecl();
      return P;
    }
  }
}

/// Labels and cases that are not directly in their switch's body let control
/// come from elsewhere.
static bool isStructured(const Stmt *S, bool InSwitch) {
  if (!S || isa<LambdaExpr>(S))
    return true;
  if (isa<LabelStmt, IndirectGotoStmt, GotoStmt, CoroutineBodyStmt>(S))
    return false;
  if (isa<SwitchCase>(S) && !InSwitch)
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

bool HostBody::contains(const Stmt *S) const {
  return S == Root || Parents->getParent(const_cast<Stmt *>(S));
}

bool HostBody::isWithin(const Stmt *S, const Stmt *Around) const {
  while (S && S != Around)
    S = contains(S) ? parent(S) : nullptr;
  return S == Around;
}

void HostUses::settle() {
  for (auto [E, F] : Mentions) {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (!V || Reads.contains(E) || Lent.contains(E))
      continue;
    Changes &C = All[V->getCanonicalDecl()];
    bool IsOwn =
        V->hasLocalStorage() && F && V->getParentFunctionOrMethod() == F;
    C.Escapes |= !Writes.contains(E) || !IsOwn;
    C.Where.push_back(E);
  }
  for (auto [E, To] : Lent)
    if (auto Found = All.find(To->getCanonicalDecl());
        Found != All.end() && !Found->second.Where.empty()) {
      Changes &C = All[cast<VarDecl>(E->getDecl())->getCanonicalDecl()];
      C.Escapes = true;
      C.Where.push_back(E);
    }
}

bool HostUses::isFixed(const VarDecl *V) const {
  if (V->getType().isVolatileQualified() || V->getType()->isReferenceType())
    return false;
  if (V->isConstexpr() || V->getType().isConstQualified())
    return true;
  auto Found = All.find(V);
  bool Changes = Found != All.end() && !Found->second.Where.empty();
  return !Changes && (V->hasLocalStorage() || V->isStaticLocal() ||
                      !V->isExternallyVisible());
}

bool HostUses::isFollowed(const VarDecl *V) const {
  auto Found = All.find(V);
  return !V->getType().isVolatileQualified() &&
         !V->getType()->isReferenceType() && V->hasLocalStorage() &&
         (Found == All.end() || !Found->second.Escapes);
}

/// The member that the change at Mention assigns to; none if it may be all.
static llvm::SmallVector<const FieldDecl *, 2>
changedMember(const DeclRefExpr *Mention, const HostBody &B) {
  const Stmt *S = Mention, *Parent = B.parent(S);
  while (llvm::isa_and_nonnull<MemberExpr, ParenExpr>(Parent)) {
    S = Parent;
    Parent = B.parent(S);
  }
  const auto *U = llvm::dyn_cast_or_null<UnaryOperator>(Parent);
  const auto *O = llvm::dyn_cast_or_null<BinaryOperator>(Parent);
  const auto *C = llvm::dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
  bool Assigns = (U && U->isIncrementDecrementOp()) ||
                 (O && O->isAssignmentOp() && O->getLHS() == S) ||
                 (C && C->isAssignmentOp() && C->getArg(0) == S);
  HostPlace To = Assigns ? placeOf(cast<Expr>(S)) : HostPlace();
  return To.Name == Mention ? To.Fields
                            : llvm::SmallVector<const FieldDecl *, 2>();
}

static bool overlap(HostUses::Fields A, HostUses::Fields B) {
  size_t Common = std::min(A.size(), B.size());
  return A.take_front(Common) == B.take_front(Common);
}

llvm::SmallVector<const DeclRefExpr *, 2>
HostUses::changesIn(const VarDecl *V, Fields Path, const HostBody &B,
                    const Stmt *S) const {
  llvm::SmallVector<const DeclRefExpr *, 2> In;
  auto Found = All.find(V);
  if (Found != All.end())
    for (const DeclRefExpr *E : Found->second.Where)
      if (B.isWithin(E, S) && overlap(Path, changedMember(E, B)))
        In.push_back(E);
  return In;
}

const llvm::DenseSet<const Stmt *> &
HostUses::changes(const VarDecl *V, Fields Path, const HostBody &B) const {
  Place Which{V, {Path.begin(), Path.end()}};
  auto [Entry, IsNew] = Known.try_emplace({Which, &B});
  if (IsNew)
    for (const DeclRefExpr *E : changesIn(V, Path, B, B.root()))
      for (const Stmt *S = E; S; S = B.parent(S))
        Entry->second.insert(S);
  return Entry->second;
}

} // namespace racemap
