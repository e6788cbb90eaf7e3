// HostUses - the part of HostCode about what is done to variables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostCode.h"
#include "plugin/HostControl.h"
#include "plugin/HostEffects.h"
#include "plugin/HostKeeping.h"
#include "clang/AST/Attr.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

/// Is it a variable of the function in which it is mentioned? Those of the file
/// are of main(), which is run once.
bool HostUses::isOwn(Mention M) {
  const auto *V = cast<VarDecl>(M.first->getDecl());
  if (!M.second)
    return false;
  if (V->isFileVarDecl())
    return M.second->isMain();
  return V->hasLocalStorage() && V->getParentFunctionOrMethod() == M.second;
}

void HostUses::use(Mention M) {
  const DeclRefExpr *E = M.first;
  Use How = Next.lookup(M);
  Next.erase(M);
  ++Mentions[M];
  if (How.IsHanded)
    Handed.insert(M);
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || How.IsRead)
    return;
  if (How.LentTo) {
    Lent.push_back({M, How.LentTo->getCanonicalDecl()});
    return;
  }
  Changes &C = All[V->getCanonicalDecl()];
  C.Escapes |= !(How.IsWritten || How.IsGiven) || How.IsRenamed || !isOwn(M);
  C.MayBeKept |= How.IsGiven && !How.IsWritten;
  C.All.push_back({E, How.IsRenamed ? nullptr : How.Becomes});
}

bool HostUses::isOnlyHanded(const VarDecl *V) const {
  return V->hasLocalStorage() && isFollowed(V) &&
         llvm::all_of(mentions(V),
                      [&](Mention M) { return Handed.contains(M); });
}

/// Is nothing changed through it, in code that was met?
bool HostUses::isLeftAlone(const VarDecl *LentTo) const {
  if (LentTo->getType()->isRecordType())
    return isOnlyHanded(LentTo);
  const auto *F = dyn_cast<FunctionDecl>(LentTo->getDeclContext());
  return isOnlyRead(LentTo) &&
         (!isa<ParmVarDecl>(LentTo) || Entered.contains(F));
}

bool HostUses::escapes(const VarDecl *V) const {
  auto Found = All.find(V);
  return Found != All.end() &&
         (Found->second.Escapes || Found->second.HasNoNames);
}

bool HostUses::mayBeKept(const VarDecl *V) const {
  auto Found = All.find(V);
  return Found != All.end() && Found->second.MayBeKept;
}

/// May the mention, which is lent to To, be kept? A reference that a function
/// is given ends with it.
bool HostUses::isKept(Mention M, const VarDecl *To) const {
  return !isa<ParmVarDecl>(To) || !To->getType()->isReferenceType() ||
         !isOwn(M) || escapes(To);
}

/// What changes or keeps one of them does so to all that are lent to it.
void HostUses::settle(bool Alone) {
  IsAlone = Alone;
  llvm::DenseSet<Mention> Changed;
  for (bool IsSettled = false; !IsSettled;) {
    IsSettled = true;
    for (auto [M, To] : Lent) {
      if (isLeftAlone(To))
        continue;
      Changes &C = All[cast<VarDecl>(M.first->getDecl())->getCanonicalDecl()];
      bool IsKept = isKept(M, To);
      if (Changed.insert(M).second)
        C.All.push_back({M.first, nullptr});
      else if (C.Escapes || !IsKept)
        continue;
      IsSettled = false;
      C.Escapes |= IsKept;
      C.MayBeKept |= !IsKept;
    }
  }
}

const LambdaExpr *HostUses::lambdaOf(const FunctionDecl *F) const {
  const auto *M = llvm::dyn_cast_or_null<CXXMethodDecl>(F);
  return M ? Lambdas.lookup(M->getParent()) : nullptr;
}

/// Can no other unit name it?
static bool isOfThisUnit(const VarDecl *V) {
  return V->isStaticLocal() || !V->isExternallyVisible();
}

/// Is V a part of a program that no other unit is likely to name?
bool HostUses::isOfProgram(const VarDecl *V) const {
  return HasMain && IsAlone && V->hasDefinition() == VarDecl::Definition &&
         !V->getMostRecentDecl()->hasAttr<WeakAttr>() && isOfFileAlone(V);
}

llvm::ArrayRef<Mention> HostUses::mentions(const VarDecl *V) const {
  if (!MentionsOf) {
    MentionsOf.emplace();
    for (auto [M, Count] : Mentions)
      (*MentionsOf)[M.first->getDecl()->getCanonicalDecl()].push_back(M);
  }
  auto Its = MentionsOf->find(V);
  return Its == MentionsOf->end() ? llvm::ArrayRef<Mention>()
                                  : llvm::ArrayRef(Its->second);
}

bool HostUses::isOnlyRead(const VarDecl *V) const {
  auto Found = All.find(V);
  return !V->getType().isVolatileQualified() &&
         (Found == All.end() ||
          (Found->second.All.empty() && !Found->second.HasNoNames));
}

bool HostUses::isFixed(const VarDecl *V) const {
  if (V->getType().isVolatileQualified() || V->getType()->isReferenceType())
    return false;
  if (V->isConstexpr() || V->getType().isConstQualified())
    return true;
  return isOnlyRead(V) &&
         (V->hasLocalStorage() || (isOfThisUnit(V) && !HasAliases)) &&
         !isKeptByItself(V);
}

