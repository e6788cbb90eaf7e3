// GivenFunctions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/GivenFunctions.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

static const FunctionDecl *functionAt(Mention M) {
  const auto *F = dyn_cast<FunctionDecl>(M.first->getDecl());
  return F ? F->getCanonicalDecl() : nullptr;
}

namespace {
class Follower {
public:
  Follower(HostCalls &Calls, const HostUses &Uses) : Calls(Calls), Uses(Uses) {}
  void follow(const ParmVarDecl *P, llvm::ArrayRef<HostCalls::Found> Its);
  bool isFollowed(Mention M) const { return Followed.contains(M); }

private:
  bool isCalledByName(const FunctionDecl *F) const;
  std::optional<Mention> namedBy(const HostCalls::Found &C, unsigned I) const;

  HostCalls &Calls;
  const HostUses &Uses;
  llvm::DenseSet<Mention> Followed;
};
} // namespace

/// Does each call of F that is in sight say that it is one?
bool Follower::isCalledByName(const FunctionDecl *F) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return !isa<CXXConstructorDecl>(F) && !F->isOverloadedOperator() &&
         !(Method && Method->isVirtual()) && !Calls.OtherwiseUsed.contains(F);
}

/// Where C names the function that it gives as argument I.
std::optional<Mention> Follower::namedBy(const HostCalls::Found &C,
                                         unsigned I) const {
  const Expr *E = I < C.Call->getNumArgs() ? bare(C.Call->getArg(I)) : nullptr;
  if (const auto *Address = llvm::dyn_cast_or_null<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = bare(Address->getSubExpr());
  const auto *Name = llvm::dyn_cast_or_null<DeclRefExpr>(E);
  if (!Name)
    return std::nullopt;
  Mention M{Name, C.In.Function};
  bool Is = functionAt(M) && !isa<CXXMethodDecl>(Name->getDecl()) &&
            !Uses.isRepeated(M);
  return Is ? std::optional(M) : std::nullopt;
}

/// Its: the calls of P.
void Follower::follow(const ParmVarDecl *P,
                      llvm::ArrayRef<HostCalls::Found> Its) {
  const FunctionDecl *Caller = Its.front().In.Function;
  bool IsOnlyCalled =
      Uses.isOnlyRead(P) && Uses.mentions(P).size() == Its.size();
  bool IsCalledHere = llvm::all_of(Its, [&](const HostCalls::Found &C) {
    return C.In.Function == Caller; // and in no lambda
  });
  if (!IsOnlyCalled || !IsCalledHere ||
      P->getParentFunctionOrMethod() != Caller ||
      !isCalledByName(Caller->getCanonicalDecl()))
    return;
  std::vector<HostCalls::Found> Givers =
      Calls.Of.lookup(Caller->getCanonicalDecl());
  for (const HostCalls::Found &Giver : Givers) {
    auto Named = namedBy(Giver, P->getFunctionScopeIndex());
    if (!Named)
      continue;
    Followed.insert(*Named);
    for (HostCalls::Found Call : Its) {
      Call.GivenBy = {Giver.Call, Giver.In};
      Calls.Of[functionAt(*Named)].push_back(Call);
    }
  }
}

void followGivenFunctions(HostCalls &Calls, const HostUses &Uses,
                          llvm::ArrayRef<Mention> Mentioned) {
  for (Mention M : Mentioned)
    Calls.OtherwiseUsed.insert(functionAt(M));
  Follower Its(Calls, Uses);
  for (const auto &[P, Found] : Calls.OfParameters)
    Its.follow(P, Found);
  Calls.OtherwiseUsed.clear();
  for (Mention M : Mentioned)
    if (!Its.isFollowed(M))
      Calls.OtherwiseUsed.insert(functionAt(M));
}

} // namespace racemap
