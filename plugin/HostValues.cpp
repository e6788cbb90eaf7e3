// HostValues - variables: where they got their values. HostExpressions.cpp has
// the expressions, HostFunctions.cpp calls, HostChanges.cpp the changes, and
// HostCallers.cpp what the function is given.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostValues.h"
#include "passes/map/Traversal.h"
#include "plugin/HostInputs.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;

HostValues::HostValues(ASTContext &AST, const HostUses &Uses, const HostBody &B,
                       const Expr *Launch, map::TermContext &Terms)
    : AST(AST), Uses(Uses), Body(B), Launch(Launch), Terms(Terms) {
  LaunchIsPure = true;
  for (const Stmt *Part : Launch->children()) {
    // The configuration of <<<…>>> is a call itself.
    const auto *Config = dyn_cast_or_null<CallExpr>(Part);
    if (isa<CUDAKernelCallExpr>(Launch) && Config &&
        Config == cast<CUDAKernelCallExpr>(Launch)->getConfig()) {
      for (const Expr *Arg : Config->arguments())
        LaunchIsPure &= isPure(Arg);
    } else if (const auto *E = dyn_cast_or_null<Expr>(Part)) {
      LaunchIsPure &= isPure(E);
    }
  }
}

QualType HostValues::typeOf(const Expr *E, Fields Path) const {
  QualType T = memberType(E->getType(), Path);
  return T.getNonReferenceType();
}

const HostValues::Unknown *HostValues::find(const Term *V) const {
  auto Found = Unknowns.find(V);
  if (Found != Unknowns.end())
    return &Found->second;
  return Caller ? Caller->find(V) : nullptr;
}

bool HostValues::isComputed(const Term *T) const {
  return map::anyNode({T}, [&](const Term *X) {
    const Unknown *U = find(X);
    return U && U->IsComputed;
  });
}

map::VariableSet HostValues::pointersIn(const Term *T) const {
  map::VariableSet In;
  map::addMentioned(T, In);
  In.remove_if([&](const map::Variable *V) {
    const Unknown *U = find(V);
    return !U || !U->IsPointer;
  });
  return In;
}

HostValues *HostValues::makerOf(const Term *V) {
  HostValues *Its = this;
  while (Its && !Its->Unknowns.contains(V))
    Its = Its->Caller;
  return Its;
}

HostValues *HostValues::in(const FunctionDecl *F) {
  HostValues *Its = this;
  while (Its && Its->Body.function() != F)
    Its = Its->Caller;
  return Its;
}

const map::Variable *HostValues::placeholder(const char *Name, unsigned Width) {
  return llvm::cast<map::Variable>(name({Name}, Width));
}

void HostValues::forEachTrusted(
    llvm::function_ref<void(const VarDecl *, const Term *)> See) const {
  for (const auto &[V, Value] : Trusted)
    See(V, Value);
  if (Caller)
    Caller->forEachTrusted(See);
}

const Term *HostValues::name(Unknown What, unsigned Width,
                             std::optional<Key> Which) {
  if (Which) {
    auto Found = Named.find(*Which);
    if (Found != Named.end())
      return Found->second;
  }
  // No name that a kernel's parameter can have.
  const Term *New = Terms.parameter("host value " + std::to_string(Level) +
                                        "." + std::to_string(Unknowns.size()),
                                    Width);
  What.Within = Entered;
  Unknowns[New] = std::move(What);
  if (Which)
    Named[*Which] = New;
  return New;
}

std::vector<const void *> HostValues::listed(Fields Path) {
  std::vector<const void *> Keys;
  for (const HostMember &M : Path)
    Keys.push_back(M.key());
  return Keys;
}

std::string HostValues::spelled(const VarDecl *V, Fields Path) {
  std::string Name = V->getNameAsString();
  for (const HostMember &M : Path)
    Name += M.spelled();
  return Name;
}

/// Is S part of the launch, and not of a function that is looked into?
bool HostValues::isAtLaunch(const Stmt *S) const {
  if (Inlined || !LaunchIsPure)
    return false;
  return Body.isWithin(S, Launch);
}

/// The same for types between which an implicit cast leaves a value as it is:
/// pointers, but for those to other classes, which may be other addresses.
static QualType representationOf(const ASTContext &AST, QualType T) {
  QualType Pointee = T->getPointeeType();
  if (Pointee.isNull())
    return T.getCanonicalType();
  return Pointee->isRecordType()
             ? Pointee.getCanonicalType().getUnqualifiedType()
             : AST.VoidPtrTy;
}

