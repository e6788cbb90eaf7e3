// LaunchSites - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/LaunchSites.h"
#include "plugin/HostConstants.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SetVector.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;

namespace {

struct Launch {
  const Expr *Callee, *Grid, *Block;
  SourceLocation Where;
};

/// Finds launches, and what is done to the variables of host code.
class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(ASTContext &AST)
      : Constants(AST), Files(AST.getSourceManager()) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCallExpr(CallExpr *E);
  bool VisitImplicitCastExpr(ImplicitCastExpr *E);
  bool VisitCXXConstructExpr(CXXConstructExpr *E);
  bool VisitDeclRefExpr(DeclRefExpr *E);

  HostConstants Constants;
  std::vector<Launch> Launches;
  llvm::SetVector<const FunctionDecl *> Pointed; ///< their address is taken

private:
  void add(const CallExpr *E, const Expr *Callee, const Expr *Grid,
           const Expr *Block);

  const SourceManager &Files;
  llvm::DenseSet<const Expr *> Callees;
};

/// The kernel that a launch names, through variables that are never changed;
/// null if it is computed.
const FunctionDecl *kernelOf(const Expr *E, const HostConstants &Constants) {
  for (unsigned Steps = 0; E && Steps < 64; ++Steps) {
    E = E->IgnoreParenCasts();
    if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E)) {
      E = Subst->getReplacement();
      continue;
    }
    const auto *Address = dyn_cast<UnaryOperator>(E);
    if (Address && Address->getOpcode() == UO_AddrOf) {
      E = Address->getSubExpr();
      continue;
    }
    if (const auto *Name = dyn_cast<DeclRefExpr>(E))
      if (const auto *F = dyn_cast<FunctionDecl>(Name->getDecl()))
        return F->getCanonicalDecl();
    E = Constants.initializer(E);
  }
  return nullptr;
}

void Visitor::add(const CallExpr *E, const Expr *Callee, const Expr *Grid,
                  const Expr *Block) {
  // What depends on template arguments is visited again, instantiated.
  if (Callee->isInstantiationDependent() || Grid->isInstantiationDependent() ||
      Block->isInstantiationDependent())
    return;
  Callees.insert(Callee->IgnoreParenCasts());
  Launches.push_back({Callee, Grid, Block, E->getBeginLoc()});
}

bool Visitor::VisitCallExpr(CallExpr *E) {
  if (const auto *K = dyn_cast<CUDAKernelCallExpr>(E)) {
    const CallExpr *Config = K->getConfig();
    if (Config && Config->getNumArgs() >= 2)
      add(E, E->getCallee(), Config->getArg(0), Config->getArg(1));
    return true;
  }
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier() || E->getNumArgs() < 3)
    return true;
  bool IsLaunch = F->getName() == "cudaLaunchKernel" ||
                  F->getName() == "cudaLaunchCooperativeKernel";
  // The toolkit's headers forward the one to the other.
  if (IsLaunch && !Files.isInSystemHeader(E->getBeginLoc()))
    add(E, E->getArg(0), E->getArg(1), E->getArg(2));
  return true;
}

/// The variable that E is, or is a part of; null if it is none.
const DeclRefExpr *variableIn(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (Cast && Cast->getCastKind() == CK_NoOp)
      E = Cast->getSubExpr();
    else if (Member && !Member->isArrow())
      E = Member->getBase();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

bool Visitor::VisitImplicitCastExpr(ImplicitCastExpr *E) {
  if (E->getCastKind() == CK_LValueToRValue)
    if (const DeclRefExpr *Name = variableIn(E->getSubExpr()))
      Constants.addRead(Name);
  return true;
}

bool Visitor::VisitCXXConstructExpr(CXXConstructExpr *E) {
  // A copy takes a reference to const, unless the class is strange.
  if (E->getNumArgs() == 1 && E->getConstructor()->isCopyConstructor() &&
      E->getArg(0)->getType().isConstQualified())
    if (const DeclRefExpr *Name = variableIn(E->getArg(0)))
      Constants.addRead(Name);
  return true;
}

bool Visitor::VisitDeclRefExpr(DeclRefExpr *E) {
  Constants.addUse(E);
  if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl()))
    if (F->hasAttr<CUDAGlobalAttr>() && !Callees.contains(E))
      Pointed.insert(F->getCanonicalDecl());
  return true;
}

/// Turns launches into contexts.
class Contexts {
public:
  Contexts(const Visitor &Seen, const SourceManager &Files)
      : Seen(Seen), Files(Files) {}

  KernelLaunches build() {
    for (const Launch &L : Seen.Launches)
      add(L);
    for (const FunctionDecl *Kernel : Open)
      All[Kernel].push_back({});
    return std::move(All);
  }

private:
  void add(const Launch &L);
  std::string origin(SourceLocation Where) const;

  const Visitor &Seen;
  const SourceManager &Files;
  KernelLaunches All;
  /// Kernels that are launched in unknown ways.
  llvm::SetVector<const FunctionDecl *> Open;
};

std::string Contexts::origin(SourceLocation Where) const {
  PresumedLoc P = Files.getPresumedLoc(Files.getExpansionLoc(Where));
  if (P.isInvalid())
    return "launch";
  return std::string("launch ") + P.getFilename() + ":" +
         std::to_string(P.getLine());
}

void Contexts::add(const Launch &L) {
  const FunctionDecl *Kernel = kernelOf(L.Callee, Seen.Constants);
  map::LaunchContext C;
  C.BlockDim = Seen.Constants.dim3(L.Block);
  C.GridDim = Seen.Constants.dim3(L.Grid);
  if (!Kernel) {
    Open.insert(Seen.Pointed.begin(), Seen.Pointed.end());
  } else if (!C.BlockDim.isKnown() && !C.GridDim.isKnown()) {
    Open.insert(Kernel);
  } else {
    C.Origin = origin(L.Where);
    std::vector<map::LaunchContext> &Of = All[Kernel];
    bool IsNew = llvm::none_of(Of, [&](const map::LaunchContext &Other) {
      return Other.BlockDim == C.BlockDim && Other.GridDim == C.GridDim;
    });
    if (IsNew)
      Of.push_back(std::move(C));
  }
}

} // namespace

KernelLaunches findLaunches(ASTContext &AST) {
  Visitor Seen(AST);
  Seen.TraverseAST(AST);
  return Contexts(Seen, AST.getSourceManager()).build();
}

} // namespace racemap
