// HostOrigins - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostOrigins.h"
#include "plugin/HostEffects.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

namespace racemap {

using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;
using map::Variable;

namespace {
class Search {
public:
  explicit Search(HostValues &Values) : Values(Values), Flows(Values.flows()) {}
  HostOrigins of(const Term *T);

private:
  using Holder = PointerFlows::Holder;
  using Source = PointerFlows::Source;
  // Each looks at where something comes from: does it come from anything?
  bool addName(const Variable *Name);
  bool addTerm(const Term *T);
  bool addHolder(Holder H, const Expr *By = nullptr);
  bool addSource(const Source &S);
  void addRoot(const Variable *Name);
  void addRoot(Holder H, bool IsOneOfSeveral);
  bool addExpr(const Expr *E, const FunctionDecl *In);
  bool addParts(const Expr *E, const FunctionDecl *In);
  bool addMentioned(const Stmt *S, const FunctionDecl *In);
  bool addMoved(const Stmt *S, const FunctionDecl *In);
  void move(bool Moves);
  bool isLasting(Holder H) const;
  const Expr *namedBy(Holder H) const;
  llvm::SmallVector<const void *, 4> objectOf(const Variable *Name) const;
  bool enter(const Expr *Call, llvm::function_ref<bool()> Look);
  bool isLater(const Source &S) const;
  bool passes(const Source &S, Holder To, const Expr *By) const;

  HostValues &Values;
  const PointerFlows &Flows;
  HostOrigins Out;
  llvm::SmallPtrSet<const Variable *, 8> Names;
  /// With the innermost and the outermost of the calls in which they are looked
  /// at.
  std::set<std::tuple<Holder, const Expr *, const void *>> Holders;
  /// Calls of functions in sight that are looked into.
  llvm::SmallVector<const Expr *, 4> Calls;
  /// The outermost of them, since it was led to what lasts; null outside.
  const void *Outermost = nullptr;
  bool IsItself = true; ///< what is looked at is what is asked about
  /// An expression that has the value that is asked about; or null.
  const Expr *Asked = nullptr;
};
} // namespace

/// More levels help nobody.
static constexpr size_t MostCalls = 8;

/// What E calls, if its code is in sight.
static const FunctionDecl *calledBy(const Expr *E) {
  const FunctionDecl *F = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    F = Call->getDirectCallee();
  else if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    F = C->getConstructor();
  return F && isInSight(F) ? F->getDefinition() : nullptr;
}

/// A pointer that leads to no pointers.
static bool isPlain(QualType T) {
  return T->isPointerType() && !T->getPointeeType()->isPointerType();
}

static const FunctionDecl *functionOf(const ValueDecl *V) {
  return dyn_cast_if_present<FunctionDecl>(V->getParentFunctionOrMethod());
}

bool Search::addTerm(const Term *T) {
  if (!T)
    return false;
  bool Comes = false;
  for (const Variable *V : Values.pointersIn(T)) {
    move(T != V);
    Out.IsAcross |= Outermost != nullptr;
    llvm::SaveAndRestore<const void *> Here(Outermost, nullptr);
    addName(V);
    Comes = true;
  }
  return Comes;
}

/// What S mentions.
bool Search::addMentioned(const Stmt *S, const FunctionDecl *In) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  const auto *E = dyn_cast<Expr>(S);
  if (E && isa<DeclRefExpr, MemberExpr, CallExpr>(E))
    return addExpr(E, In);
  return addMoved(S, In);
}

/// What parts of S mention, moved by who knows what.
bool Search::addMoved(const Stmt *S, const FunctionDecl *In) {
  bool Comes = false;
  for (const Stmt *X : S->children())
    Comes |= addMentioned(X, In);
  move(Comes);
  return Comes;
}

void Search::move(bool Moves) {
  Out.IsMoved |= Moves && !Outermost;
  Out.IsMovedWithin |= Moves && Outermost;
}

/// A value of E, which stands in In.
bool Search::addExpr(const Expr *E, const FunctionDecl *In) {
  HostValues *Here = In ? Values.in(In) : nullptr;
  return Here && isPlain(E->getType()) && Here->body().contains(E)
             ? addTerm(Here->valueAside(E))
             : addParts(E, In);
}

