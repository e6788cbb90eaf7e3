// HostLoans - the part of HostValues about what functions leave in variables
// that they are given to change.
//
// A function in sight is run on what the variables were before: what they are
// there in the end, they are after the call. That nobody else changes them
// meanwhile is asked of the call, which names each once, and of the function,
// which makes no other name for it. A local variable of which an address stays
// anywhere is not followed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostRun.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;

/// What the pointer Arg points to.
static HostPlace pointedToBy(const Expr *Arg) {
  const auto *Address = dyn_cast<UnaryOperator>(unwrapped(Arg));
  return Address && Address->getOpcode() == UO_AddrOf
             ? placeOf(Address->getSubExpr(), Pointers::Followed)
             : placeBehind(Arg);
}

/// The place that Arg lends to a parameter of type T; none if it lends nothing
/// that may be changed.
static HostPlace lentBy(const Expr *Arg, QualType T) {
  QualType Target = T->getPointeeType();
  if (Target.isNull() || Target.isConstQualified())
    return {};
  return T->isReferenceType() ? placeOf(unwrapped(Arg), Pointers::Followed)
                              : pointedToBy(Arg);
}

/// Does S name the variable of Its there alone, but to read a number?
static bool isNamedOnce(const HostPlace &Its, const Stmt *S) {
  if (!S)
    return true;
  const auto *C = dyn_cast<CastExpr>(S);
  if (C && C->getCastKind() == CK_LValueToRValue &&
      !C->getType()->isPointerType() &&
      placeOf(C->getSubExpr(), Pointers::Followed).Variable)
    return true;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    return Name == Its.Name ||
           Name->getDecl()->getCanonicalDecl() != Its.Variable;
  return llvm::all_of(S->children(),
                      [&](const Stmt *X) { return isNamedOnce(Its, X); });
}

/// What E, memset(), clears as a whole.
static HostPlace clearedBy(const CallExpr *E, const ASTContext &AST) {
  const FunctionDecl *F = E->getDirectCallee();
  Expr::EvalResult Byte, Size;
  if (!F || !F->getIdentifier() || F->getName() != "memset" ||
      !(F->isExternC() || F->isInStdNamespace()) || E->getNumArgs() != 3 ||
      !E->getArg(1)->EvaluateAsInt(Byte, AST) ||
      !E->getArg(2)->EvaluateAsInt(Size, AST) || Byte.Val.getInt() != 0)
    return {};
  HostPlace To = pointedToBy(E->getArg(0)->IgnoreImpCasts());
  QualType T = To.Variable ? To.type() : QualType();
  bool IsWhole = !T.isNull() && !T->isIncompleteType() &&
                 Size.Val.getInt() == AST.getTypeSizeInChars(T).getQuantity();
  return IsWhole ? To : HostPlace();
}

namespace {
/// Whether functions do no more with what they are lent than to read it, to
/// assign to it, and to lend it on: nothing else has a name for it then.
class Handling {
public:
  explicit Handling(const ASTContext &AST) : AST(AST) {}
  bool isPlain(const Stmt *Code, const VarDecl *Lent);

private:
  bool isPlainCall(const CallExpr *E, const VarDecl *Lent);

  const ASTContext &AST;
  llvm::DenseSet<const VarDecl *> Seen; ///< each is looked at once
};
} // namespace

/// Is it a part of a variable of the function that names it, or of what another
/// parameter refers to, or points to? Those are given other variables.
static bool isOfFunction(const Expr *Place) {
  HostPlace P = placeAround(Place, Pointers::Followed);
  return P.Variable && (isa<ParmVarDecl>(P.Variable) ||
                        (P.Variable->hasLocalStorage() && !P.IsBehind &&
                         !P.Variable->getType()->isReferenceType()));
}

bool Handling::isPlainCall(const CallExpr *E, const VarDecl *Lent) {
  const FunctionDecl *F = E->getDirectCallee();
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || (Method && !Method->isStatic()))
    return llvm::all_of(E->children(),
                        [&](const Stmt *X) { return isPlain(X, Lent); });
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Arg = E->getArg(I);
    bool IsLent = I < F->getNumParams() &&
                  lentBy(Arg, F->getParamDecl(I)->getType()).Variable == Lent;
    if (!IsLent && !isPlain(Arg, Lent))
      return false;
    if (!IsLent || clearedBy(E, AST).Variable == Lent->getCanonicalDecl())
      continue;
    const Stmt *Code = codeOf(F);
    if (!Code || F->isVariadic())
      return false;
    const VarDecl *To = F->getDefinition()->getParamDecl(I);
    if (Seen.insert(To).second && !isPlain(Code, To))
      return false;
  }
  return true;
}