const Term *HostValues::opaque(const Expr *E, Fields Path) {
  QualType T = typeOf(E, Path);
  auto Width = widthOf(T);
  if (!Width)
    return nullptr;
  Unknown What;
  What.IsPointer = T->isPointerType();
  if (const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts()))
    What.Name = M->getMemberDecl()->getNameAsString();
  if (const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
    What.Name = D->getDecl()->getNameAsString();
  // In a function that is looked into, it has another name at the next call.
  What.IsComputed =
      Inlined || (!What.IsPointer && !(isOpen(E) && arePublic(Path)));
  What.Of = E;
  What.Path.assign(Path.begin(), Path.end());
  if (Inlined)
    return name(What, *Width);
  // At the launch, equal expressions have equal values.
  if (isAtLaunch(E)) {
    llvm::FoldingSetNodeID ID = textOf(E, Path);
    ID.AddPointer(representationOf(AST, T).getAsOpaquePtr());
    for (const auto &[Text, Value] : AtLaunch)
      if (Text == ID)
        return Value;
    AtLaunch.push_back({ID, name(What, *Width)});
    return settled(AtLaunch.back().second, E, Path);
  }
  What.At = E;
  return settled(name(What, *Width, Key{E, listed(Path), nullptr}), E, Path);
}

llvm::FoldingSetNodeID HostValues::textOf(const Expr *E, Fields Path) const {
  llvm::FoldingSetNodeID ID;
  E->IgnoreParenImpCasts()->Profile(ID, AST, /*Canonical=*/true);
  for (const HostMember &M : Path)
    ID.AddPointer(M.key());
  return ID;
}

/// What is read twice may be one value: then not all values of both are open.
void HostValues::noteOpen(const Term *Name, const Expr *E, Fields Path) {
  llvm::FoldingSetNodeID ID = textOf(E, Path);
  for (const auto &[Text, Other] : Open)
    if (Text == ID)
      Unknowns[Name].IsComputed = Unknowns[Other].IsComputed = true;
  Open.push_back({ID, Name});
}

/// A variable of the unit that is only ever assigned constants has one of them,
/// or what it begins with.
void HostValues::noteConstants(const Term *Name, const VarDecl *V) {
  auto All = Uses.assigned(V->getCanonicalDecl());
  if (!All)
    return;
  const Expr *First = V->getAnyInitializer();
  if (First)
    All->push_back(First);
  const Term *IsOne =
      First ? Terms.no() : Terms.eq(Name, Terms.constant(Name->width(), 0));
  for (const Expr *Value : *All) {
    Expr::EvalResult Constant;
    if (Value->isInstantiationDependent() ||
        !Value->EvaluateAsInt(Constant, AST))
      return;
    llvm::APSInt N = Constant.Val.getInt().extOrTrunc(Name->width());
    IsOne = Terms.logicalOr(
        IsOne, Terms.eq(Name, Terms.constant(Name->width(), N.getZExtValue())));
  }
  TheFacts.push_back(IsOne);
}

/// A bit-field holds less than its type, and an enumeration is for what it
/// lists.
bool HostValues::isOpen(const Expr *E) const {
  const Expr *Bare = bare(E);
  return !Bare->refersToBitField() && !Bare->getType()->isEnumeralType() &&
         (isInput(E, Body, Uses) || (IsGivenAnything && Body.isGiven(E) &&
                                     !asksForElements(E, Body, Uses)));
}

/// Name, of E, when it is known whether all that changes it is in sight. To be
/// asked when it has its name: the changes may mention it.
const Term *HostValues::settled(const Term *Name, const Expr *E, Fields Path) {
  if (!Settled.insert(Name).second)
    return Name;
  const Unknown &Its = Unknowns[Name];
  if (!Its.IsComputed && !Its.IsPointer)
    noteOpen(Name, E, Path);
  const auto *Of = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Of ? dyn_cast<VarDecl>(Of->getDecl()) : nullptr;
  if (V && Path.empty() &&
      AST.hasSameUnqualifiedType(E->getType(), V->getType()))
    noteConstants(Name, V);
  HostPlace P = E->isGLValue() ? placeOf(E) : placeOf(E->IgnoreImpCasts());
  if (P.Variable && Uses.isFollowed(P.Variable))
    Unknowns[Name].IsComputed |= isComputed(P, P.Fields, Body.root());
  return Name;
}