/// The same of E, where its value is not followed.
bool Search::addParts(const Expr *E, const FunctionDecl *In) {
  E = bare(E);
  bool Comes = false;
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Comes |= addExpr(C->getTrueExpr(), In);
    Comes |= addExpr(C->getFalseExpr(), In);
    return Comes;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf &&
      isa<ArraySubscriptExpr>(bare(U->getSubExpr())))
    return addMoved(U->getSubExpr(), In);
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  if (Name && E->getType()->isIntegerType()) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    return V && Holders.insert({V, nullptr, nullptr}).second &&
           addMentioned(V->getInit(), In); // an address as a number
  }
  if (isa<InitListExpr, CXXConstructExpr>(E)) {
    for (const Stmt *X : E->children())
      Comes |= addExpr(cast<Expr>(X), In);
    return Comes;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  bool IsPart = isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) ||
                isa<UnaryOperator>(E) ||
                (Callee && isOfSystem(Callee) &&
                 (isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E) ||
                  Call->getNumArgs() == 1));
  auto Look = [&] {
    bool Comes = false;
    for (Holder H : holdersAt(E))
      Comes |= addHolder(H);
    return Comes;
  };
  if (!calledBy(E))
    return IsPart ? Look() : addMoved(E, In);
  return Calls.size() < MostCalls ? enter(E, Look) : addMoved(E, In);
}

/// Looks into what Call calls.
bool Search::enter(const Expr *Call, llvm::function_ref<bool()> Look) {
  llvm::SaveAndRestore From(Outermost, Outermost ? Outermost : Call);
  Calls.push_back(Call);
  bool Comes = Look();
  Calls.pop_back();
  return Comes;
}

/// Does S stand behind the launch, or what calls on the way there, in no loop
/// with it?
bool Search::isLater(const Source &S) const {
  const HostValues *Here = Values.in(S.In);
  const Expr *Its = S.Call ? S.Call : S.From;
  if (!Here || !Its || !Here->body().isStructured() ||
      !Here->body().contains(Its))
    return false;
  const HostBody &B = Here->body();
  for (const Stmt *X = Here->launch(); X; X = B.parent(X))
    if (bodyOf(X))
      return false;
  const SourceManager &Files = S.In->getASTContext().getSourceManager();
  return Files.isBeforeInTranslationUnit(Here->launch()->getEndLoc(),
                                         Its->getBeginLoc());
}

/// Does S come to To while it is looked at there? Of what a parameter is given
/// that is what the call gives it that has led there.
bool Search::passes(const Source &S, Holder To, const Expr *By) const {
  const FunctionDecl *F = functionOf(To);
  const auto *V = dyn_cast<VarDecl>(To);
  bool IsLocal = V && V->hasLocalStorage() && S.In == F;
  if ((By && S.Call != By) || (IsLocal && isLater(S)))
    return false;
  if (!S.IsGiven)
    return true;
  if (!Calls.empty() && calledBy(Calls.back()) == F)
    return S.Call == Calls.back();
  const HostValues *Here = Values.in(F);
  return !Here || !isPlain(To->getType()) || Here->isOfAnyCall();
}

bool Search::addSource(const Source &S) {
  move(S.IsMoved);
  Out.IsAcross |= S.IsAcross;
  if (!S.Of)
    return S.From && addExpr(S.From, S.In);
  auto Look = [&] { return addHolder(S.Of); };
  bool Enters = S.Call && calledBy(S.Call) && Calls.size() < MostCalls;
  return Enters ? enter(S.Call, Look) : Look();
}

/// Does it outlive the calls that it is looked at in?
bool Search::isLasting(Holder H) const {
  const auto *V = dyn_cast<VarDecl>(H);
  return isa<FieldDecl>(H) ||
         (V && (!V->hasLocalStorage() || Values.in(functionOf(V))));
}

/// What the local variable H is only another name for; or null.
const Expr *Search::namedBy(Holder H) const {
  const auto *V = dyn_cast<VarDecl>(H);
  auto All = Flows.into(H);
  bool IsName = V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) &&
                isPlain(V->getType()) && All.size() == 1 && All[0].From &&
                !All[0].IsMoved;
  return IsName ? All[0].From : nullptr;
}