bool Handling::isPlain(const Stmt *S, const VarDecl *Lent) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    return Name->getDecl()->getCanonicalDecl() != Lent->getCanonicalDecl();
  auto IsIts = [&](const Expr *Place) {
    HostPlace P = placeAround(Place, Pointers::Followed);
    return P.Variable == Lent->getCanonicalDecl() && isPure(Place) &&
           P.IsBehind == Lent->getType()->isPointerType();
  };
  const auto *C = dyn_cast<CastExpr>(S);
  if (C && C->getCastKind() == CK_LValueToRValue && IsIts(C->getSubExpr()))
    return true;
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(S);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
      Copy->getConstructor()->isTrivial() && IsIts(unwrapped(Copy->getArg(0))))
    return true;
  const auto *Assign = dyn_cast<CXXOperatorCallExpr>(S);
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && !Assign)
    return isPlainCall(Call, Lent);
  const auto *Method =
      Assign ? llvm::dyn_cast_or_null<CXXMethodDecl>(Assign->getDirectCallee())
             : nullptr;
  bool IsPlainCopy = Method && Assign->isAssignmentOp() && Method->isTrivial();
  const Expr *To = assignedBy(S);
  // It may be the variable by another name.
  if (To && !IsIts(To) && !isOfFunction(To) &&
      !To->getType()->isRealFloatingType())
    return false;
  if (Assign && !IsPlainCopy)
    To = nullptr;
  return llvm::all_of(S->children(), [&](const Stmt *X) {
    bool IsPlace = X && (X == To || IsPlainCopy) && isa<Expr>(X) &&
                   IsIts(unwrapped(cast<Expr>(X)->IgnoreImpCasts()));
    return IsPlace || isPlain(X, Lent);
  });
}

/// The function in sight that E calls, if it can be run; or null.
static const FunctionDecl *functionOf(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  bool IsRun = codeOf(F) && !F->isVariadic() && !isa<CXXMethodDecl>(F);
  return IsRun ? F->getDefinition() : nullptr;
}

HostValues::Loans HostValues::loansOf(const CallExpr *E) const {
  Loans All;
  const FunctionDecl *F = functionOf(E);
  for (unsigned I = 0; F && I < F->getNumParams() && I < E->getNumArgs(); ++I) {
    const auto *To = cast<VarDecl>(F->getParamDecl(I)->getCanonicalDecl());
    QualType T = To->getType();
    HostPlace Its = lentBy(E->getArg(I), T);
    if (!Its.Variable || !isNamedOnce(Its, E) ||
        !Handling(AST).isPlain(codeOf(F), To))
      continue;
    if (AST.hasSameUnqualifiedType(Its.type(), T->getPointeeType()))
      All.push_back({std::move(Its), To, HostObject::lentTo(AST, T)});
  }
  return All;
}

/// Makes of the loans of E what the function leaves there. False if that is not
/// followed.
bool HostValues::lend(const CallExpr *E, Loans &All) {
  const FunctionDecl *F = functionOf(E);
  if (!F || (All.empty() && !mayNeverReturn(codeOf(F))) || !mayEnter())
    return false;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  Locals Given;
  for (const Loan &L : All)
    Given.insert({L.To, L.Object});
  give(F, llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Given);
  auto GoThrough = [&](Run &Its) -> const Term * {
    if (!Its.leaves(codeOf(F), All))
      return nullptr;
    for (Loan &L : All)
      L.Object = Arguments.lookup(L.To);
    return Terms.yes();
  };
  return enter(E, std::move(Given), GoThrough, {}) != nullptr;
}

/// The call that By is, if it is a statement: nothing is known of what it
/// returns, so nobody may look at that.
static const CallExpr *callIn(const Stmt *By, const HostBody &B) {
  const auto *E = dyn_cast<Expr>(By);
  const Stmt *Parent = E ? B.parent(By) : nullptr;
  const auto *I = Parent ? dyn_cast<IfStmt>(Parent) : nullptr;
  bool IsStatement =
      Parent && (isa<CompoundStmt, SwitchCase>(Parent) ||
                 bodyOf(Parent) == By || (I && By != I->getCond()));
  const auto *Call = IsStatement ? dyn_cast<CallExpr>(bare(E)) : nullptr;
  return Call && !isa<CUDAKernelCallExpr>(Call) ? Call : nullptr;
}