const Term *HostValues::read(const HostPlace &P, Fields Path,
                             const Stmt *Where) {
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  const VarDecl *V = P.Variable;
  llvm::SmallVector<HostMember, 4> All(P.Fields.begin(), P.Fields.end());
  All.append(Path.begin(), Path.end());
  if (auto Found = Arguments.find(P.whole()); Found != Arguments.end())
    return Found->second.lookup(All);
  if (!V || P.IsBehind || (Inlined && V->hasLocalStorage()))
    return nullptr;
  // What only reads an object may change these.
  if (llvm::any_of(All, [](const HostMember &M) {
        return M.field() && M.field()->isMutable();
      }))
    return nullptr;
  if (Depth > MaxDepth)
    return nullptr;
  bool IsHere = V->getParentFunctionOrMethod() == Body.function();
  if (V->hasLocalStorage() && (!IsHere || V->isInitCapture()) &&
      Body.contains(Where))
    if (const Term *T = captured(P, All))
      return T;
  if (Uses.isFixed(V))
    return initial(V, All);
  if (V->isFileVarDecl())
    return lasting(V, All, Where);
  bool Own = IsHere && !Inlined;
  if (V->getType()->isReferenceType())
    return Own && Uses.isOnlyRead(V) ? referred(V, All, Where) : nullptr;
  if (!Own || !Uses.isFollowed(V) || !Body.isStructured() ||
      !Body.contains(Where) || !Uses.isChangedWithin(V, Body))
    return nullptr;
  // What the launch itself changes is another value when it launches.
  if (Where == Launch && Uses.changes(V, All, Body).contains(Launch))
    return nullptr;
  return trusting(V, follow({V, P.Name, nullptr, {}}, All, Where));
}

/// While it lives, what is evaluated is so where the outermost of the functions
/// that are looked into is called.
class HostValues::Outermost {
public:
  explicit Outermost(HostValues &V)
      : Reached(V.IsReached, V.IsReached && V.Inlined == 0),
        Giving(V.IsGiving, V.IsGiving || V.Inlined != 0), // their steps count
        Unpassed(V.IsUnpassed), Inlined(V.Inlined, 0u),
        Arguments(V.Arguments, Locals()), Entered(V.Entered, nullptr),
        Running(V.Running, nullptr) {}

private:
  llvm::SaveAndRestore<bool> Reached, Giving, Unpassed;
  llvm::SaveAndRestore<unsigned> Inlined;
  llvm::SaveAndRestore<Locals> Arguments;
  llvm::SaveAndRestore<const Expr *> Entered;
  llvm::SaveAndRestore<Run *> Running;
};

/// The value of V, a variable of the file, where only main() changes it, if
/// anybody does.
const Term *HostValues::lasting(const VarDecl *V, Fields Path,
                                const Stmt *Where) {
  if (!Uses.isFollowed(V))
    return nullptr;
  if (Uses.isOnlyRead(V))
    return trusting(V, initial(V, Path));
  if (!Body.isStructured()) // a coroutine may go on when main() has changed it
    return nullptr;
  if (!Body.function()->isMain()) // which waits at the call
    return Caller ? Caller->lasting(V, Path, Caller->Launch) : nullptr;
  // A function that is looked into, or comes to the launch, finds what there is
  // where it is called, if the call itself does not change that.
  const Stmt *At = Inlined ? Entered : Where;
  bool IsCall = Inlined || At == Launch;
  if (!Body.contains(At) || !Uses.isChangedWithin(V, Body) ||
      (IsCall && Uses.changes(V, Path, Body).contains(At)))
    return nullptr;
  Outermost Here(*this);
  const Term *Value = follow({V, nullptr, nullptr, {}}, Path, At);
  const Unknown *Name = Value ? find(Value) : nullptr;
  if (Name && Name->IsComputed && Name->Variable == V && Path.empty() &&
      Settled.insert(Value).second)
    noteConstants(Value, V);
  return trusting(V, Value);
}

/// Value, of V; null stays null.
const Term *HostValues::trusting(const VarDecl *V, const Term *Value) {
  if (Value && (Uses.mayBeKept(V) || Uses.isTrusted(V)))
    Trusted.push_back({V, Value});
  return Value;
}

