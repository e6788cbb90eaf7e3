// LaunchSites - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/LaunchSites.h"
#include "plugin/EvaluatedCode.h"
#include "plugin/GivenFunctions.h"
#include "plugin/HostEffects.h"
#include "plugin/HostInputs.h"
#include "plugin/HostKeeping.h"
#include "plugin/KernelFunctions.h"
#include "plugin/LaunchWays.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {

struct Found {
  LaunchSite Site;
  const Expr *Callee;
  HostCalls::Within In;
};

/// Finds launches, and what is done to the variables of host code.
class Visitor : public EvaluatedCode<Visitor> {
  using Base = EvaluatedCode<Visitor>;

public:
  Visitor(ASTContext &AST, LaunchSites &Out)
      : Base(AST), Context(AST), Files(AST.getSourceManager()), Out(Out) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D);
  bool TraverseLambdaExpr(LambdaExpr *E);
  bool TraverseInitListExpr(InitListExpr *E);
  bool VisitCallExpr(CallExpr *E);
  bool VisitCXXConstructExpr(CXXConstructExpr *E);
  bool VisitCastExpr(CastExpr *E);
  bool VisitBinaryOperator(BinaryOperator *E);
  bool VisitUnaryOperator(UnaryOperator *E);
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E);
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S);
  bool VisitVarDecl(VarDecl *V);
  bool VisitReturnStmt(ReturnStmt *S) {
    if (S->getRetValue())
      rename(S->getRetValue());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E);
  bool VisitMemberExpr(MemberExpr *E) {
    rename(E->getBase());
    if (const auto *V = dyn_cast<VarDecl>(E->getMemberDecl()))
      Out.Uses.useUnnamed(V);
    return true;
  }
  bool VisitStringLiteral(StringLiteral *E) {
    Texts.push_back(E);
    return true;
  }
  /// Names of kernels, if they are looked up in modules by their names.
  std::vector<std::string> lookedUp() const;
  /// What templates without an instance in sight, for example behind
  /// __CUDA_ARCH__, do with variables.
  void useInPatterns();

  std::vector<Found> Launches;
  std::vector<Mention> Pointed; ///< kernels whose address is taken
  /// Where functions and lambdas are named other than in calls of them; where
  /// lambdas are written that no variable is made of, nor called there; and
  /// where calls get an object of a lambda's class from elsewhere.
  std::vector<Naming> Mentioned;
  HostCalls Calls;

private:
  Mention here(const DeclRefExpr *E) const { return {E, Function}; }
  void add(CallExpr *E, const Expr *Callee, LaunchSite Site);
  void launchCall(CallExpr *E, llvm::StringRef Name);
  void callLambda(const CallExpr *E, const Expr *Lambda);
  void callParameter(const CallExpr *E, const Expr *Callee);
  void useObject(const Expr *E);
  const VarDecl *listedIn(const Expr *Array);
  bool launchNode(CallExpr *E, unsigned Parameters);
  void setMember(const Expr *To, const Expr *Value);
  void setNode(const VarDecl *Node, llvm::StringRef Field, const Expr *Value);
  bool changesConst(const FunctionDecl *F) {
    auto [Known, IsNew] = MayChangeConst.try_emplace(F);
    if (IsNew)
      Known->second = mayChangeConst(F);
    return Known->second;
  }
  const Expr *argument(const FunctionDecl *F, const Expr *Arg,
                       QualType Parameter, bool IsLaunch);
  void refer(const FunctionDecl *F, unsigned I, const Expr *Arg);
  void read(const Expr *E) {
    if (HostPlace P = placeAround(E); P.Variable)
      Out.Uses.read(here(P.Name));
    else if (const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParens())) {
      read(C->getTrueExpr()); // the one or the other
      read(C->getFalseExpr());
    }
  }
  void rename(const Expr *E);
  void write(const Expr *E) {
    rename(E);
    if (HostPlace P = placeAround(E); P.Variable)
      Out.Uses.write(here(P.Name));
  }
  void give(const Expr *E) {
    if (HostPlace P = placeAround(E); P.Variable)
      Out.Uses.give(here(P.Name));
  }

  const ASTContext &Context;
  const SourceManager &Files;
  LaunchSites &Out;
  const FunctionDecl *Function = nullptr;
  const Stmt *Root = nullptr;
  std::vector<const StringLiteral *> Texts;
  bool LooksUp = false;
  llvm::DenseSet<const LambdaExpr *> Held; ///< by variables, or called there
  std::vector<const FunctionDecl *> Patterns;
  llvm::DenseSet<const FunctionDecl *> Instantiated;
  llvm::DenseMap<const FunctionDecl *, bool> MayChangeConst;
};

