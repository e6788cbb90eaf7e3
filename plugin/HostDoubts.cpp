// HostDoubts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostDoubts.h"
#include "passes/map/Traversal.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;

/// Is what E returns, or whether it returns, a matter of data or of the
/// machine, whatever numbers it is given?
static bool isOutside(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (isa<CUDAKernelCallExpr>(E) || !F)
    return true;
  return isOfSystem(F) ||
         llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
           return P->getType()->isPointerType();
         });
}

/// The variable that E is a member of, or of one of whose members; or null.
static const VarDecl *objectOf(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E);
  if (!M || !isa<FieldDecl>(M->getMemberDecl()))
    return nullptr;
  const Expr *Base = M->getBase()->IgnoreParenImpCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(Base);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V ? V->getCanonicalDecl() : objectOf(Base);
}

/// E is T. What is not followed in there is computed of others.
void HostDoubts::add(const Expr *E, const Term *T) {
  map::forEachNode({T}, [&](const Term *X) {
    const HostValues::Unknown *U = Values.find(X);
    if (!U || !U->IsComputed)
      return;
    if (U->At)
      add(U->At);
    else if (!U->Since)
      add(E); // it is met in a function
    else if (U->Variable && !bodyOf(U->Since))
      addOrigins(U->Variable);
  });
}

/// Control need not come to the launch for all numbers that S mentions. What
/// stands in memory is no matter of where it stands.
void HostDoubts::add(const Stmt *S) {
  if (!S || isa<LambdaExpr, UnaryExprOrTypeTraitExpr, ArraySubscriptExpr>(S))
    return;
  const auto *Call = dyn_cast<CallExpr>(S);
  const auto *U = dyn_cast<UnaryOperator>(S);
  if ((Call && isOutside(Call)) || (U && U->getOpcode() == UO_Deref))
    return;
  const auto *E = dyn_cast<Expr>(S);
  bool IsNumber = isa<DeclRefExpr, MemberExpr>(S) &&
                  E->getType()->isIntegralOrEnumerationType() &&
                  !E->isInstantiationDependent();
  const Term *T = IsNumber ? Values.valueAside(E) : nullptr;
  if (T)
    All.insert(T);
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (V && (!T || Values.isComputed(T)))
    addOrigins(V->getCanonicalDecl());
  if (isa<DeclRefExpr, MemberExpr>(S) && E->getType()->isRecordType())
    addMembers(E, {});
  if (const VarDecl *Whole = E ? objectOf(E) : nullptr) {
    addOrigins(Whole);
    return; // its other members do not matter
  }
  for (const Stmt *X : S->children())
    add(X);
}

/// It is asked for as a whole, by what is not followed.
void HostDoubts::addMembers(const Expr *Object,
                            const llvm::SmallVector<HostMember, 4> &Path) {
  static constexpr unsigned MostDeep = 4;
  QualType Type = memberType(Object->getType(), Path);
  const RecordDecl *R = Type->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (Type->isIntegralOrEnumerationType())
    if (const Term *T = Values.valueAside(Object, Path))
      All.insert(T);
  if (!R || R->isUnion() || R->isInStdNamespace() || Path.size() == MostDeep)
    return;
  for (const FieldDecl *F : R->fields()) {
    auto Deeper = Path;
    Deeper.push_back(F);
    addMembers(Object, Deeper);
  }
}

/// That goes for what the variable is made of, too.
void HostDoubts::addOrigins(const VarDecl *V) {
  bool IsHere = V->getParentFunctionOrMethod() == B.function();
  if (!IsHere || !Traced.insert(V).second)
    return;
  add(V->getInit());
  for (const DeclRefExpr *E : Values.uses().changesIn(V, {}, B, B.root())) {
    add(changeAt(E, B));
    for (const Stmt *X = B.parent(E); X; X = B.parent(X))
      if (const auto *I = dyn_cast<IfStmt>(X))
        add(I->getCond());
  }
}

/// Whether S is left in the middle is not followed.
void HostDoubts::addExits(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const Expr *On = nullptr;
  if (const auto *I = dyn_cast<IfStmt>(S))
    On = I->getCond();
  else if (const auto *W = dyn_cast<SwitchStmt>(S))
    On = W->getCond();
  else if (const auto *C = dyn_cast<ConditionalOperator>(S))
    On = C->getCond();
  if (On && isLeft(S, /*InSwitch=*/true, /*InLoop=*/true))
    add(On);
  const auto *Call = dyn_cast<CallExpr>(S);
  if (Call && !isOutside(Call) && mayNeverReturn(Call))
    add(Call);
  for (const Stmt *X : S->children())
    addExits(X);
}

} // namespace racemap