/// What a variable of the code around this lambda is: what it was when the
/// lambda was made, if that has a copy, or what it is when it is called. Nobody
/// but the code around changes it: otherwise it escapes.
const Term *HostValues::captured(const HostPlace &P, Fields Path) {
  const VarDecl *V = P.Variable;
  const LambdaExpr *L = Uses.lambdaOf(Body.function());
  if (!L)
    return nullptr;
  // The calls that are followed name the lambda, or what is given it there: the
  // run of the code around that made it is the last one before. It waits until
  // they are over, if none of them is a coroutine.
  const DeclContext *Around = L->getLambdaClass()->getParentFunctionOrMethod();
  HostValues *Maker = this;
  do
    Maker = Maker->Body.isStructured() ? Maker->Caller : nullptr;
  while (Maker && Maker->Body.function() != Around);
  auto Its = llvm::find_if(L->captures(), [&](const LambdaCapture &C) {
    return C.capturesVariable() && C.getCapturedVar()->getCanonicalDecl() == V;
  });
  if (!Maker || Its == L->capture_end())
    return nullptr;
  if (V->isInitCapture())
    return Uses.isFixed(V) ? Maker->known(V->getInit(), Path) : nullptr;
  const Expr *Where = Its->getCaptureKind() == LCK_ByCopy ? L : Maker->Launch;
  return Maker->read({V, P.Name, nullptr, {}}, Path, Where);
}

/// What the reference V, through which nothing is changed, says of what it
/// refers to.
const Term *HostValues::referred(const VarDecl *V, Fields Path,
                                 const Stmt *Where) {
  QualType T = memberType(V->getType(), Path);
  auto Width = widthOf(T.getNonReferenceType());
  if (!Width)
    return nullptr;
  if (isa<ParmVarDecl>(V))
    return parameter(V, Path, *Width);
  if (V->isCXXForRangeDecl())
    return initial(V, Path);
  const Expr *Init = V->getInit();
  HostPlace P =
      Init && Init->isGLValue() ? placeOf(unwrapped(Init)) : HostPlace();
  return P.whole() ? read(P, Path, Where) : nullptr;
}

/// Is V zero at first, as it lasts and nothing else initialises it?
static bool beginsAsZero(const VarDecl *V) {
  const Expr *Init = V->getAnyInitializer();
  const auto *Made =
      Init ? dyn_cast<CXXConstructExpr>(unwrapped(Init)) : nullptr;
  return V->hasGlobalStorage() && V->hasDefinition() == VarDecl::Definition &&
         !V->getMostRecentDecl()->hasAttr<LoaderUninitializedAttr>() &&
         (!Init || (Made && Made->getConstructor()->isTrivial() &&
                    Made->getNumArgs() == 0));
}

/// What V was initialised with. A pointer has a name: it is known by what it
/// points to.
const Term *HostValues::initial(const VarDecl *V, Fields Path) {
  QualType T = memberType(V->getType(), Path);
  auto Width = widthOf(T.getNonReferenceType());
  if (!Width)
    return nullptr;
  Key Which{V, listed(Path), nullptr};
  if (auto Found = Named.find(Which); Found != Named.end())
    return Found->second;
  if (isa<ParmVarDecl>(V) && V->getParentFunctionOrMethod() == Body.function())
    return parameter(V, Path, *Width);
  const Expr *Init = isa<ParmVarDecl>(V) ? nullptr : V->getAnyInitializer();
  bool Usable = Init && !Init->isValueDependent();
  if (Usable && !V->hasLocalStorage()) {
    Expr::EvalResult Constant;
    Usable =
        V->hasConstantInitialization() || Init->EvaluateAsRValue(Constant, AST);
  }
  const Term *Value = Usable ? known(Init, Path) : nullptr;
  if (!T->isPointerType() && beginsAsZero(V))
    Value = Terms.constant(*Width, 0);
  if (!Value) {
    Unknown What{spelled(V, Path), nullptr, V, T->isPointerType()};
    What.Path.assign(Path.begin(), Path.end());
    What.IsComputed =
        !What.IsPointer && !(V->hasLocalStorage() && Init && isOpen(Init));
    const Term *Name = name(std::move(What), *Width, Which);
    if (V->isCXXForRangeDecl() && Path.empty())
      noteRange(Name, V);
    return Name;
  }
  suggest(Value, spelled(V, Path));
  if (!Inlined)
    Named[Which] = Value;
  return Value;
}

