// LaunchWays - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/LaunchWays.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

const HostBody *LaunchWays::bodyOf(HostCalls::Within In) {
  const HostBody *&Body = Known[In.Root];
  if (In.Root && !Body) {
    Bodies.push_back(std::make_unique<HostBody>(In.Function, In.Root));
    Body = Bodies.back().get();
  }
  return Body;
}

/// Are all calls of F in sight?
bool LaunchWays::isClosed(const FunctionDecl *F) const {
  return !F->isExternallyVisible() && !isa<CXXMethodDecl>(F) &&
         !Seen.OtherwiseUsed.contains(F);
}

/// False if there are too many ways.
bool LaunchWays::walk(const FunctionDecl *F, LaunchSite &Site,
                      std::vector<LaunchSite> &To) {
  static constexpr size_t MostLevels = 3, MostWays = 16;
  auto Calls = Seen.Of.find(F->getCanonicalDecl());
  bool HasCalls = Calls != Seen.Of.end();
  bool IsClosed = HasCalls && isClosed(F->getCanonicalDecl());
  auto End = [&](bool IsOpen) {
    Site.IsOpen = IsOpen;
    To.push_back(Site);
    if (F->isMain() && F->getNumParams() != 0) {
      To.push_back(Site);
      To.back().IsRunBare = To.back().IsExample = true;
    }
    return To.size() <= MostWays;
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->getParent()->isLambda())
    return End(false);
  // Who can call it with what they like? What calls it through a pointer, or
  // within a class, and what other files of a program do, is not that.
  bool IsPublic = F->isExternallyVisible() &&
                  (F->getAccess() == AS_public || F->getAccess() == AS_none);
  // Calls of these are not looked for.
  bool IsCalledUnseen = isa<CXXConstructorDecl>(F) || F->isOverloadedOperator();
  if (!HasCalls)
    return End(!IsCalledUnseen && (IsPublic || !Seen.OtherwiseUsed.contains(
                                                   F->getCanonicalDecl())));
  if (!IsClosed && !End(IsPublic && !Seen.HasMain))
    return false;
  llvm::SaveAndRestore Covered(Site.IsExample, Site.IsExample || !IsClosed);
  bool GoesOn = Site.Callers.size() < MostLevels;
  for (const HostCalls::Found &C : Calls->second) {
    bool IsRecursive = C.In.Function == F ||
                       llvm::any_of(Site.Callers, [&](const HostCall &Other) {
                         return Other.Body->function() == C.In.Function;
                       });
    if (!GoesOn || IsRecursive || !C.In.Root)
      return !IsClosed || End(false);
  }
  for (const HostCalls::Found &C : Calls->second) {
    Site.Callers.push_back({C.Call, bodyOf(C.In)});
    bool Fits = walk(C.In.Function, Site, To);
    Site.Callers.pop_back();
    if (!Fits)
      return false;
  }
  return true;
}

void LaunchWays::add(const LaunchSite &Site, HostCalls::Within In,
                     std::vector<LaunchSite> &To) {
  std::vector<LaunchSite> All;
  LaunchSite Its = Site;
  Its.Body = bodyOf(In);
  if (!Its.Body || walk(In.Function, Its, All)) {
    if (!Its.Body)
      All.push_back(Its);
    llvm::append_range(To, All);
    return;
  }
  Its.IsOpen = false;
  To.push_back(Its);
}

} // namespace racemap
