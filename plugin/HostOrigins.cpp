// HostOrigins - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostOrigins.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;
using map::Variable;

namespace {
class Search {
public:
  explicit Search(HostValues &Values) : Values(Values) {}
  HostOrigins of(const Term *T);

private:
  void addName(const Variable *Name);
  void addTerm(const Term *T);
  void addVariable(const VarDecl *V, HostValues &Maker, const Stmt *By);
  void addAllocation(const VarDecl *V, HostValues &Maker);
  void addChange(const DeclRefExpr *Change, const VarDecl *V,
                 HostValues &Maker);
  void addMentioned(const Stmt *S, HostValues &Maker);
  void addOpaque(const Expr *E, HostValues &Maker);

  HostValues &Values;
  HostOrigins Out;
  bool Flows = false; ///< something comes to the name that is looked at
  llvm::SmallPtrSet<const Variable *, 8> Names;
  llvm::SmallPtrSet<const VarDecl *, 8> Variables;
};
} // namespace

static bool isPointerLike(QualType T) {
  T = T.getNonReferenceType();
  return T->isPointerType() || T->isArrayType();
}

/// Can a pointer of this type be put into one of the other one, or into a part
/// of an object? What only ever points to memory for anything, or to what
/// manages it, cannot.
static bool pointsAlike(QualType T, QualType To) {
  QualType Pointee = T->getPointeeType();
  if (Pointee.isNull() || !To->isPointerType())
    return isPointerLike(T) && (Pointee.isNull() || Pointee->isScalarType());
  return Pointee.getCanonicalType().getUnqualifiedType() ==
         To->getPointeeType().getCanonicalType().getUnqualifiedType();
}

/// The call may leave in a variable what its other arguments point to: it is no
/// function of a library, which allocates.
static bool mayPassOn(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return !F || !isOfSystem(F);
}

static bool isSwap(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && F->getName().contains_insensitive("swap");
}

/// A pointer flows that is T.
void Search::addTerm(const Term *T) {
  if (!T)
    return;
  for (const Variable *V : Values.pointersIn(T)) {
    Out.IsMoved |= T != V;
    Out.IsRoot = false;
    Flows = true;
    addName(V);
  }
}

/// What S mentions flows, moved by who knows what.
void Search::addMentioned(const Stmt *S, HostValues &Maker) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (V && V->getType()->isPointerType()) {
    addTerm(Maker.valueAside(Name));
  } else if (V && V->getType()->isIntegerType()) {
    if (Variables.insert(V).second)
      addMentioned(V->getInit(), Maker); // an address as a number
  } else if (V) {
    addVariable(V->getCanonicalDecl(), Maker, nullptr);
  }
  for (const Stmt *X : S->children())
    addMentioned(X, Maker);
}

/// E is not followed.
void Search::addOpaque(const Expr *E, HostValues &Maker) {
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (V && !V->getType()->isIntegerType()) {
    Out.Roots.insert(V->getCanonicalDecl());
    Flows = true;
    addVariable(V->getCanonicalDecl(), Maker, nullptr);
    return;
  }
  // A pointer that is read somewhere does not point there: it comes from what
  // is put into the variable, if it is one of this function's.
  const Expr *In = E;
  while (isa<MemberExpr, ArraySubscriptExpr>(In)) {
    const auto *M = dyn_cast<MemberExpr>(In);
    In = M ? (M->isArrow() ? nullptr : bare(M->getBase()))
           : bare(llvm::cast<ArraySubscriptExpr>(In)->getBase());
    if (!In || In->getType()->isPointerType())
      return;
  }
  Out.IsMoved |= In == E;
  addMentioned(In, Maker);
}

/// A library puts an address into V: there is one object for it if nothing else
/// does.
void Search::addAllocation(const VarDecl *V, HostValues &Maker) {
  const HostBody &B = Maker.body();
  unsigned Calls = 0;
  for (const DeclRefExpr *X : Maker.uses().changesIn(V, {}, B, B.root()))
    Calls += isa_and_nonnull<CallExpr>(changeAt(X, B));
  if (V->getType()->isPointerType() && Calls == 1) {
    Out.Roots.insert(V);
    Flows = true;
  }
}

