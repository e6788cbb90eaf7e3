// LaunchWays - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/LaunchWays.h"
#include "plugin/HostEffects.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

const HostBody *LaunchWays::bodyOf(HostCalls::Within In) {
  const HostBody *&Body = Known[In.Root];
  if (In.Root && !Body) {
    Out.Bodies.push_back(std::make_unique<HostBody>(In.Function, In.Root));
    Body = Out.Bodies.back().get();
  }
  return Body;
}

bool HostCalls::isOnlyCalled(const FunctionDecl *F) const {
  if (isOfLambda(F)) // all instances of a generic one
    F = cast<CXXMethodDecl>(F)->getParent()->getLambdaCallOperator();
  return !OtherwiseUsed.contains(F->getCanonicalDecl());
}

bool HostCalls::isCalledByName(const FunctionDecl *F) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  bool HasName = !isa<CXXConstructorDecl, CXXDestructorDecl>(F) &&
                 !F->isOverloadedOperator() && !(Method && Method->isVirtual());
  return (HasName || isOfLambda(F)) && isOnlyCalled(F);
}

/// Are all calls of F in sight?
bool LaunchWays::isClosed(const FunctionDecl *F) const {
  bool IsOfUnit = !F->isExternallyVisible() && !isa<CXXMethodDecl>(F);
  return (IsOfUnit || isOfLambda(F)) && Seen.isOnlyCalled(F);
}

/// Is F a part of a program that no other unit is likely to call, as no header
/// declares it?
bool LaunchWays::isOfProgram(const FunctionDecl *F) const {
  return Out.Uses.hasMain() && !isa<CXXMethodDecl>(F) && Seen.isOnlyCalled(F) &&
         isOfFileAlone(F);
}

/// Does a way to Site that comes from In to F go in a circle, or begin outside
/// of functions?
static bool isRecursive(const LaunchSite &Site, const FunctionDecl *F,
                        HostCalls::Within In) {
  return !In.Root || In.Function == F ||
         llvm::any_of(Site.Callers, [&](const HostCall &Other) {
           return Other.Body->function() == In.Function;
         });
}

LaunchWays::Callers LaunchWays::callersOf(const FunctionDecl *F) const {
  F = F->getCanonicalDecl();
  Callers Its;
  Its.Elsewhere = Others.callsOf(F);
  auto Calls = Seen.Of.find(F);
  if (Calls != Seen.Of.end())
    Its.Here = Calls->second;
  bool HasCalls = !Its.Here.empty(), IsOnlyCalled = Seen.isOnlyCalled(F);
  bool IsClosedHere = HasCalls && isClosed(F);
  Its.AreTaken = HasCalls && !IsClosedHere && Its.Elsewhere.empty() &&
                 !Others.mayMiss(F) && isOfProgram(F);
  // Whoever calls it from another unit has its code, and says so.
  bool IsTheirOwn =
      (FindsCalls || Others.areTold()) && isShared(F) && Seen.isCalledByName(F);
  Its.AreAllHere = IsClosedHere || Its.AreTaken || IsTheirOwn;
  // What calls it through a pointer, or within a class, and what other files of
  // a program do, is not anybody. Calls of some are not looked for, but for
  // those of lambdas.
  bool IsPublic = F->isExternallyVisible() &&
                  (F->getAccess() == AS_public || F->getAccess() == AS_none);
  bool IsCalledUnseen = isa<CXXConstructorDecl>(F) || F->isOverloadedOperator();
  Its.AreAnybody = !IsCalledUnseen && IsOnlyCalled && !Others.isCalled(F) &&
                   (!HasCalls || (IsPublic && !Out.Uses.hasMain()));
  return Its;
}

