// HostElements - the part of HostValues that is about elements of arrays.
//
// An element whose index is a number is followed as a member is. Of arrays that
// keep what they were initialised with, any element is one of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostValues.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using map::Term;

/// More elements help nobody.
static constexpr unsigned MostElements = 32;

/// The initialiser of an array that keeps what it was initialised with.
const InitListExpr *HostValues::listOf(const VarDecl *Array) const {
  const VarDecl *V = Array->getCanonicalDecl();
  bool Keeps = Array->getType()->isConstantArrayType() && Array->getInit() &&
               Uses.isFixed(V) &&
               (V->hasLocalStorage() || Array->hasConstantInitialization());
  return Keeps ? dyn_cast<InitListExpr>(Array->getInit()) : nullptr;
}

/// Of an array that keeps what it was initialised with.
const Term *HostValues::element(const ArraySubscriptExpr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts());
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  const InitListExpr *List = V ? listOf(V) : nullptr;
  const Term *Index = List ? value(E->getIdx()) : nullptr;
  if (!Index)
    return nullptr;
  if (const auto *Known = dyn_cast<map::Constant>(Index))
    return Known->value() < List->getNumInits()
               ? element(List->getInit(Known->value()))
               : nullptr;
  const auto *Type = AST.getAsConstantArrayType(V->getType());
  unsigned Size = List->getNumInits();
  if (Size == 0 || Size > MostElements || Type->getZExtSize() != Size)
    return nullptr;
  // Whoever reads it reads one of them.
  llvm::SaveAndRestore Reached(IsReached, false);
  const Term *Any = element(List->getInit(Size - 1));
  for (unsigned I = Size - 1; Any && I-- > 0;) {
    const Term *This = element(List->getInit(I));
    Any = This ? Terms.ite(Terms.eq(Index, Terms.constant(Index->width(), I)),
                           This, Any)
               : nullptr;
  }
  return Any;
}

/// Of an array, as it was initialised.
const Term *HostValues::element(const Expr *Init) {
  // Variables of a function that is looked into may have other values by now.
  bool IsSame = !Inlined || Init->isEvaluatable(AST);
  return isa<InitListExpr>(Init) || !isPure(Init) || !IsSame ? nullptr
                                                             : known(Init, {});
}

/// Of the array that List initialises; what the list leaves out is 0.
const Term *HostValues::listElement(const InitListExpr *List, Fields Path) {
  unsigned I = Path.front().index();
  const Expr *Init = I < List->getNumInits()  ? List->getInit(I)
                     : List->hasArrayFiller() ? List->getArrayFiller()
                                              : nullptr;
  // One expression can stand for several elements.
  bool IsOne = Init && List->getType()->isArrayType() &&
               AST.hasSameUnqualifiedType(Init->getType(), Path.front().type());
  return IsOne ? value(Init, Path.drop_front()) : nullptr;
}

/// The loop of which V is the variable, "for (V : ...)".
static const CXXForRangeStmt *loopOf(const VarDecl *V, const Stmt *In) {
  if (!In || isa<LambdaExpr>(In))
    return nullptr;
  const auto *Loop = dyn_cast<CXXForRangeStmt>(In);
  if (Loop && Loop->getLoopVariable()->getCanonicalDecl() == V)
    return Loop;
  for (const Stmt *X : In->children())
    if (const CXXForRangeStmt *Found = loopOf(V, X))
      return Found;
  return nullptr;
}

/// Name, of the variable of a loop over an array or a list of numbers, is one
/// of them; each, if the loop does not end before.
void HostValues::noteRange(const Term *Name, const VarDecl *V) {
  const CXXForRangeStmt *Loop = loopOf(V, Body.root());
  const Expr *Range = Loop ? unwrapped(Loop->getRangeInit()) : nullptr;
  if (const auto *L = dyn_cast_or_null<CXXStdInitializerListExpr>(Range))
    Range = unwrapped(L->getSubExpr());
  const auto *List = dyn_cast_or_null<InitListExpr>(Range);
  if (const auto *D = dyn_cast_or_null<DeclRefExpr>(Range))
    if (const auto *Array = dyn_cast<VarDecl>(D->getDecl()))
      List = listOf(Array);
  const auto *Type =
      List ? AST.getAsConstantArrayType(List->getType()) : nullptr;
  QualType Its = V->getType().getNonReferenceType();
  if (!Type || Type->getZExtSize() > MostElements ||
      !AST.hasSameUnqualifiedType(Type->getElementType(), Its))
    return;
  const Term *IsOne = Terms.no();
  for (unsigned I = 0; I != Type->getZExtSize(); ++I) {
    const Term *One = listElement(List, HostMember(Type->getElementType(), I));
    if (!isa_and_nonnull<map::Constant>(One))
      return;
    IsOne = Terms.logicalOr(IsOne, Terms.eq(Name, One));
  }
  TheFacts.push_back(IsOne);
  Unknowns[Name].IsComputed = leavesEarly(Loop->getBody(), /*InLoop=*/false);
}

} // namespace racemap