void Search::addChange(const DeclRefExpr *Change, const VarDecl *V,
                       HostValues &Maker) {
  const HostBody &B = Maker.body();
  const Expr *Its = changeAt(Change, B);
  if (const auto *Call = llvm::dyn_cast_or_null<CallExpr>(Its);
      Call && !assignedBy(Its)) {
    if (!mayPassOn(Call) && !isSwap(Call)) {
      addAllocation(V, Maker);
      return;
    }
    for (const Expr *A : Call->arguments()) {
      if (B.isWithin(Change, A) ||
          !pointsAlike(A->IgnoreParenImpCasts()->getType(), V->getType()))
        continue;
      Out.IsMoved |= !isSwap(Call);
      addTerm(Maker.valueAside(A->IgnoreParenImpCasts()));
    }
    return;
  }
  const auto *Assign = llvm::dyn_cast_or_null<BinaryOperator>(Its);
  if (!Assign || Assign->getOpcode() != BO_Assign)
    Out.IsMoved = true; // a step
  else if (isPointerLike(Assign->getRHS()->getType()))
    addTerm(Maker.valueAside(Assign->getRHS()));
}

/// What V, or an element of it, is made of. By, where it is not null, is what
/// made it so.
void Search::addVariable(const VarDecl *V, HostValues &Maker, const Stmt *By) {
  if (!Variables.insert(V).second)
    return;
  const HostBody &B = Maker.body();
  bool IsHere = V->getParentFunctionOrMethod() == B.function();
  if (!IsHere)
    return;
  // A call that is given it leaves nothing of what it was.
  const auto *Call = By && isa<Expr>(By)
                         ? dyn_cast<CallExpr>(bare(llvm::cast<Expr>(By)))
                         : nullptr;
  if (Call && !isSwap(Call)) {
    for (const DeclRefExpr *X : Maker.uses().changesIn(V, {}, B, By))
      addChange(X, V, Maker);
    return;
  }
  if (const auto *List = llvm::dyn_cast_or_null<InitListExpr>(V->getInit())) {
    for (const Expr *X : List->inits())
      if (isPointerLike(X->getType()))
        addTerm(Maker.valueAside(X));
  } else if (const Expr *Init = V->getInit()) {
    addTerm(isPointerLike(Init->getType()) ? Maker.valueAside(Init) : nullptr);
  } else if (isa<ParmVarDecl>(V)) {
    addTerm(Maker.given(V));
  }
  for (const DeclRefExpr *X : Maker.uses().changesIn(V, {}, B, B.root()))
    addChange(X, V, Maker);
}

void Search::addName(const Variable *Name) {
  if (!Names.insert(Name).second)
    return;
  llvm::SaveAndRestore Mine(Flows, false);
  const HostValues::Unknown *U = Values.find(Name);
  HostValues *Maker = Values.makerOf(Name);
  if (U && Maker && U->Variable && U->Since) {
    addVariable(U->Variable, *Maker, U->Since);
  } else if (U && Maker && U->Of && Maker->body().contains(U->Of)) {
    addOpaque(bare(U->Of), *Maker);
  }
  if (!Flows)
    Out.Roots.insert(Name);
}

HostOrigins Search::of(const Term *T) {
  Out.Named = Values.pointersIn(T);
  for (const Variable *V : Out.Named)
    addName(V);
  return std::move(Out);
}

HostOrigins originsOf(const Term *T, HostValues &Values) {
  return Search(Values).of(T);
}

template <typename Set> static bool haveOne(const Set &A, const Set &B) {
  return llvm::any_of(A, [&](const auto *X) { return B.contains(X); });
}

bool mayShare(const HostOrigins &A, const HostOrigins &B) {
  if (haveOne(A.Named, B.Named))
    return true;
  bool IsCertain = A.IsRoot || B.IsRoot || A.IsMoved || B.IsMoved;
  return IsCertain && haveOne(A.Roots, B.Roots);
}

} // namespace racemap
