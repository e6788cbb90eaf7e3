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

bool readsInput(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return false;
  if (F->getOverloadedOperator() == OO_GreaterGreater)
    return F->isInStdNamespace();
  return F->getIdentifier() &&
         (F->getName().ends_with("scanf") || F->getName() == "cudaMemGetInfo");
}

const Expr *bare(const Expr *E) {
  for (const Expr *Last = nullptr; Last != E;) {
    Last = E;
    E = unwrapped(E)->IgnoreParenCasts();
  }
  return E;
}

/// Is Text a word of the command line, or of the environment? They are spelled
/// argv[i] and optarg in a function that is given them, or come from getenv.
static bool isGivenText(const Expr *Text) {
  Text = bare(Text);
  if (const auto *C = dyn_cast<CXXConstructExpr>(Text)) // std::string
    return C->getNumArgs() && isGivenText(C->getArg(0));
  if (const auto *B = dyn_cast<BinaryOperator>(Text))
    return B->getOpcode() == BO_Add && isGivenText(B->getLHS());
  if (const auto *C = dyn_cast<CallExpr>(Text)) {
    const FunctionDecl *F = C->getDirectCallee();
    return F && F->getIdentifier() && F->getName().ends_with("getenv");
  }
  const Expr *Words = nullptr;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Text))
    Words = A->getBase()->IgnoreParenImpCasts();
  else if (const auto *U = dyn_cast<UnaryOperator>(Text);
           U && U->getOpcode() == UO_Deref)
    Words = U->getSubExpr()->IgnoreParenImpCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(Words ? Words : Text);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!V || !Words)
    return V && V->getName() == "optarg" && V->hasExternalStorage();
  return isa<ParmVarDecl>(V) && V->getType()->isPointerType() &&
         V->getType()->getPointeeType()->isPointerType();
}

/// Does it return the number that such a text says?
static bool readsNumber(const CallExpr *E) {
  static constexpr llvm::StringLiteral Names[] = {
      "atoi",     "atol", "atoll", "strtol", "strtoul", "strtoll",
      "strtoull", "stoi", "stol",  "stoul",  "stoll",   "stoull"};
  const FunctionDecl *F = E->getDirectCallee();
  bool IsLibrary = F && F->getIdentifier() &&
                   (F->isInStdNamespace() || F->isExternC()) &&
                   !isa<CXXMethodDecl>(F);
  return IsLibrary && llvm::is_contained(Names, F->getName()) &&
         E->getNumArgs() && isGivenText(E->getArg(0));
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

bool isInput(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(withoutCasts(E));
  return Call && readsNumber(Call);
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

bool isOfFileAlone(const Decl *D) {
  const SourceManager &Files = D->getASTContext().getSourceManager();
  return llvm::all_of(D->redecls(), [&](const Decl *R) {
    return Files.isWrittenInMainFile(Files.getExpansionLoc(R->getLocation()));
  });
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