void Search::addRoot(const Variable *Name) {
  Out.Roots.insert({Name, nullptr});
  Out.IsRoot &= IsItself;
}

void Search::addRoot(Holder H, bool IsOneOfSeveral) {
  if (IsOneOfSeveral)
    Out.Several.insert(H);
  else
    Out.Roots.insert({H, Outermost});
  Out.IsRoot &= IsItself;
}

/// Does E make what it says, or find it somewhere?
static bool isMade(const Expr *E) {
  return E && isa<CallExpr, CXXNewExpr>(bare(E));
}

/// By: the call that makes it what it is; null: anything does.
bool Search::addHolder(Holder H, const Expr *By) {
  QualType T = H->getType().getNonReferenceType();
  if (T->isArithmeticType())
    return false;
  const Expr *Within = By ? By : Calls.empty() ? nullptr : Calls.back();
  bool Lasts = isLasting(H);
  Out.IsAcross |= Lasts && Outermost;
  llvm::SaveAndRestore<const void *> Here(Outermost,
                                          Lasts ? nullptr : Outermost);
  bool HasSeveral = !Outermost && Flows.holdsSeveral(H);
  const Expr *Other = !Lasts || Out.First || By ? nullptr : namedBy(H);
  if (Other)
    Asked = Other;
  if (!Out.First && Lasts && !Other) {
    Out.First = H;
    Out.IsElement = HasSeveral;
  }
  llvm::SaveAndRestore Itself(IsItself,
                              IsItself && (!Lasts || H == Out.First || Other));
  if (!Holders.insert({H, Within, Outermost}).second)
    return true;
  bool Comes = false, IsOwn = false;
  if (const auto *P = dyn_cast<ParmVarDecl>(H); P && !By)
    if (HostValues *Here = Values.in(functionOf(P))) {
      const Term *T = Here->given(P);
      const HostValues::Unknown *U = Here->find(T);
      llvm::SaveAndRestore Still(IsItself, IsItself && U && U->Variable == P);
      Comes |= addTerm(T);
    }
  for (const Source &S : Flows.into(H))
    if (passes(S, H, By)) {
      bool Makes = isMade(S.From);
      llvm::SaveAndRestore Still(IsItself,
                                 IsItself && (!Lasts || Makes || Other));
      size_t Before = Out.Roots.size();
      bool Its = addSource(S);
      // Each of its objects has its own run of that call.
      while (Makes && HasSeveral && Out.Roots.size() > Before &&
             Out.Roots.back().second) {
        Out.Roots.pop_back();
        Out.Several.insert(H);
      }
      Comes |= Its;
      IsOwn |= !Its && !(S.IsMoved && !S.From);
    }
  if (IsOwn || !Comes)
    addRoot(H, HasSeveral);
  return true;
}

bool Search::addName(const Variable *Name) {
  if (!Names.insert(Name).second)
    return true;
  const HostValues::Unknown *U = Values.find(Name);
  HostValues *Maker = Values.makerOf(Name);
  if (!U || !Maker) {
    addRoot(Name);
    return true;
  }
  const VarDecl *V = U->Variable;
  const FunctionDecl *Its = Maker->body().function();
  const Expr *Within = U->Within;
  llvm::SaveAndRestore From(Outermost, Outermost ? Outermost : Within);
  bool Comes = false;
  const FieldDecl *Member = memberOf(U->Path);
  if (Member && !isOfLibrary(Member->getParent())) {
    Comes = addHolder(holderOf(Member));
  } else if (V && !U->Since && isa<ParmVarDecl>(V)) {
    if (Maker->isOfAnyCall())
      for (const Source &S : Flows.into(V->getCanonicalDecl()))
        Comes |= S.IsGiven && addSource(S);
  } else if (V) {
    // A call that is given it leaves nothing of what it was.
    const auto *By = dyn_cast_or_null<Expr>(U->Since);
    By = By ? bare(By) : nullptr;
    bool IsBy = By && llvm::any_of(Flows.into(V), [&](const Source &S) {
                  return S.Call == By;
                });
    Comes = addHolder(V, IsBy ? By : nullptr);
  } else if (U->Of) {
    Comes = addParts(U->Of, Maker->body().contains(U->Of) ? Its : nullptr);
  }
  if (!Comes)
    addRoot(Name);
  return true;
}

