// HostConstants - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostConstants.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

void HostConstants::addUse(const DeclRefExpr *E) {
  if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
    if (!Reads.contains(E))
      Changed.insert(V->getCanonicalDecl());
}

const Expr *HostConstants::initializer(const Expr *E) const {
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!V || isa<ParmVarDecl>(V) || V->getType()->isReferenceType() ||
      Depth > MaxDepth)
    return nullptr;
  bool Fixed = V->getType().isConstQualified() ||
               (V->hasLocalStorage() && !V->getType().isVolatileQualified() &&
                !Changed.contains(V->getCanonicalDecl()));
  const Expr *Init = V->getAnyInitializer();
  return Fixed && Init && !Init->isValueDependent() ? Init : nullptr;
}

std::optional<int64_t> HostConstants::operation(const BinaryOperator *B) const {
  std::optional<int64_t> L = integer(B->getLHS()), R = integer(B->getRHS());
  if (!L || !R)
    return std::nullopt;
  switch (B->getOpcode()) {
  case BO_Add:
    return llvm::checkedAdd(*L, *R);
  case BO_Sub:
    return llvm::checkedSub(*L, *R);
  case BO_Mul:
    return llvm::checkedMul(*L, *R);
  case BO_Div:
    return *R > 0 ? std::optional(*L / *R) : std::nullopt;
  case BO_Rem:
    return *R > 0 ? std::optional(*L % *R) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The x, y or z of a dim3.
std::optional<int64_t> HostConstants::member(const MemberExpr *M) const {
  const IdentifierInfo *Name = M->getMemberDecl()->getIdentifier();
  Dim Whole = M->isArrow() ? std::nullopt : dim3(M->getBase());
  for (unsigned I : {0u, 1u, 2u})
    if (Whole && Name && Name->getName() == llvm::StringRef("xyz").substr(I, 1))
      return (*Whole)[I];
  return std::nullopt;
}

/// Value, if the type of E can hold it: what wraps is not followed.
static std::optional<int64_t> ifItFits(std::optional<int64_t> Value,
                                       const Expr *E, const ASTContext &AST) {
  if (!Value || !E->getType()->isIntegerType())
    return std::nullopt;
  unsigned Width = AST.getIntWidth(E->getType());
  bool Fits = E->getType()->isSignedIntegerOrEnumerationType()
                  ? llvm::isIntN(Width, *Value)
                  : *Value >= 0 && llvm::isUIntN(Width, *Value);
  return Fits ? Value : std::nullopt;
}

std::optional<int64_t> HostConstants::integer(const Expr *E) const {
  if (E->isValueDependent() || !E->getType()->isIntegerType())
    return std::nullopt;
  Expr::EvalResult Known;
  if (E->EvaluateAsInt(Known, AST, Expr::SE_NoSideEffects)) {
    const llvm::APSInt &Value = Known.Val.getInt();
    return Value.isRepresentableByInt64() ? Value.tryExtValue() : std::nullopt;
  }
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return integer(Default->getExpr());
  const Expr *Inner = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(Inner)) // also a read
    return ifItFits(integer(Cast->getSubExpr()), E, AST);
  if (const auto *M = dyn_cast<MemberExpr>(Inner))
    return ifItFits(member(M), E, AST);
  if (const auto *B = dyn_cast<BinaryOperator>(Inner))
    return ifItFits(operation(B), E, AST);
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (const Expr *Init = initializer(Inner))
    return ifItFits(integer(Init), E, AST);
  return std::nullopt;
}

HostConstants::Dim HostConstants::constructed(const CXXConstructExpr *C) const {
  if (C->getConstructor()->isCopyOrMoveConstructor())
    return dim3(C->getArg(0));
  if (C->getNumArgs() != 3)
    return std::nullopt;
  std::array<uint32_t, 3> D;
  for (unsigned I : {0u, 1u, 2u}) {
    std::optional<int64_t> X = integer(C->getArg(I));
    if (!X || *X <= 0 || !llvm::isUInt<32>(*X))
      return std::nullopt;
    D[I] = static_cast<uint32_t>(*X);
  }
  return D;
}

HostConstants::Dim HostConstants::dim3(const Expr *E) const {
  if (!E || E->isValueDependent())
    return std::nullopt;
  E = E->IgnoreParens()->IgnoreImplicit();
  while (const auto *Cast = dyn_cast<CastExpr>(E))
    E = Cast->getSubExpr()->IgnoreParens()->IgnoreImplicit();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return constructed(C);
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (const Expr *Init = initializer(E))
    return dim3(Init);
  return std::nullopt;
}

} // namespace racemap