/// Is this code that nothing in this unit calls, whatever other units do with
/// it, or no code? So it is with most of what libraries have in their headers.
static bool isUnused(const FunctionDecl *F, const SourceManager &Files) {
  if (!Files.isInSystemHeader(F->getLocation()))
    return false;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return !F->doesThisDeclarationHaveABody() ||
         (!F->isReferenced() && !(M && M->isVirtual()) &&
          (F->isInlined() || !F->isExternallyVisible()));
}

bool Visitor::TraverseDecl(Decl *D) {
  auto *F = llvm::dyn_cast_or_null<FunctionDecl>(D);
  if (F && isUnused(F, Files))
    return true;
  bool Enters = F && F->doesThisDeclarationHaveABody();
  if (Enters && F->isDependentContext()) {
    Patterns.push_back(F);
    return true; // its instances are visited
  }
  if (Enters) {
    Out.Uses.enter(F);
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      Instantiated.insert(Pattern->getCanonicalDecl());
  }
  if (Enters && isForOthers(F) && !Files.isInSystemHeader(F->getLocation()))
    Out.ForOthers.push_back(F);
  llvm::SaveAndRestore Of(Function, Enters ? F : Function);
  llvm::SaveAndRestore Code(Root, Enters ? F->getBody() : Root);
  return Base::TraverseDecl(D);
}

bool Visitor::TraverseLambdaExpr(LambdaExpr *E) {
  Out.Uses.enter(E);
  if (!Held.contains(E))
    Mentioned.push_back({E, Function});
  // What is captured by reference is changed only where it is named, unless it
  // has another name there.
  for (auto [Capture, Init] : llvm::zip(E->captures(), E->capture_inits())) {
    if (Capture.isImplicit())
      continue;
    if (Init && !E->isInitCapture(&Capture))
      read(Init);
    if (!TraverseLambdaCapture(E, &Capture, Init))
      return false;
  }
  return traverseCode(E);
}

/// As it is meant, with casts, copies and the braces that were left out.
bool Visitor::TraverseInitListExpr(InitListExpr *E) {
  if (InitListExpr *Meant = E->getSemanticForm())
    E = Meant;
  for (const Expr *Init : E->inits())
    if (Init->isGLValue()) // of a reference
      rename(Init);
  return llvm::all_of(E->children(), [&](Stmt *S) { return TraverseStmt(S); });
}

/// E gets another name, or is changed: so is what it assigns to, if it does
/// ("&(n = 5)").
void Visitor::rename(const Expr *E) {
  E = E->IgnoreParenNoopCasts(Context);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isCommaOp())
    return rename(B->getRHS());
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    rename(C->getTrueExpr());
    return rename(C->getFalseExpr());
  }
  const Expr *To = E->isGLValue() ? assignedBy(E) : nullptr;
  if (HostPlace P = To ? placeAround(To) : HostPlace(); P.Variable)
    Out.Uses.rename(here(P.Name));
}

void Visitor::useInPatterns() {
  for (const FunctionDecl *F : Patterns) {
    if (Instantiated.contains(F->getCanonicalDecl()))
      continue;
    std::vector<const Stmt *> Work{F->getBody()};
    while (!Work.empty()) {
      const Stmt *S = Work.back();
      Work.pop_back();
      if (const auto *E = llvm::dyn_cast_or_null<DeclRefExpr>(S)) {
        Out.Uses.use({E, F});
        if (lambdaAt(E))
          Mentioned.push_back({E, F});
      }
      if (S)
        llvm::append_range(Work, S->children());
    }
  }
}