HostOrigins Search::of(const Term *T) {
  Out.Named = Values.pointersIn(T);
  for (const Variable *V : Out.Named)
    addName(V);
  if (Out.Named.size() == 1)
    Out.Object = objectOf(*Out.Named.begin());
  return std::move(Out);
}

/// The object whose member the name stands for.
llvm::SmallVector<const void *, 4>
Search::objectOf(const Variable *Name) const {
  const HostValues::Unknown *U = Values.find(Name);
  const auto *F = dyn_cast_or_null<FieldDecl>(Out.First);
  const Expr *E = U && F ? (Asked ? Asked : U->Of) : nullptr;
  if (!E)
    return {};
  if (!Asked && !U->Path.empty()) {
    auto Its = objectAt(E);
    for (const HostMember &M : llvm::ArrayRef(U->Path).drop_back())
      if (!Its.empty())
        Its.insert(Its.begin(), M.key());
    return Its;
  }
  const Expr *Called = U->Within && !Asked ? U->Within : bare(E);
  const auto *M = dyn_cast<MemberExpr>(bare(E));
  const Expr *Object = M ? M->getBase() : nullptr;
  const FunctionDecl *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(Called);
      Call && (!M || isa<CXXThisExpr>(bare(Object)))) {
    Callee = Call->getDirectCallee();
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    Object = Method ? Method->getImplicitObjectArgument()
             : isa<CXXOperatorCallExpr>(Call) ? Call->getArg(0)
                                              : nullptr;
  }
  if (!Object)
    return {};
  auto Its = objectAt(Object);
  // What is a member of its members depends on the method.
  QualType T = Object->getType();
  T = T->isPointerType() ? T->getPointeeType() : T;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const auto *Of = dyn_cast<CXXRecordDecl>(F->getParent());
  bool IsOwn = Class && Of &&
               (Class->getCanonicalDecl() == Of->getCanonicalDecl() ||
                (Class->hasDefinition() && Class->isDerivedFrom(Of)));
  if (Callee && !IsOwn && !Its.empty())
    Its.push_back(Callee->getCanonicalDecl());
  return Its;
}

HostOrigins originsOf(const Term *T, HostValues &Values) {
  return Search(Values).of(T);
}

template <typename Set> static bool haveOne(const Set &A, const Set &B) {
  return llvm::any_of(A, [&](auto X) { return B.contains(X); });
}

static bool hasOneRoot(const HostOrigins &A) {
  return A.Roots.size() + A.Several.size() == 1;
}

bool mayShare(const HostOrigins &A, const HostOrigins &B) {
  if (haveOne(A.Named, B.Named))
    return true;
  bool IsOneHolder = A.First && A.First == B.First;
  if (IsOneHolder && isa<FieldDecl>(A.First) &&
      A.First->getType()->isPointerType() && !A.Object.empty() &&
      A.Object == B.Object)
    return true;
  bool AreElements = IsOneHolder && A.IsElement;
  bool AreMoved = A.IsMoved || B.IsMoved ||
                  (!AreElements && (A.IsMovedWithin || B.IsMovedWithin));
  bool AreSame = !AreElements && hasOneRoot(A) && hasOneRoot(B);
  bool AreAcross = A.IsAcross || B.IsAcross;
  bool HaveRoot = haveOne(A.Roots, B.Roots);
  bool HaveSeveral = haveOne(A.Several, B.Several);
  if (AreElements)
    return AreMoved && !A.IsRoot && (HaveRoot || (HaveSeveral && AreAcross));
  if (HaveRoot && (AreMoved || AreSame || A.IsRoot || B.IsRoot))
    return true;
  return HaveSeveral &&
         (AreMoved || (!AreAcross && (AreSame || A.IsRoot != B.IsRoot)));
}

} // namespace racemap
