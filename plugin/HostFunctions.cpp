// HostFunctions - the part of HostValues about functions that are called.
//
// Calls and constructors are looked into with what they are given; HostRun runs
// their code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostRun.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::isa;
using map::Term;

const Term *HostValues::call(const CallExpr *E, Fields Path) {
  const FunctionDecl *F = E->getDirectCallee();
  if (int Which = isMinOrMax(E)) {
    const Term *A = value(E->getArg(0)), *B = value(E->getArg(1));
    if (!Path.empty() || !A || !B || A->width() != B->width() ||
        A->width() != widthOf(E->getType()))
      return nullptr;
    bool Signed =
        E->getType().getNonReferenceType()->isSignedIntegerOrEnumerationType();
    const Term *Less = Signed ? Terms.slt(A, B) : Terms.ult(A, B);
    return Which < 0 ? Terms.ite(Less, A, B) : Terms.ite(Less, B, A);
  }
  if (const Term *T = Path.empty() ? textLength(E) : nullptr)
    return T;
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(F);
  bool IsOfObject = Method && !Method->isStatic();
  if (IsOfObject && Method->getParent()->isInStdNamespace())
    return nullptr; // how containers are made says nothing
  const Expr *Object = IsOfObject ? racemap::objectOf(E) : nullptr;
  const Stmt *Code = codeOf(F);
  if (!Code || F->isVariadic() || (IsOfObject && !Object) || !mayEnter())
    return nullptr;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  Locals Given;
  if (Object)
    giveObject(Method->getParent(), Object, Given);
  give(F, llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Given);
  return enter(
      E, std::move(Given), [&](Run &Its) { return Its.result(Code); }, Path);
}

/// strlen of a variable that is only ever one string literal.
const Term *HostValues::textLength(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || F->getBuiltinID() != Builtin::BIstrlen || E->getNumArgs() != 1)
    return nullptr;
  const auto *Name = llvm::dyn_cast<DeclRefExpr>(bare(E->getArg(0)));
  const auto *V = Name ? llvm::dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  bool Keeps =
      V && !llvm::isa<ParmVarDecl>(V) && Uses.isFixed(V->getCanonicalDecl());
  const Expr *Init = Keeps ? V->getAnyInitializer() : nullptr;
  const auto *Text = Init ? llvm::dyn_cast<StringLiteral>(bare(Init)) : nullptr;
  auto Width = widthOf(E->getType());
  if (!Text || !Width || Text->getCharByteWidth() != 1)
    return nullptr;
  llvm::StringRef All = Text->getString();
  return Terms.constant(*Width, std::min(All.find('\0'), All.size()));
}

/// Is there time to look into one more function? What it is given counts, too:
/// functions of it are run for each member.
bool HostValues::mayEnter() {
  if (!Inlined && !IsGiving)
    Steps = 0;
  return Inlined <= 8 && ++Steps <= MostSteps;
}

/// The object whose method is called: what it has now.
void HostValues::giveObject(const CXXRecordDecl *Class, const Expr *Object,
                            Locals &Given) {
  llvm::SaveAndRestore Giving(IsGiving, true);
  const auto *R = Class->getCanonicalDecl();
  HostObject Its(AST, *Class);
  Object = Object->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(Object)) {
    auto Mine = Arguments.find(R);
    if (Mine == Arguments.end())
      return;
    Its = Mine->second;
  } else if (Object->getType()->isPointerType() ||
             Object->getType()->getAsCXXRecordDecl() == nullptr ||
             Object->getType()->getAsCXXRecordDecl()->getCanonicalDecl() != R) {
    return;
  } else {
    Its.set({}, [&](Fields Of) { return value(Object, Of); });
  }
  Given.insert({R, std::move(Its)});
}

/// The parameters of F that are not given yet: what it is given.
void HostValues::give(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Args,
                      Locals &Given) {
  llvm::SaveAndRestore Giving(IsGiving, true);
  const FunctionDecl *Definition = F->getDefinition();
  for (unsigned I = 0; I != Definition->getNumParams() && I < Args.size();
       ++I) {
    const auto *P =
        cast<VarDecl>(Definition->getParamDecl(I)->getCanonicalDecl());
    if (Given.contains(P))
      continue;
    HostObject Its(AST, P->getType());
    if (P->getType()->isReferenceType() || Uses.isFollowed(P))
      Its.set({}, [&](Fields Of) { return value(Args[I], Of); });
    Given.insert({P, std::move(Its)});
  }
}

const Term *HostValues::construct(const CXXConstructExpr *E, Fields Path) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (!codeOf(C) || C->isVariadic() || !mayEnter())
    return nullptr;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  Locals Given;
  Given.insert(
      {C->getParent()->getCanonicalDecl(), HostObject(AST, *C->getParent())});
  give(C, llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Given);
  return enter(
      E, std::move(Given), [&](Run &Its) { return Its.made(C); }, Path);
}

/// Goes through the function that By calls, and which is given that.
const Term *HostValues::enter(const Expr *By, Locals Given,
                              llvm::function_ref<const Term *(Run &)> GoThrough,
                              Fields Path) {
  llvm::SaveAndRestore Outside(Arguments, std::move(Given));
  llvm::SaveAndRestore Inside(Inlined, Inlined + 1);
  llvm::SaveAndRestore From(Entered, Entered ? Entered : By);
  Run Its(*this, Path);
  const Term *Result = GoThrough(Its);
  // Who comes to the launch has got past it.
  const Term *Never = Its.never();
  if (Never == Terms.no())
    return Result;
  if (!IsReached || !Never) {
    IsUnpassed = true;
    if (Running)
      Running->lose();
    return nullptr;
  }
  if (Running)
    Running->stay(Never);
  else
    TheFacts.push_back(Terms.logicalNot(Never));
  return Result;
}

} // namespace racemap