void Visitor::add(CallExpr *E, const Expr *Callee, LaunchSite Site) {
  // Of a class template, which is visited again, instantiated.
  if (E->isInstantiationDependent() || Callee->isInstantiationDependent())
    return;
  Callee = Callee->IgnoreParenCasts();
  if (const auto *Name = dyn_cast<DeclRefExpr>(Callee))
    Calls.Callees.insert(here(Name));
  read(Callee);
  Site.Call = E;
  Launches.push_back({std::move(Site), Callee, {Function, Root}});
}

/// Do all assignments of such objects copy what they have, and keep nothing?
static bool isAssignedPlainly(const CXXRecordDecl *R) {
  auto IsPlain = [](QualType T) {
    const auto *Part = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !Part || isAssignedPlainly(Part);
  };
  return R->isInStdNamespace() ||
         (!R->hasUserDeclaredCopyAssignment() &&
          !R->hasUserDeclaredMoveAssignment() &&
          llvm::all_of(R->bases(),
                       [&](const auto &B) { return IsPlain(B.getType()); }) &&
          llvm::all_of(R->fields(), [&](const FieldDecl *F) {
            return IsPlain(F->getType());
          }));
}

/// Is F an assignment that leaves no other name for what it assigns to?
static bool isPlainAssignment(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && (M->isTrivial() || M->isInStdNamespace() ||
               (M->isDefaulted() && isAssignedPlainly(M->getParent())));
}

/// That array, as an argument of a launch.
const VarDecl *Visitor::listedIn(const Expr *Array) {
  Array = Array->IgnoreParenCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Array);
  if (Address && Address->getOpcode() == UO_AddrOf)
    Array = Address->getSubExpr()->IgnoreParenCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(Array);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (V)
    Out.Uses.read(here(Name));
  return V ? V->getCanonicalDecl() : nullptr;
}

void Visitor::launchCall(CallExpr *E, llvm::StringRef Name) {
  LaunchSite Site;
  if (Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC") {
    const Expr *C = E->getArg(0)->IgnoreParenImpCasts();
    const auto *Address = dyn_cast<UnaryOperator>(C);
    if (Address && Address->getOpcode() == UO_AddrOf)
      Site.Config = Address->getSubExpr();
    Site.ByPlace = true;
    if (Name == "cudaLaunchKernelExC" && E->getNumArgs() > 2)
      Site.List = listedIn(E->getArg(2));
    else
      Site.Arguments.assign(E->arg_begin() + 2, E->arg_end());
    add(E, E->getArg(1), std::move(Site));
    return;
  }
  Site.Grid = E->getArg(1);
  Site.Block = E->getArg(2);
  Site.ByPlace = true;
  if (E->getNumArgs() > 3)
    Site.List = listedIn(E->getArg(3));
  add(E, E->getArg(0), std::move(Site));
}

static bool isNodeParams(QualType T) {
  const RecordDecl *R = T->getAsRecordDecl();
  return R && R->getIdentifier() && R->getName() == "cudaKernelNodeParams";
}

/// A graph gets, or changes, a node that launches what this argument says, one
/// or the other variable. False if it is not known which.
bool Visitor::launchNode(CallExpr *E, unsigned Parameters) {
  std::vector<const Expr *> Work;
  if (Parameters < E->getNumArgs())
    Work.push_back(E->getArg(Parameters));
  std::vector<const DeclRefExpr *> Names;
  while (!Work.empty()) {
    const Expr *X = bare(Work.back());
    Work.pop_back();
    if (const auto *C = dyn_cast<ConditionalOperator>(X)) {
      Work.insert(Work.end(), {C->getTrueExpr(), C->getFalseExpr()});
      continue;
    }
    const auto *Address = dyn_cast<UnaryOperator>(X);
    const auto *Name = Address && Address->getOpcode() == UO_AddrOf
                           ? dyn_cast<DeclRefExpr>(bare(Address->getSubExpr()))
                           : nullptr;
    if (!Name || !isNodeParams(Name->getType()))
      return false;
    Names.push_back(Name);
  }
  for (const DeclRefExpr *Name : Names) {
    Out.Uses.read(here(Name));
    Out.Uses.hand(here(Name));
    LaunchSite Site;
    Site.Call = E;
    Site.Config = Name;
    Site.ByPlace = Site.IsNode = true;
    Launches.push_back({std::move(Site), nullptr, {Function, Root}});
  }
  return !Names.empty();
}

