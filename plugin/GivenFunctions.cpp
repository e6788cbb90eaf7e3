// GivenFunctions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/GivenFunctions.h"
#include "plugin/HostEffects.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

static const FunctionDecl *functionAt(Naming M) {
  if (const LambdaExpr *L = lambdaAt(M.first))
    return L->getCallOperator()->getCanonicalDecl();
  const auto *Name = dyn_cast<DeclRefExpr>(M.first);
  const auto *F = Name ? dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr;
  return F ? F->getCanonicalDecl() : nullptr;
}

/// The function that is named there; the code of the lambda, of whose class an
/// object is there.
static const FunctionDecl *usedAt(Naming M) {
  const CXXRecordDecl *Class = M.first->getType()->getAsCXXRecordDecl();
  return Class ? Class->getLambdaCallOperator()->getCanonicalDecl()
               : functionAt(M);
}

namespace {
class Follower {
public:
  Follower(HostCalls &Calls, const HostUses &Uses) : Calls(Calls), Uses(Uses) {}
  void follow(const ParmVarDecl *P, llvm::ArrayRef<HostCalls::Found> Its);
  bool isFollowed(Naming M) const { return Followed.contains(M); }

private:
  std::optional<Naming> namedBy(const HostCalls::Found &C, unsigned I) const;

  HostCalls &Calls;
  const HostUses &Uses;
  llvm::DenseSet<Naming> Followed;
};
} // namespace

/// Where C names, or writes, what it gives to be called as argument I.
std::optional<Naming> Follower::namedBy(const HostCalls::Found &C,
                                        unsigned I) const {
  llvm::ArrayRef<const Expr *> Args = argumentsOf(C.Call);
  const Expr *E = I < Args.size() ? copiedBy(Args[I]) : nullptr;
  if (E && isa<LambdaExpr>(E))
    return Naming{E, C.In.Function};
  if (const auto *Address = llvm::dyn_cast_or_null<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = bare(Address->getSubExpr());
  const auto *Name = llvm::dyn_cast_or_null<DeclRefExpr>(E);
  if (!Name)
    return std::nullopt;
  Naming M{Name, C.In.Function};
  bool Is = functionAt(M) && !isa<CXXMethodDecl>(Name->getDecl()) &&
            !Uses.isRepeated({Name, C.In.Function});
  return Is ? std::optional(M) : std::nullopt;
}

/// Its: the calls of P.
void Follower::follow(const ParmVarDecl *P,
                      llvm::ArrayRef<HostCalls::Found> Its) {
  const FunctionDecl *Caller = Its.front().In.Function;
  bool IsOnlyCalled =
      Uses.isOnlyRead(P) && llvm::all_of(Uses.mentions(P), [&](Mention M) {
        return Calls.Callees.contains(M);
      });
  bool IsCalledHere = llvm::all_of(Its, [&](const HostCalls::Found &C) {
    return C.In.Function == Caller; // and in no lambda
  });
  if (!IsOnlyCalled || !IsCalledHere ||
      P->getParentFunctionOrMethod() != Caller || !Calls.isCalledByName(Caller))
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
      // Which instance of a generic lambda, it says itself.
      const FunctionDecl *F = Call.Call->getDirectCallee();
      Calls.Of[F ? F->getCanonicalDecl() : functionAt(*Named)].push_back(Call);
    }
  }
}

void followGivenFunctions(HostCalls &Calls, const HostUses &Uses,
                          llvm::ArrayRef<Naming> Mentioned) {
  for (Naming M : Mentioned)
    Calls.OtherwiseUsed.insert(usedAt(M));
  Follower Its(Calls, Uses);
  for (const auto &[P, Found] : Calls.OfParameters)
    Its.follow(P, Found);
  Calls.OtherwiseUsed.clear();
  for (Naming M : Mentioned)
    if (!Its.isFollowed(M))
      Calls.OtherwiseUsed.insert(usedAt(M));
}

} // namespace racemap