/// A name for what T stands for, converted or not, if it has none, or for what
/// it may be chosen to stand for.
void HostValues::suggest(const Term *T, const std::string &Name) {
  while (T && (map::isOp(T, map::Op::ZExt) || map::isOp(T, map::Op::SExt) ||
               map::isOp(T, map::Op::Trunc)))
    T = T->operand(0);
  if (T && map::isOp(T, map::Op::Ite))
    for (const Term *Chosen : T->operands().drop_front())
      if (!map::mentions(T->operand(0), Chosen))
        suggest(Chosen, Name);
  auto Found = Unknowns.find(T);
  if (Found != Unknowns.end() && Found->second.Name.empty())
    Found->second.Name = Name;
}

/// Parent changes a place that is read in Child: is what is read the value from
/// before Parent? An assignment stores when its right side is done; of a list,
/// the left side is done first.
static bool isReadBefore(const Stmt *Parent, const Stmt *Child,
                         const llvm::DenseSet<const Stmt *> &Changes) {
  if (isa<ParenExpr, ExprWithCleanups>(Parent))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(Parent);
  if (B && B->isCommaOp())
    return Child == B->getLHS() || !Changes.contains(B->getLHS());
  return B && B->isAssignmentOp() && Child == B->getRHS();
}

/// Back and out from Where, to what changed the place last.
const Term *HostValues::follow(const HostPlace &P, Fields Path,
                               const Stmt *Where) {
  const auto &Changes = Uses.changes(P.Variable, Path, Body);
  auto Declares = [&](const Stmt *S) { return declares(S, P.Variable); };
  const Stmt *Child = Where;
  for (;;) {
    const Stmt *Parent = Body.parent(Child);
    if (!Parent && P.Variable->isFileVarDecl())
      return initial(P.Variable, Path);
    if (!Parent) {
      QualType T = memberType(P.Variable->getType(), Path);
      auto Width = widthOf(T);
      if (!Width || !isa<ParmVarDecl>(P.Variable))
        return nullptr;
      return parameter(P.Variable, Path, *Width);
    }
    if (!isa<CompoundStmt>(Parent) && !isa<Expr>(Parent) && Declares(Parent))
      return nullptr; // within its own initialiser, or next to it
    bool Label = isa<SwitchCase>(Child);
    for (const Stmt *S : before(Parent, Child)) {
      if (Label)
        break;
      if (Changes.contains(S) || Declares(S))
        return defined(P, Path, S);
      Label = isa<SwitchCase>(S);
    }
    const auto *Do = dyn_cast<DoStmt>(Parent);
    bool IsOnce = Do && isOnce(Do, AST);
    bool Ordered = (isa<CompoundStmt, IfStmt>(Parent) || IsOnce) && !Label;
    if (bodyOf(Parent) && Changes.contains(Parent) && !IsOnce) {
      // The iteration begins with this value.
      const auto *F = dyn_cast<ForStmt>(Parent);
      auto ChangesIt = [&](const Stmt *X) {
        return X && Changes.contains(X) && !(F && X == F->getInit());
      };
      bool Within = llvm::any_of(Parent->children(), ChangesIt);
      bool Alone = F && Child == F->getInc() &&
                   llvm::none_of(Parent->children(), [&](const Stmt *X) {
                     return X != Child && ChangesIt(X);
                   });
      bool Iterates = !F || (Child != F->getInit() && Child != F->getInc());
      if (Within && !Iterates && !Alone)
        return nullptr;
      if (Within)
        return iterated(P, Path, Parent);
    } else if (!Ordered && Changes.contains(Parent) &&
               !isa<CompoundStmt>(Parent) &&
               !isReadBefore(Parent, Child, Changes)) {
      return nullptr; // a full expression, a switch, a try, a declaration
    }
    if (Label) { // entered from the head of the switch
      while (Parent && !isa<SwitchStmt>(Parent))
        Parent = Body.parent(Parent);
      if (!Parent || Changes.contains(cast<SwitchStmt>(Parent)->getBody()))
        return nullptr;
      Child = cast<SwitchStmt>(Parent)->getBody();
      continue;
    }
    if (const auto *F = dyn_cast<ForStmt>(Parent);
        F && F->getInit() && Child != F->getInit() &&
        (Changes.contains(F->getInit()) || Declares(F->getInit())))
      return defined(P, Path, F->getInit());
    Child = Parent;
  }
}

const Term *HostValues::atLaunch(const Expr *E, Fields Path) {
  HostPlace P = placeOf(E);
  const Term *T = P.whole() ? read(P, Path, Launch) : nullptr;
  return T ? T : opaque(E, Path);
}

} // namespace racemap