/// Notes an assignment to a member of what nodes are made of.
void Visitor::setMember(const Expr *To, const Expr *Value) {
  HostPlace P = placeOf(To);
  if (!P.Variable || P.Fields.empty() || !isNodeParams(P.Variable->getType()))
    return;
  Out.Uses.hand(here(P.Name));
  if (P.Fields.size() == 1)
    setNode(P.Variable, P.Fields.front().field()->getName(), Value);
}

/// Notes what a member of it becomes.
void Visitor::setNode(const VarDecl *Node, llvm::StringRef Field,
                      const Expr *Value) {
  Value = bare(Value);
  if (const auto *Address = dyn_cast<UnaryOperator>(Value);
      Address && Address->getOpcode() == UO_AddrOf)
    Value = bare(Address->getSubExpr());
  const auto *Name = dyn_cast<DeclRefExpr>(Value);
  if (Field == "kernelParams" && Name && isa<VarDecl>(Name->getDecl()))
    Out.Uses.lend(here(Name), Node);
  if (Field != "func" || isa<IntegerLiteral, ImplicitValueInitExpr>(Value))
    return; // nothing launches 0
  if (Name && isa<FunctionDecl>(Name->getDecl()))
    Calls.Nodes[Node].Kernels.push_back(here(Name));
  else
    Calls.Nodes[Node].HasOthers = true;
}

bool Visitor::VisitCallExpr(CallExpr *E) {
  if (auto *K = dyn_cast<CUDAKernelCallExpr>(E)) {
    const CallExpr *Config = K->getConfig();
    if (!Config || Config->getNumArgs() < 2)
      return true;
    LaunchSite Site;
    Site.Grid = Config->getArg(0);
    Site.Block = Config->getArg(1);
    Site.Arguments.assign(K->arg_begin(), K->arg_end());
    add(E, E->getCallee(), std::move(Site));
    return true;
  }
  for (const Expr *Arg : E->arguments())
    useObject(Arg);
  const FunctionDecl *F = E->getDirectCallee();
  // Of an operator, the object; of what is not in sight, all.
  unsigned Named = !F ? E->getNumArgs() : isa<CXXOperatorCallExpr>(E);
  for (unsigned I = 0; I < Named; ++I)
    if (E->getArg(I)->isGLValue())
      rename(E->getArg(I));
  if (!F) {
    callParameter(E, bare(E->getCallee()));
    return true;
  }
  const Expr *Lambda = lambdaCalledBy(E);
  if (Lambda)
    callLambda(E, Lambda);
  else if (!isa<CXXOperatorCallExpr>(E) && !isOfLambda(F))
    Calls.Of[F->getCanonicalDecl()].push_back({E, {Function, Root}});
  const auto *Callee =
      dyn_cast<DeclRefExpr>(E->getCallee()->IgnoreParenCasts());
  if (Callee && (Lambda || !isa<CXXOperatorCallExpr>(E)))
    Calls.Callees.insert(here(Callee));
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  Name.consume_back("_ptsz"); // for the default stream of each thread
  if (isAboutKernels(Name) && Files.isInSystemHeader(F->getLocation()))
    for (const Expr *Arg : E->arguments())
      if (const auto *Its = dyn_cast<DeclRefExpr>(Arg->IgnoreParenCasts()))
        Calls.Asked.insert(here(Its));
  if (addsKernelNode(Name))
    Calls.HasGraphs |= Name != "cudaGraphAddKernelNode" || !launchNode(E, 4);
  if (changesKernelNode(Name))
    Calls.ChangesGraphs |=
        !(Name == "cudaGraphExecKernelNodeSetParams" ? launchNode(E, 2)
          : Name == "cudaGraphKernelNodeSetParams"   ? launchNode(E, 1)
                                                     : false);
  // The toolkit's headers forward the one to the other.
  bool IsLaunch = isLaunchName(Name) && E->getNumArgs() >= 2 &&
                  !Files.isInSystemHeader(E->getBeginLoc());
  if (IsLaunch &&
      (Name.starts_with("cudaLaunchKernelEx") || E->getNumArgs() >= 3))
    launchCall(E, Name);
  if (auto *Assign = dyn_cast<CXXOperatorCallExpr>(E);
      Assign && Assign->getOperator() == OO_Equal && isPlainAssignment(F)) {
    write(Assign->getArg(0));
    setMember(Assign->getArg(0), Assign->getArg(1));
  }
  if (Name == "memset" && E->getNumArgs() == 3)
    if (const auto *To = dyn_cast<UnaryOperator>(bare(E->getArg(0)));
        To && To->getOpcode() == UO_AddrOf)
      if (HostPlace P = placeOf(To->getSubExpr()); P.Variable)
        Out.Uses.hand(here(P.Name));
  unsigned Skip =
      E->getNumArgs() - argumentsOf(E).size(); // an operator's object
  for (unsigned I = Skip; I < E->getNumArgs(); ++I)
    if (I - Skip < F->getNumParams()) {
      QualType T = F->getParamDecl(I - Skip)->getType();
      const Expr *Place = argument(F, E->getArg(I), T, IsLaunch);
      if (Place && mayOnlyChange(E, I - Skip, Place))
        give(Place);
      refer(F, I - Skip, E->getArg(I));
    } else if (readsInput(E))
      argument(F, E->getArg(I), E->getArg(I)->getType(), IsLaunch);
  return true;
}