/// Levels: so many callers more are looked for; what is given to be called, and
/// that it is, are one. False if there are too many ways.
bool LaunchWays::walk(const FunctionDecl *F, LaunchSite &Site, unsigned Levels,
                      std::vector<LaunchSite> &To) {
  static constexpr size_t MostWays = 32;
  const Callers Its = callersOf(F);
  auto End = [&](bool IsOpen) {
    Site.IsOpen = IsOpen;
    To.push_back(Site);
    if (F->isMain() && F->getNumParams() != 0) {
      To.push_back(Site);
      To.back().IsRunBare = To.back().IsExample = true;
    }
    return To.size() <= MostWays;
  };
  if (!Its.AreAllHere) {
    if (!End(Its.AreAnybody))
      return false;
    for (const OtherUnits::Call &C : Its.Elsewhere) {
      To.push_back(Site);
      To.back().From = &C;
      To.back().IsOpen = false;
      To.back().IsExample = true;
    }
  }
  llvm::SaveAndRestore Covered(Site.IsExample,
                               Site.IsExample || !Its.AreAllHere);
  for (const HostCalls::Found &C : Its.Here)
    if (Levels == 0 || isRecursive(Site, F, C.In) ||
        (C.GivenBy && isRecursive(Site, F, C.GivenBy->In)))
      return !Its.AreAllHere || End(false);
  std::vector<const FunctionDecl *> With = Site.CalledHere;
  if (Its.AreTaken)
    With.push_back(F);
  llvm::SaveAndRestore Taken(Site.CalledHere, std::move(With));
  size_t Before = Site.Callers.size();
  for (const HostCalls::Found &C : Its.Here) {
    Site.Callers.push_back({C.Call, bodyOf(C.In)});
    if (C.GivenBy)
      Site.Callers.push_back({C.GivenBy->Call, bodyOf(C.GivenBy->In)});
    const HostCalls::Within &From = C.GivenBy ? C.GivenBy->In : C.In;
    bool Fits = walk(From.Function, Site, Levels - 1, To);
    Site.Callers.resize(Before);
    if (!Fits)
      return false;
  }
  return true;
}

void LaunchWays::addWays(const LaunchSite &Site, HostCalls::Within In,
                         std::vector<LaunchSite> &To) {
  static constexpr unsigned MostLevels = 3;
  std::vector<LaunchSite> All;
  LaunchSite Its = Site;
  if (!Its.Body || walk(In.Function, Its, MostLevels, All)) {
    if (!Its.Body)
      All.push_back(Its);
    llvm::append_range(To, All);
    return;
  }
  Its.IsOpen = false;
  To.push_back(Its);
}

/// The kernel that a launch names, through variables that are never changed, or
/// the parameter that it is; null if it is computed.
const ValueDecl *LaunchWays::namedBy(const Expr *E, const FunctionDecl *In,
                                     const ParmVarDecl *GivenTo) {
  std::vector<const VarDecl *> Through;
  for (unsigned Steps = 0; E && Steps < 64; ++Steps) {
    E = bare(E);
    const auto *Address = dyn_cast<UnaryOperator>(E);
    if (Address && Address->getOpcode() == UO_AddrOf) {
      E = Address->getSubExpr();
      continue;
    }
    HostPlace P = placeOf(E);
    if (!P.Name || !P.Fields.empty())
      return nullptr;
    if (const auto *F = dyn_cast<FunctionDecl>(P.Name->getDecl())) {
      if (Through.empty())
        Given[{P.Name, In}] = GivenTo;
      else if (Through.size() == 1)
        Holder[{P.Name, llvm::dyn_cast_or_null<FunctionDecl>(
                            Through.front()->getParentFunctionOrMethod())}] =
            Through.front();
      return F->getCanonicalDecl();
    }
    if (Through.empty())
      Given[{P.Name, In}] = GivenTo;
    if (P.Variable && isa<ParmVarDecl>(P.Variable))
      return Out.Uses.isOnlyRead(P.Variable) ? P.Variable : nullptr;
    bool IsFixed = P.Variable && Out.Uses.isFixed(P.Variable);
    E = IsFixed ? P.Variable->getAnyInitializer() : nullptr;
    Through.push_back(P.Variable);
  }
  return nullptr;
}

/// The kernels of which a launch names one or the other, through a variable
/// that is assigned them; none if that is not known.
std::vector<const FunctionDecl *> LaunchWays::heldBy(const Expr *Callee) {
  HostPlace P = placeOf(bare(Callee));
  bool IsWhole = P.Variable && P.Fields.empty();
  auto Values = IsWhole ? Out.Uses.allOf(P.Variable) : std::nullopt;
  if (!Values)
    return {};
  const auto *In =
      dyn_cast<FunctionDecl>(P.Variable->getParentFunctionOrMethod());
  std::vector<const FunctionDecl *> Kernels;
  for (const Expr *E : *Values) {
    E = bare(E);
    if (const auto *Address = dyn_cast<UnaryOperator>(E);
        Address && Address->getOpcode() == UO_AddrOf)
      E = bare(Address->getSubExpr());
    const auto *Name = dyn_cast<DeclRefExpr>(E);
    const auto *F = Name ? dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr;
    bool IsNull = isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(E);
    if (!F && !IsNull)
      return {};
    if (!F)
      continue;
    Holder[{Name, In}] = P.Variable;
    if (!llvm::is_contained(Kernels, F->getCanonicalDecl()))
      Kernels.push_back(F->getCanonicalDecl());
  }
  return Kernels;
}

