// PointerFlows - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/PointerFlows.h"
#include "plugin/EvaluatedCode.h"
#include "plugin/HostCode.h"
#include "plugin/HostEffects.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Is S spelled as in Text, or does it mention no member of another object?
static bool isWithin(const Stmt *S, const llvm::FoldingSetNodeID &Object,
                     const ASTContext &AST) {
  if (!S)
    return true;
  const auto *M = dyn_cast<MemberExpr>(S);
  if (M && isa<FieldDecl>(M->getMemberDecl())) {
    llvm::FoldingSetNodeID Its;
    bare(M->getBase())->Profile(Its, AST, /*Canonical=*/true);
    return Its == Object;
  }
  return llvm::all_of(S->children(),
                      [&](const Stmt *X) { return isWithin(X, Object, AST); });
}

/// A vector of numbers, a smart pointer to one: it has one object.
static bool managesOne(QualType T) {
  const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!R || !isOfLibrary(R) || !R->getTemplateArgs().size())
    return false;
  const TemplateArgument &Of = R->getTemplateArgs()[0];
  return Of.getKind() == TemplateArgument::Type &&
         Of.getAsType()->getBaseElementTypeUnsafe()->isArithmeticType();
}

bool PointerFlows::holdsSeveral(Holder H) const {
  QualType T = H->getType().getNonReferenceType();
  if (isa<VarDecl>(H) && managesOne(T))
    return false;
  auto MakesNew = [](const Source &S) { return !S.From && !S.Of && S.Call; };
  return !isa<VarDecl>(H) || !T->isPointerType() ||
         T->getPointeeType()->isPointerType() ||
         llvm::count_if(into(H), MakesNew) > 1;
}

class PointerFlows::Finder : public EvaluatedCode<Finder> {
  using Base = EvaluatedCode<Finder>;

public:
  Finder(ASTContext &AST, PointerFlows &Out) : Base(AST), Out(Out) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D);
  bool TraverseInitListExpr(InitListExpr *E);
  bool TraverseLambdaExpr(LambdaExpr *E);
  bool VisitVarDecl(VarDecl *V);
  bool VisitFieldDecl(FieldDecl *F);
  bool VisitCXXConstructorDecl(CXXConstructorDecl *C);
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S);
  bool VisitReturnStmt(ReturnStmt *S);
  bool VisitBinaryOperator(BinaryOperator *E);
  bool VisitUnaryOperator(UnaryOperator *E);
  bool VisitCXXConstructExpr(CXXConstructExpr *E);
  bool VisitCXXParenListInitExpr(CXXParenListInitExpr *E);
  bool VisitCallExpr(CallExpr *E);

private:
  using Arguments = llvm::ArrayRef<const Expr *>;
  void put(Holder To, Source What);
  void put(const Expr *To, const Source &What) {
    for (Holder H : holdersAt(To))
      put(H, What);
  }
  void begin(const ValueDecl *To, const Expr *From, const Expr *Call = nullptr);
  void list(const Expr *List, ArrayRef<Expr *> Values);
  void give(const FunctionDecl *F, Arguments Given, const Expr *Call);
  void giveOn(Arguments Given);
  void mix(const Expr *Call, Arguments Given, bool PassesOn);
  void setMembers(const RecordDecl *R, const Expr *Call, Arguments Given,
                  const Expr *Place);

  PointerFlows &Out;
  const FunctionDecl *Function = nullptr;
};

PointerFlows::PointerFlows(ASTContext &AST) {
  Finder(AST, *this).TraverseAST(AST);
}

const PointerFlows &HostUses::flows(ASTContext &AST) const {
  if (!Flows)
    Flows = std::make_shared<const PointerFlows>(AST);
  return *Flows;
}

static bool isOfDeviceAlone(const FunctionDecl *F) {
  return F->hasAttr<CUDAGlobalAttr>() ||
         (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>());
}

bool PointerFlows::Finder::TraverseDecl(Decl *D) {
  auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D);
  if (F && (isOfSystem(F) || isOfDeviceAlone(F) || F->isDependentContext()))
    return true;
  bool Enters = F && F->doesThisDeclarationHaveABody();
  llvm::SaveAndRestore In(Function, Enters ? F : Function);
  return Base::TraverseDecl(D);
}

void PointerFlows::Finder::put(Holder To, Source What) {
  What.In = Function;
  Out.Sources[To].push_back(What);
}

/// What To is initialised with. What it leads to is changed through it, too.
void PointerFlows::Finder::begin(const ValueDecl *To, const Expr *From,
                                 const Expr *Call) {
  QualType T = To->getType();
  QualType Its = T.getNonReferenceType();
  if (!From || Its->isArithmeticType() ||
      (Its->isRecordType() && !isOfLibrary(Its)))
    return;
  const auto *F = dyn_cast<FieldDecl>(To);
  Holder H = F ? holderOf(F) : cast<ValueDecl>(To->getCanonicalDecl());
  put(H, {.From = From, .Call = Call, .IsGiven = isa<ParmVarDecl>(To)});
  if (leadsToPointers(T))
    put(From, {.Of = H, .Call = Call});
}