/// Notes a call of the lambda that is written or named there. It changes what
/// it names alone.
void Visitor::callLambda(const CallExpr *E, const Expr *Lambda) {
  read(Lambda);
  callParameter(E, Lambda);
  const LambdaExpr *Its = lambdaAt(Lambda);
  if (!Its)
    return;
  Calls.Of[E->getDirectCallee()->getCanonicalDecl()].push_back(
      {E, {Function, Root}});
  if (Its == Lambda)
    Held.insert(Its);
  else
    Calls.Callees.insert(here(cast<DeclRefExpr>(Lambda)));
}

/// Notes it if E calls what the function was given.
void Visitor::callParameter(const CallExpr *E, const Expr *Callee) {
  if (E->isInstantiationDependent())
    return;
  const auto *Name = dyn_cast<DeclRefExpr>(Callee);
  const auto *P = Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr;
  if (!P)
    return;
  Calls.OfParameters[P].push_back({E, {Function, Root}});
  Calls.Callees.insert(here(Name));
}

/// Notes an object of a lambda's class that is neither the lambda nor a
/// variable that is made of it, nor what the function was given: of one that
/// captures nothing, a type is enough to make another.
void Visitor::useObject(const Expr *E) {
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->isLambda())
    return;
  const Expr *Of = copiedBy(E);
  const auto *Name = dyn_cast<DeclRefExpr>(Of);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  bool HasIt = V && (isa<ParmVarDecl>(V) || lambdaIn(V)) &&
               V->getType().getNonReferenceType()->getAsCXXRecordDecl() ==
                   Class; // and not cast to it
  if (!HasIt && !isa<LambdaExpr>(Of))
    Mentioned.push_back({E, Function});
}

/// What passing a variable, or its address, does to it. Returns the variable's
/// place if that is not known.
const Expr *Visitor::argument(const FunctionDecl *F, const Expr *Arg,
                              QualType Parameter, bool IsLaunch) {
  QualType Target = Parameter->getPointeeType();
  if (Target.isNull())
    return nullptr;
  const Expr *Place = Arg;
  if (Parameter->isReferenceType() && !Target.isConstQualified())
    rename(Arg);
  if (Parameter->isPointerType()) {
    const auto *Address = dyn_cast<UnaryOperator>(Arg->IgnoreParenCasts());
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return nullptr;
    Place = Address->getSubExpr();
  }
  // Nobody writes through a pointer to const who is not seen to cast that away.
  if (IsLaunch || (Target.isConstQualified() && !Target->isDependentType() &&
                   !changesConst(F)))
    read(Place);
  else if (keepsNothing(F))
    write(Place);
  else
    return Place;
  return nullptr;
}