/// What the call E, which By makes, leaves in the variables that it is lent.
const HostValues::Loans &HostValues::repaid(const CallExpr *E, const Stmt *By) {
  static constexpr size_t MostCalls = 24;
  auto [Known, IsNew] = Repaid.try_emplace({E, IsReached});
  if (!IsNew || Repaid.size() > MostCalls)
    return Known->second;
  Loans &Its = Known->second;
  Its = loansOf(E);
  llvm::erase_if(Its, [&](const Loan &L) {
    return L.Its.IsBehind || !Uses.isFollowed(L.Its.Variable);
  });
  Loans All = Its; // what is followed may come here again
  {
    llvm::SaveAndRestore Giving(IsGiving, true);
    for (Loan &L : All)
      L.Object.set({},
                   [&](Fields Of) { return follow(L.Its, L.there(Of), By); });
  }
  llvm::SaveAndRestore Passing(IsUnpassed, false);
  if (lend(E, All))
    Its = std::move(All);
  const FunctionDecl *F = E->getDirectCallee();
  if (IsUnpassed || (!functionOf(E) && F && mayNeverReturn(codeOf(F))))
    Unpassed.insert(E);
  return Its;
}

bool HostValues::pass(const Stmt *By) {
  const CallExpr *E = callIn(By, Body);
  if (E)
    repaid(E, By);
  return !Unpassed.contains(E);
}

/// What By leaves in the place, if it is a call that is lent it.
const Term *HostValues::filled(const HostPlace &P, Fields Path,
                               const Stmt *By) {
  const CallExpr *E = callIn(By, Body);
  if (!E || Uses.changesIn(P.Variable, {}, Body, By).size() != 1)
    return nullptr;
  HostPlace To = clearedBy(E, AST);
  auto Width = widthOf(memberType(P.Variable->getType(), Path));
  if (To.Variable == P.Variable && isWithin(Path, To.Fields))
    return Width ? Terms.constant(*Width, 0) : nullptr;
  for (const Loan &L : repaid(E, By)) {
    if (L.Its.Variable != P.Variable)
      continue;
    if (isWithin(Path, L.Its.Fields))
      return L.lookup(Path.drop_front(L.Its.Fields.size()));
    bool IsBeside = !overlap(Path, L.Its.Fields) &&
                    L.Its.Fields.back().field() &&
                    L.To->getType()->isReferenceType();
    return IsBeside ? follow(P, Path, By) : nullptr; // another member is lent
  }
  return nullptr;
}

llvm::SmallVector<HostMember, 4> HostValues::Loan::there(Fields Part) const {
  llvm::SmallVector<HostMember, 4> Way(Its.Fields.begin(), Its.Fields.end());
  llvm::append_range(Way, Part.drop_front(To->getType()->isPointerType()));
  return Way;
}

const Term *HostValues::Loan::lookup(Fields Of) const {
  llvm::SmallVector<HostMember, 4> Way;
  if (To->getType()->isPointerType())
    Way.push_back({To->getType()->getPointeeType(), 0});
  llvm::append_range(Way, Of);
  return Object.lookup(Way);
}

/// E is evaluated: what it lends becomes what the function makes of it. False
/// if that is not followed.
bool HostValues::Run::lends(const CallExpr *E) {
  HostPlace To = clearedBy(E, Values.AST);
  if (followed(To)) {
    objectOf(To).set(To.Fields, [&](Fields Of) {
      return Terms.constant(*Values.widthOf(memberType(To.type(), Of)), 0);
    });
    return true;
  }
  Loans All = Values.loansOf(E);
  llvm::erase_if(All, [&](const Loan &L) { return !followed(L.Its); });
  for (Loan &L : All)
    L.Object.set({}, [&](Fields Of) {
      return Has.lookup(L.Its.whole()).lookup(L.there(Of));
    });
  if (!Values.lend(E, All))
    return false;
  // What it does beside that.
  llvm::SaveAndRestore Lost(IsLost);
  forget(E);
  for (const Loan &L : All)
    objectOf(L.Its).set(L.Its.Fields, [&](Fields Of) { return L.lookup(Of); });
  return true;
}

} // namespace racemap
