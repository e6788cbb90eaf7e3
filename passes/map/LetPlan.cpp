// LetPlan - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/LetPlan.h"
#include "passes/map/Subscript.h"
#include "passes/map/Syntax.h"
#include "passes/map/Traversal.h"

namespace racemap::map {

/// Nodes of a term below which it is repeated rather than named.
constexpr unsigned SmallSize = 5;
/// Nesting of operators in one expression.
constexpr unsigned MaxHeight = 24;

void appendSubscripts(llvm::SmallVectorImpl<const Term *> &Out,
                      llvm::ArrayRef<const Term *> Slots, const Term *Offset,
                      const Array *A) {
  Out.append(Slots.begin(), Slots.end());
  Subscripts Indices = subscripts(Offset, A->ElementSize);
  for (const Subscript &S : Indices)
    if (S.Index)
      Out.push_back(S.Index);
  if (Indices.empty())
    Out.push_back(Offset);
}

llvm::SmallVector<const Term *, 4> printedOperands(const Access &A) {
  llvm::SmallVector<const Term *, 4> Result;
  appendSubscripts(Result, A.Slots, A.Offset, A.TheArray);
  for (const Term *T : {A.Value, A.Expected, A.Operand})
    if (T)
      Result.push_back(T);
  if (A.Found)
    Result.append(A.Found->operands().begin(), A.Found->operands().end());
  return Result;
}

llvm::SmallVector<const Term *, 4> printedOperands(const Term *T) {
  llvm::SmallVector<const Term *, 4> Result;
  const auto *U = llvm::dyn_cast<Unknown>(T);
  if (U && U->array())
    appendSubscripts(Result, T->operands().drop_back(), T->operands().back(),
                     U->array());
  else if (isComplement(T))
    Result.push_back(T->operand(0));
  else
    Result.append(T->operands().begin(), T->operands().end());
  return Result;
}

llvm::SmallVector<const Term *, 4>
printedOperands(const LaunchContext::Alias &A) {
  llvm::SmallVector<const Term *, 4> Result;
  if (A.Offset)
    appendSubscripts(Result, {}, A.Offset, A.Within);
  return Result;
}

LetPlan::LetPlan(const Protocol &P) {
  for (const LaunchContext &C : P.Contexts)
    visit(C);
  for (const Assumption &A : P.Assumptions)
    use(A.Condition);
  forEachStmt(P.Body, [&](const Stmt *S) {
    const auto *A = llvm::dyn_cast<Access>(S);
    for (const Term *T : A ? printedOperands(*A) : termsOf(S))
      use(T);
  });
  decide();
}

void LetPlan::visit(const LaunchContext &C) {
  for (const Assumption &A : C.Conditions)
    use(A.Condition);
  for (const LaunchContext::Alias &A : C.Aliases)
    for (const Term *T : printedOperands(A))
      use(T);
  for (const LaunchContext::Extent &E : C.Extents)
    use(E.Bytes);
  // What they hold has a name that no let can mention.
  for (const LaunchContext::Content &X : C.Contents)
    use(X.Count);
}

void LetPlan::use(const Term *T) {
  if (!T || llvm::isa<Constant>(T) || llvm::isa<Variable>(T) || Uses[T]++)
    return;
  for (const Term *X : printedOperands(T))
    use(X);
  Order.push_back(T);
}

void LetPlan::decide() {
  struct Text {
    unsigned Size = 1, Height = 1;
  };
  llvm::DenseMap<const Term *, Text> Texts;
  for (const Term *T : Order) {
    Text Mine;
    for (const Term *X : printedOperands(T)) {
      Text Below = isNamed(X) ? Text() : Texts.lookup(X);
      Mine.Size += Below.Size;
      Mine.Height = std::max(Mine.Height, Below.Height + 1);
    }
    Texts[T] = Mine;
    if ((Uses[T] > 1 && Mine.Size >= SmallSize) || Mine.Height > MaxHeight)
      Named.insert(T);
  }
}

static bool isComparison(Op O) { return O >= Op::Eq && O <= Op::SLe; }

bool LetPlan::hasOwnWidth(const Term *T) {
  if (llvm::isa<Constant>(T))
    return T->isBool();
  const auto *O = llvm::dyn_cast<Operation>(T);
  if (!O || isNamed(T) || isComparison(O->op()) || isCast(O->op()))
    return true;
  if (auto Found = OwnWidth.find(T); Found != OwnWidth.end())
    return Found->second;
  bool Result = false;
  auto Operands = printedOperands(T);
  for (const Term *X : llvm::drop_begin(Operands, O->op() == Op::Ite))
    Result |= hasOwnWidth(X);
  return OwnWidth[T] = Result;
}

} // namespace racemap::map