/// A reference is another name for Arg, in a function that is in sight.
void Visitor::refer(const FunctionDecl *F, unsigned I, const Expr *Arg) {
  // The code of what the compiler writes is not visited.
  bool IsVisited = codeOf(F) && !F->isImplicit() && !F->isDefaulted();
  const FunctionDecl *Definition = IsVisited ? F->getDefinition() : nullptr;
  const ParmVarDecl *To = Definition ? Definition->getParamDecl(I) : nullptr;
  HostPlace P = To && To->getType()->isReferenceType() && !F->isInStdNamespace()
                    ? placeOf(Arg)
                    : HostPlace();
  if (P.Variable)
    Out.Uses.lend(here(P.Name), To);
}

bool Visitor::VisitCXXConstructExpr(CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  // Moving leaves a plain class as it is.
  if (C->isCopyOrMoveConstructor() && C->isTrivial())
    read(E->getArg(0));
  for (unsigned I = 0; I != E->getNumArgs(); ++I) {
    useObject(E->getArg(I));
    if (I < E->getConstructor()->getNumParams())
      argument(E->getConstructor(), E->getArg(I),
               E->getConstructor()->getParamDecl(I)->getType(), false);
  }
  return true;
}

bool Visitor::VisitCastExpr(CastExpr *E) {
  if (E->getCastKind() == CK_LValueToRValue || E->getCastKind() == CK_ToVoid)
    read(E->getSubExpr());
  return true;
}

bool Visitor::VisitBinaryOperator(BinaryOperator *E) {
  if (E->isAssignmentOp()) {
    write(E->getLHS());
    setMember(E->getLHS(), E->getRHS());
  }
  const auto *Name = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParens());
  if (Name && E->getOpcode() == BO_Assign)
    Out.Uses.assign(here(Name), E->getRHS());
  return true;
}

bool Visitor::VisitUnaryOperator(UnaryOperator *E) {
  if (E->isIncrementDecrementOp())
    write(E->getSubExpr());
  if (E->getOpcode() == UO_AddrOf)
    rename(E->getSubExpr());
  return true;
}

bool Visitor::VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
  const CXXMethodDecl *M = E->getMethodDecl();
  const Expr *Object = E->getImplicitObjectArgument();
  if (Object)
    useObject(Object);
  if (M && M->isConst() && Object && !changesConst(M))
    read(Object);
  return true;
}

/// The elements of an array are read, unless its variable is another name for
/// them.
bool Visitor::VisitCXXForRangeStmt(CXXForRangeStmt *S) {
  const VarDecl *V = S->getLoopVariable();
  QualType Array = S->getRangeInit()->getType();
  if (V && followedArray(V->getASTContext(), Array) &&
      (!V->getType()->isReferenceType() ||
       V->getType()->getPointeeType().isConstQualified()))
    read(S->getRangeInit());
  return true;
}

bool Visitor::VisitVarDecl(VarDecl *V) {
  // What it is given may launch anything.
  if (isNodeParams(V->getType()) &&
      (isa<ParmVarDecl>(V) || V->isExceptionVariable()))
    Calls.Nodes[V].HasOthers = true;
  if (!V->hasLocalStorage() &&
      (V->hasAttr<AliasAttr>() || V->hasAttr<AsmLabelAttr>()) &&
      !Files.isInSystemHeader(V->getLocation()))
    Out.Uses.alias();
  const Expr *Init = V->getInit();
  if (!Init || Init->isInstantiationDependent())
    return true;
  if (V->getType()->isReferenceType())
    rename(Init);
  if (const LambdaExpr *Its = lambdaIn(V))
    Held.insert(Its);
  if (V->getType()->isReferenceType() &&
      V->getType()->getPointeeType().isConstQualified())
    read(Init);
  if (isNodeParams(V->getType())) {
    const auto *List = dyn_cast<InitListExpr>(Init);
    const auto *Made = dyn_cast<CXXConstructExpr>(Init);
    bool IsEmpty = Made && Made->getConstructor()->isDefaultConstructor();
    Calls.Nodes[V].HasOthers |= !List && !IsEmpty;
    for (unsigned I = 0; List && I != List->getNumInits(); ++I)
      setNode(V,
              std::next(V->getType()->getAsRecordDecl()->field_begin(), I)
                  ->getName(),
              List->getInit(I));
  }
  // The arguments of a launch, if V is used for nothing else.
  if (V->hasLocalStorage() && V->getType()->isArrayType())
    for (const Expr *Place : placesIn(V))
      if (HostPlace P = Place ? placeOf(Place) : HostPlace(); P.Variable)
        Out.Uses.lend(here(P.Name), V);
  return true;
}