bool PointerFlows::Finder::VisitVarDecl(VarDecl *V) {
  if (!isa<ParmVarDecl>(V))
    begin(V, V->getInit());
  return true;
}

bool PointerFlows::Finder::VisitFieldDecl(FieldDecl *F) {
  if (F->hasInClassInitializer())
    begin(F, F->getInClassInitializer());
  return true;
}

bool PointerFlows::Finder::VisitCXXConstructorDecl(CXXConstructorDecl *C) {
  for (const CXXCtorInitializer *I : C->inits())
    if (const FieldDecl *F = I->getAnyMember();
        F && !isa<CXXDefaultInitExpr>(I->getInit()))
      begin(F, I->getInit());
  return true;
}

/// The variable is one element, or another name for it.
bool PointerFlows::Finder::VisitCXXForRangeStmt(CXXForRangeStmt *S) {
  if (const VarDecl *V = S->getLoopVariable())
    begin(V, S->getRangeInit());
  return true;
}

bool PointerFlows::Finder::VisitReturnStmt(ReturnStmt *S) {
  const Expr *Value = S->getRetValue();
  if (!Value || !Function)
    return true;
  QualType T = Function->getReturnType();
  Holder H = Function->getCanonicalDecl();
  if (T->isPointerType() || T->isReferenceType() || isOfLibrary(T))
    put(H, {.From = Value});
  if (leadsToPointers(T))
    put(Value, {.Of = H});
  return true;
}

bool PointerFlows::Finder::VisitBinaryOperator(BinaryOperator *E) {
  if (!E->isAssignmentOp() || !E->getType()->isPointerType())
    return true;
  const auto *M = dyn_cast<MemberExpr>(bare(E->getLHS()));
  llvm::FoldingSetNodeID Object;
  if (M)
    bare(M->getBase())->Profile(Object, AST, /*Canonical=*/true);
  if (E->getOpcode() == BO_Assign)
    put(E->getLHS(), {.From = E->getRHS(),
                      .IsAcross = M && !isWithin(E->getRHS(), Object, AST)});
  else
    put(E->getLHS(), {.IsMoved = true});
  if (leadsToPointers(E->getType()))
    for (Holder H : holdersAt(E->getLHS()))
      put(E->getRHS(), {.Of = H});
  return true;
}

bool PointerFlows::Finder::VisitUnaryOperator(UnaryOperator *E) {
  if (E->isIncrementDecrementOp() && E->getType()->isPointerType())
    put(E->getSubExpr(), {.IsMoved = true});
  return true;
}

/// Gives the members of the list's class its values.
void PointerFlows::Finder::list(const Expr *List, ArrayRef<Expr *> Values) {
  const RecordDecl *R = List->getType()->getAsRecordDecl();
  if (!R || isOfLibrary(List->getType()))
    return;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R); C && C->hasDefinition())
    Values =
        Values.drop_front(std::min<size_t>(C->getNumBases(), Values.size()));
  if (const auto *L = dyn_cast<InitListExpr>(List);
      L && L->getInitializedFieldInUnion()) {
    if (!Values.empty())
      begin(L->getInitializedFieldInUnion(), Values.front());
    return;
  }
  for (const FieldDecl *F : R->fields()) {
    if (Values.empty())
      return;
    if (F->isUnnamedBitField())
      continue;
    if (!isa<CXXDefaultInitExpr>(Values.front()))
      begin(F, Values.front());
    Values = Values.drop_front();
  }
}

bool PointerFlows::Finder::TraverseInitListExpr(InitListExpr *E) {
  if (InitListExpr *Meant = E->getSemanticForm())
    E = Meant;
  list(E, E->inits());
  return llvm::all_of(E->children(), [&](Stmt *S) { return TraverseStmt(S); });
}

/// Its code is a function's.
bool PointerFlows::Finder::TraverseLambdaExpr(LambdaExpr *E) {
  for (auto [Capture, Init] : llvm::zip(E->captures(), E->capture_inits()))
    if (!TraverseLambdaCapture(E, &Capture, Init))
      return false;
  return traverseCode(E);
}

bool PointerFlows::Finder::VisitCXXParenListInitExpr(CXXParenListInitExpr *E) {
  list(E, E->getInitExprs());
  return true;
}

/// Functions that are in sight have their parameters.
void PointerFlows::Finder::give(const FunctionDecl *F, Arguments Given,
                                const Expr *Call) {
  const FunctionDecl *Its = F->getDefinition() ? F->getDefinition() : F;
  for (auto [P, Value] : llvm::zip(Its->parameters(), Given)) {
    const auto *Default = dyn_cast<CXXDefaultArgExpr>(Value);
    begin(P, Default ? Default->getExpr() : Value, Call);
  }
}

/// What is given a function gives that the rest, or may do so.
void PointerFlows::Finder::giveOn(Arguments Given) {
  for (; !Given.empty(); Given = Given.drop_front()) {
    const auto *Name = dyn_cast<DeclRefExpr>(bare(Given.front()));
    const auto *F = Name ? dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr;
    if (F && isInSight(F))
      give(F, Given.drop_front(), nullptr);
  }
}

