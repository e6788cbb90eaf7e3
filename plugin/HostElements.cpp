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

/// Of a larger array, a value that may be that of any element helps nobody.
static constexpr unsigned MostChoices = 32;

/// The initialiser of an array that keeps what it was initialised with.
const InitListExpr *HostValues::listOf(const VarDecl *Array) const {
  const VarDecl *V = Array->getCanonicalDecl();
  bool Keeps = Array->getType()->isConstantArrayType() && Array->getInit() &&
               Uses.isFixed(V) &&
               (V->hasLocalStorage() || Array->hasConstantInitialization());
  return Keeps ? dyn_cast<InitListExpr>(Array->getInit()) : nullptr;
}

/// What initialises element I of an array; null if it does not do so alone.
/// What List leaves out is 0.
static const Expr *initialiser(const InitListExpr *List, unsigned I,
                               const ASTContext &AST) {
  const auto *Type = AST.getAsConstantArrayType(List->getType());
  if (!Type || I >= Type->getZExtSize())
    return nullptr;
  const Expr *Init = I < List->getNumInits()  ? List->getInit(I)
                     : List->hasArrayFiller() ? List->getArrayFiller()
                                              : nullptr;
  // One expression can stand for several elements.
  return Init && AST.hasSameUnqualifiedType(Init->getType(),
                                            Type->getElementType())
             ? Init
             : nullptr;
}

/// Of an array that keeps what it was initialised with.
const Term *HostValues::element(const ArraySubscriptExpr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts());
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  const InitListExpr *List = V ? listOf(V) : nullptr;
  const Term *Index = List ? value(E->getIdx()) : nullptr;
  if (!Index)
    return nullptr;
  uint64_t Size = AST.getAsConstantArrayType(V->getType())->getZExtSize();
  if (const auto *Known = dyn_cast<map::Constant>(Index))
    return Known->value() < Size ? kept(List, Known->value()) : nullptr;
  if (Size == 0 || Size > MostChoices)
    return nullptr;
  // Whoever reads it reads one of them.
  llvm::SaveAndRestore Reached(IsReached, false);
  const Term *Any = kept(List, Size - 1);
  for (unsigned I = Size - 1; Any && I-- > 0;) {
    const Term *This = kept(List, I);
    Any = This ? Terms.ite(Terms.eq(Index, Terms.constant(Index->width(), I)),
                           This, Any)
               : nullptr;
  }
  return Any;
}

/// What an array has that keeps what List initialised it with.
const Term *HostValues::kept(const InitListExpr *List, unsigned I) {
  const Expr *Init = initialiser(List, I, AST);
  if (!Init || isa<InitListExpr>(Init) || !isPure(Init))
    return nullptr;
  // Variables of a function that is looked into may have other values by now.
  return !Inlined || Init->isEvaluatable(AST) ? known(Init, {}) : nullptr;
}

/// What List itself has there.
const Term *HostValues::listed(const InitListExpr *List, Fields Path) {
  const Expr *Init = initialiser(List, Path.front().index(), AST);
  return Init ? value(Init, Path.drop_front()) : nullptr;
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
  if (!Type || Type->getZExtSize() > MostChoices ||
      !AST.hasSameUnqualifiedType(Type->getElementType(), Its))
    return;
  const Term *IsOne = Terms.no();
  for (unsigned I = 0; I != Type->getZExtSize(); ++I) {
    const Term *One = listed(List, HostMember(Type->getElementType(), I));
    if (!isa_and_nonnull<map::Constant>(One))
      return;
    IsOne = Terms.logicalOr(IsOne, Terms.eq(Name, One));
  }
  TheFacts.push_back(IsOne);
  Unknowns[Name].IsComputed = leavesEarly(Loop->getBody(), /*InLoop=*/false);
}

} // namespace racemap