std::vector<std::string> Visitor::lookedUp() const {
  std::vector<std::string> Names;
  for (const StringLiteral *E : LooksUp ? Texts : decltype(Texts)())
    if (E->getCharByteWidth() == 1 && isValidAsciiIdentifier(E->getString()))
      Names.push_back(E->getString().str());
  return Names;
}

bool Visitor::VisitDeclRefExpr(DeclRefExpr *E) {
  Mention M = here(E);
  Out.Uses.use(M);
  const ValueDecl *D = E->getDecl();
  LooksUp |= D->getIdentifier() && looksUpKernels(D->getName());
  const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
  if ((F || lambdaAt(E)) && !Calls.Callees.contains(M) &&
      !Calls.Asked.contains(M)) {
    Mentioned.push_back(M);
    if (F && F->hasAttr<CUDAGlobalAttr>())
      Pointed.push_back(M);
  }
  return true;
}

} // namespace

std::vector<const Expr *> placesIn(const VarDecl *V) {
  std::vector<const Expr *> Places;
  const auto *List =
      V && V->getInit() ? dyn_cast<InitListExpr>(V->getInit()) : nullptr;
  for (unsigned I = 0; List && I != List->getNumInits(); ++I) {
    const Expr *E = List->getInit(I)->IgnoreParenCasts();
    const auto *Address = dyn_cast<UnaryOperator>(E);
    bool Known = Address && Address->getOpcode() == UO_AddrOf;
    Places.push_back(Known ? Address->getSubExpr() : nullptr);
  }
  return Places;
}

LaunchSites findLaunches(ASTContext &AST, const OtherUnits &Others,
                         bool FindsCalls) {
  LaunchSites Out;
  Visitor Seen(AST, Out);
  Seen.TraverseAST(AST);
  Seen.useInPatterns();
  Out.Uses.settle(/*IsAlone=*/!FindsCalls && !Others.areTold());
  followGivenFunctions(Seen.Calls, Out.Uses, Seen.Mentioned);
  LaunchWays Ways(Seen.Calls, Others, FindsCalls, Out);
  for (Found &L : Seen.Launches)
    if (!L.Site.IsNode) {
      Ways.add(L.Site, L.Callee, L.In);
    } else if (!Ways.addNode(L.Site, L.In)) {
      bool Changes =
          changesKernelNode(L.Site.Call->getDirectCallee()->getName());
      (Changes ? Seen.Calls.ChangesGraphs : Seen.Calls.HasGraphs) = true;
    }
  if (FindsCalls) {
    Ways.addCallsOfOthers();
    Out.LookedUp = Seen.lookedUp();
  }
  if (Seen.Calls.ChangesGraphs)
    for (const auto &[Kernel, Sites] : Out.Of)
      Out.InGraphs.insert(Kernel);
  for (Mention M : Seen.Pointed) {
    const auto *Kernel =
        cast<FunctionDecl>(M.first->getDecl())->getCanonicalDecl();
    if (Ways.mayBeLaunched(M))
      Out.Open.insert(Kernel);
    if (Seen.Calls.HasGraphs)
      Out.InGraphs.insert(Kernel);
  }
  return Out;
}

} // namespace racemap