bool PointerFlows::Finder::VisitCXXConstructExpr(CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  Arguments Given(E->getArgs(), E->getNumArgs());
  if (isInSight(C))
    give(C, Given, E);
  else
    giveOn(Given); // std::thread
  return true;
}

static void findPointers(const RecordDecl *R,
                         llvm::SmallVectorImpl<const FieldDecl *> &Out,
                         unsigned Depth = 0) {
  R = R ? R->getDefinition() : nullptr;
  if (!R || Depth == 4)
    return;
  for (const FieldDecl *F : R->fields())
    if (F->getType()->isPointerType())
      Out.push_back(F);
    else if (const Type *T = F->getType()->getBaseElementTypeUnsafe())
      findPointers(T->getAsRecordDecl(), Out, Depth + 1);
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      findPointers(B.getType()->getAsRecordDecl(), Out, Depth + 1);
}

/// The call may set all members of an object that it is given at Place.
void PointerFlows::Finder::setMembers(const RecordDecl *R, const Expr *Call,
                                      Arguments Given, const Expr *Place) {
  llvm::SmallVector<const FieldDecl *, 8> Members;
  findPointers(R, Members);
  for (const FieldDecl *F : Members) {
    put(holderOf(F), {.Call = Call});
    for (const Expr *A : Given)
      if (A != Place &&
          (leadsToPointers(A->IgnoreParenImpCasts()->getType()) ||
           pointsAlike(A->IgnoreParenImpCasts()->getType(), F->getType())))
        put(holderOf(F), {.From = A, .IsMoved = true, .Call = Call});
  }
}

/// The class of the object to which E leads, or, if so, of the one whose
/// member's address it is; null if it leads to none that can be changed.
static const RecordDecl *classChangedAt(const Expr *E, bool OfMembers) {
  QualType T = E->isLValue() ? E->getType() : E->getType()->getPointeeType();
  if (!T.isNull() && T->getAsRecordDecl())
    return T.isConstQualified() || isOfLibrary(T) ? nullptr
                                                  : T->getAsRecordDecl();
  if (!OfMembers)
    return nullptr;
  const auto *U = dyn_cast<UnaryOperator>(bare(E));
  const auto *M = U && U->getOpcode() == UO_AddrOf
                      ? dyn_cast<MemberExpr>(bare(U->getSubExpr()))
                      : nullptr;
  const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  return F ? F->getParent() : nullptr;
}

/// A call of a function that is not in sight. It puts into what it is given new
/// memory, or, if it passes something on, what its other arguments lead to.
void PointerFlows::Finder::mix(const Expr *Call, Arguments Given,
                               bool PassesOn) {
  for (const Expr *Place : Given) {
    QualType Its = Place->getType();
    bool IsPlace =
        leadsToPointers(Its) ||
        (Place->isLValue() && Its->isPointerType() && !Its.isConstQualified());
    PointerHolders To = IsPlace ? holdersAt(Place) : PointerHolders();
    for (Holder H : To)
      put(H, {.Call = Call});
    for (const Expr *A : Given) {
      QualType T = A->IgnoreParenImpCasts()->getType();
      if (A == Place || !PassesOn)
        continue;
      for (Holder H : To)
        if (leadsToPointers(A->getType()) || pointsAlike(T, H->getType()))
          put(H, {.From = A, .IsMoved = true, .Call = Call});
    }
  }
}

static llvm::StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : "";
}

bool PointerFlows::Finder::VisitCallExpr(CallExpr *E) {
  if (isa<CUDAKernelCallExpr>(E) || E->isInstantiationDependent())
    return true;
  const FunctionDecl *F = E->getDirectCallee();
  Arguments Given = argumentsOf(E);
  llvm::StringRef Name = nameOf(F);
  bool IsOfSystem = F && isOfSystem(F);
  if (Name.contains_insensitive("swap") && Given.size() == 2) {
    put(Given[0], {.From = Given[1], .Call = E});
    put(Given[1], {.From = Given[0], .Call = E});
    return true;
  }
  if (F && isInSight(F)) {
    give(F, Given, E);
    return true;
  }
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(E);
      Method && Method->getImplicitObjectArgument()) {
    // A container may keep what it is given.
    for (const Expr *A : Given)
      if (!A->getType()->isArithmeticType())
        put(Method->getImplicitObjectArgument(), {.From = A, .Call = E});
    return true;
  }
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && O->getOperator() == OO_Equal && isOfLibrary(O->getArg(0)->getType()))
    put(O->getArg(0), {.From = O->getArg(1), .Call = E});
  giveOn(Given);
  bool Copies = Name.contains_insensitive("cpy") ||
                Name.contains_insensitive("copy") ||
                Name.contains("DevicePointer") || (F && F->isInStdNamespace());
  mix(E, Given, !IsOfSystem || Copies);
  for (const Expr *Place : Given)
    if (const RecordDecl *R = classChangedAt(Place, Copies);
        R && (Copies || !IsOfSystem))
      setMembers(R, E, Given, Place);
  return true;
}

} // namespace racemap