/// Adds Site, which launches what In gets as Kernel, for all that call In.
/// False if there may be others in this unit.
bool LaunchWays::addCallers(LaunchSite &Site, const ParmVarDecl *Kernel,
                            HostCalls::Within In) {
  static constexpr size_t MostLevels = 4;
  const FunctionDecl *F =
      In.Function ? In.Function->getCanonicalDecl() : nullptr;
  if (!F || !Seen.isCalledByName(F) ||
      Kernel->getParentFunctionOrMethod() != In.Function ||
      Site.Callers.size() == MostLevels)
    return false;
  HasLauncher |= !isClosed(F);
  auto Calls = Seen.Of.find(F);
  if (Calls == Seen.Of.end())
    return true;
  unsigned I = Kernel->getFunctionScopeIndex();
  for (const HostCalls::Found &C : Calls->second) {
    llvm::ArrayRef<const Expr *> Args = argumentsOf(C.Call);
    if (I >= Args.size() || isRecursive(Site, In.Function, C.In) ||
        C.GivenBy) // over which call it comes is not followed here
      return false;
    Site.Callers.push_back({C.Call, bodyOf(C.In)});
    add(Site, Args[I], C.In, Kernel);
    Site.Callers.pop_back();
  }
  return true;
}

/// Does all that becomes of the kernel at M end in launches?
bool LaunchWays::isGiven(Mention M) const {
  auto AreGiven = [&](const VarDecl *V) {
    return V->hasLocalStorage() &&
           llvm::all_of(Out.Uses.mentions(V), [&](Mention Its) {
             return Seen.Asked.contains(Its) || Out.Uses.isAssigned(Its) ||
                    isGiven(Its);
           });
  };
  if (Out.Uses.isRepeated(M))
    return false;
  if (const VarDecl *V = Holder.lookup(M))
    return AreGiven(V);
  auto Its = Given.find(M);
  return Its != Given.end() && (!Its->second || AreGiven(Its->second));
}

void LaunchWays::add(const LaunchSite &Site, const Expr *Callee,
                     HostCalls::Within In, const ParmVarDecl *GivenTo) {
  LaunchSite Its = Site;
  if (!Its.Body)
    Its.Body = bodyOf(In);
  const ValueDecl *Named = namedBy(Callee, In.Function, GivenTo);
  if (const auto *Kernel = llvm::dyn_cast_or_null<FunctionDecl>(Named))
    addWays(Its, In, Out.Of[Kernel]);
  else if (const auto *Kernel = llvm::dyn_cast_or_null<ParmVarDecl>(Named))
    HasUnknown |= !addCallers(Its, Kernel, In);
  else if (auto Kernels = heldBy(Callee); !Kernels.empty())
    for (const FunctionDecl *Kernel : Kernels)
      addWays(Its, In, Out.Of[Kernel]);
  else
    HasUnknown = true;
}

bool LaunchWays::addNode(LaunchSite Site, HostCalls::Within In) {
  const VarDecl *Node = placeOf(Site.Config).Variable;
  auto Its = Seen.Nodes.find(Node);
  if (Its == Seen.Nodes.end() || Its->second.HasOthers ||
      !Out.Uses.isOnlyHanded(Node))
    return false;
  Site.Body = bodyOf(In);
  llvm::SmallPtrSet<const FunctionDecl *, 2> Kernels;
  for (Mention M : Its->second.Kernels) {
    Given[M] = nullptr;
    const auto *F = cast<FunctionDecl>(M.first->getDecl())->getCanonicalDecl();
    if (Kernels.insert(F).second)
      addWays(Site, In, Out.Of[F]);
  }
  return true;
}

void LaunchWays::addCallsOfOthers() {
  for (const auto &[F, All] : Seen.Of) {
    if (!isOfOthers(F) || F->hasAttr<CUDAGlobalAttr>())
      continue;
    if (!F->hasPrototype()) // C: what is passed is not converted
      Out.Mentioned.push_back(F);
    for (const HostCalls::Found &C : All) {
      LaunchSite Site;
      Site.Call = C.Call;
      Site.Body = bodyOf(C.In);
      llvm::append_range(Site.Arguments, argumentsOf(C.Call));
      addWays(Site, C.In, Out.Calls[F]);
    }
  }
  for (const FunctionDecl *F : Seen.OtherwiseUsed)
    if (isOfOthers(F))
      Out.Mentioned.push_back(F);
}

} // namespace racemap