/// What its changes make of it; nothing if one of them is no assignment.
std::optional<llvm::SmallVector<const Expr *, 2>>
HostUses::becomes(const VarDecl *V) const {
  llvm::SmallVector<const Expr *, 2> Values;
  auto Found = All.find(V);
  if (Found == All.end())
    return Values;
  if (Found->second.HasNoNames)
    return std::nullopt;
  for (const Change &C : Found->second.All) {
    Values.push_back(C.Becomes);
    if (!Values.back())
      return std::nullopt;
  }
  return Values;
}

std::optional<llvm::SmallVector<const Expr *, 2>>
HostUses::assigned(const VarDecl *V) const {
  if (V->hasLocalStorage() || V->getType().isVolatileQualified() ||
      !isOfThisUnit(V) || HasAliases)
    return std::nullopt;
  return becomes(V);
}

std::optional<llvm::SmallVector<const Expr *, 2>>
HostUses::allOf(const VarDecl *V) const {
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) ||
      V->isExceptionVariable() || !isFollowed(V))
    return std::nullopt;
  auto Values = becomes(V);
  if (const Expr *Init = V->getInit(); Init && Values)
    Values->insert(Values->begin(), Init);
  return Values;
}

bool HostUses::isAssigned(Mention M) const {
  const auto *V = dyn_cast<VarDecl>(M.first->getDecl());
  auto Found = V ? All.find(V->getCanonicalDecl()) : All.end();
  return Found != All.end() &&
         llvm::any_of(Found->second.All, [&](const Change &C) {
           return C.Where == M.first && C.Becomes;
         });
}

/// Is nothing done with objects of type T, or with their elements, but what is
/// written where they are named?
static bool isPlain(QualType T) {
  const auto *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !R || (R->hasDefinition() && (R->isTrivial() || isDim3(R)));
}

/// Does the device have V, alone or as well?
static bool isOfDevice(const VarDecl *V) {
  return V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>() ||
         V->hasAttr<HIPManagedAttr>();
}

/// Can main() alone change V, a variable of the file, if it is not named
/// elsewhere?
bool HostUses::isOfMain(const VarDecl *V) const {
  return V->isFileVarDecl() && !V->isStaticDataMember() &&
         V->getTLSKind() == VarDecl::TLS_None && isPlain(V->getType()) &&
         !isOfDevice(V) && !HasAliases && !mayBeKept(V) &&
         (isOfThisUnit(V) || isOfProgram(V));
}

bool HostUses::isFollowed(const VarDecl *V) const {
  return !V->getType().isVolatileQualified() &&
         !V->getType()->isReferenceType() &&
         (V->hasLocalStorage() || isOfMain(V)) && !escapes(V) &&
         !isKeptByItself(V);
}

bool HostUses::isTrusted(const VarDecl *V) const {
  return !V->hasLocalStorage() && !isOfThisUnit(V);
}

bool HostUses::isKeptByItself(const VarDecl *V) const {
  if (!V->getType()->isRecordType())
    return false;
  auto [Its, IsNew] = KeptByThemselves.try_emplace(V);
  if (IsNew)
    Its->second = mayKeepItself(V);
  return Its->second;
}

/// The member that the change at Mention assigns to; none if it may be all.
static llvm::SmallVector<HostMember, 2>
changedMember(const DeclRefExpr *Mention, const HostBody &B) {
  const Stmt *S = Mention, *Parent = B.parent(S);
  auto IsWay = [&] {
    const auto *A = llvm::dyn_cast_or_null<ArraySubscriptExpr>(Parent);
    const auto *C = llvm::dyn_cast_or_null<ImplicitCastExpr>(Parent);
    return llvm::isa_and_nonnull<MemberExpr, ParenExpr>(Parent) ||
           (A && A->getBase() == S) ||
           (C && C->getCastKind() == CK_ArrayToPointerDecay);
  };
  while (IsWay()) {
    S = Parent;
    Parent = B.parent(S);
  }
  bool Assigns = Parent && assignedBy(Parent) == S;
  HostPlace To = Assigns ? placeAround(cast<Expr>(S)) : HostPlace();
  return To.Name == Mention ? To.Fields : llvm::SmallVector<HostMember, 2>();
}

llvm::SmallVector<const DeclRefExpr *, 2>
HostUses::changesIn(const VarDecl *V, Fields Path, const HostBody &B,
                    const Stmt *S) const {
  llvm::SmallVector<const DeclRefExpr *, 2> In;
  auto Found = All.find(V);
  if (Found != All.end())
    for (const auto &[E, Becomes] : Found->second.All)
      if (B.isWithin(E, S) && overlap(Path, changedMember(E, B)) &&
          !llvm::is_contained(In, E))
        In.push_back(E);
  return In;
}

bool HostUses::isChangedWithin(const VarDecl *V, const HostBody &B) const {
  auto Found = All.find(V);
  return Found == All.end() ||
         llvm::all_of(Found->second.All,
                      [&](const Change &C) { return B.contains(C.Where); });
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
