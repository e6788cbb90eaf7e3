// LoopFacts - one pass over the tree.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/LoopFacts.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

LoopTable::LoopTable(const Protocol &P) : P(P) { visit(P.Body); }

bool LoopTable::isCounted(const Barrier *B) const {
  return llvm::any_of(P.barriers(), [&](const Barrier *X) {
    bool IsBoth = X != B && X->Number == B->Number && X->Count;
    return X->ThePart != Barrier::Part::Whole || (B->Count && IsBoth);
  });
}

/// Is T the loop's own variable, perhaps extended?
static bool isVariable(const Term *T, const Term *V) {
  while (isOp(T, Op::ZExt) || isOp(T, Op::SExt))
    T = T->operand(0);
  return T == V;
}

/// Does T grow with the variable: is it that, perhaps extended, or its sum with
/// something that stays the same, and that does not overflow as signed?
static bool growsWith(const Term *T, const Term *V,
                      llvm::function_ref<bool(const Term *)> IsInvariant,
                      bool Signed) {
  if (isOp(T, Op::ZExt) || isOp(T, Op::SExt))
    return growsWith(T->operand(0), V, IsInvariant, isOp(T, Op::SExt));
  if (T == V)
    return true;
  bool IsSum = isOp(T, Op::Add) && Signed &&
               (cast<Operation>(T)->promises() & NoSignedWrap);
  if (!IsSum)
    return false;
  const Term *A = T->operand(0), *B = T->operand(1);
  return (IsInvariant(B) && growsWith(A, V, IsInvariant, Signed)) ||
         (IsInvariant(A) && growsWith(B, V, IsInvariant, Signed));
}

/// +1 if the variable grows from one iteration to the next, -1 if it
/// shrinks, 0 if the step is symbolic. (Then the test is closed in either
/// direction once it holds at the start, which LoopRelation adds.)
static int direction(const Loop *L) {
  if (!L->TheRange)
    return 1; // the counter
  const auto *Step = dyn_cast<Constant>(L->TheRange->Step);
  switch (L->TheRange->Kind) {
  case Loop::StepKind::Mul:
    return 1;
  case Loop::StepKind::Div:
    return -1;
  case Loop::StepKind::Add:
    if (Step)
      return Step->signedValue() > 0 ? 1 : Step->signedValue() < 0 ? -1 : 0;
    return 0;
  }
  llvm_unreachable("all kinds are handled");
}

namespace {
/// Decides whether a loop's test is downward closed.
struct Monotonicity {
  const Term *Var, *Counter;
  int Direction;
  bool IsDivision;

  bool isInvariant(const Term *T) const {
    return !mentions(T, Var) && !mentions(T, Counter);
  }

  /// Does that side of the order grow with the variable?
  bool follows(const Operation *Order, unsigned Side) const {
    bool Signed = Order->op() == Op::SLt || Order->op() == Op::SLe;
    return growsWith(
        Order->operand(Side), Var,
        [&](const Term *X) { return isInvariant(X); }, Signed);
  }

  bool holdsFor(const Term *T) const {
    if (isInvariant(T))
      return true;
    const auto *O = dyn_cast<Operation>(T);
    if (!O)
      return false;
    switch (O->op()) {
    case Op::And:
    case Op::Or:
      return holdsFor(O->operand(0)) && holdsFor(O->operand(1));
    case Op::ULt:
    case Op::ULe:
    case Op::SLt:
    case Op::SLe:
      if (follows(O, 0) && isInvariant(O->operand(1)))
        return Direction >= 0;
      return follows(O, 1) && isInvariant(O->operand(0)) && Direction <= 0;
    case Op::Eq: // the first iteration of a loop that is tested at its end
      return Direction != 0 && O->operand(0) == Counter &&
             isa<Constant>(O->operand(1)) &&
             cast<Constant>(O->operand(1))->value() == 0;
    case Op::Ne: // halving reaches 0 and stays there
      return IsDivision && isVariable(O->operand(0), Var) &&
             isa<Constant>(O->operand(1)) &&
             cast<Constant>(O->operand(1))->value() == 0;
    default:
      return false;
    }
  }
};

/// Whether the first comparison of Var in T reads it as unsigned: where it is
/// widened, that says it.
bool isComparedUnsigned(const Term *T, const Term *Var) {
  if (isOp(T, Op::ULt) || isOp(T, Op::ULe))
    return llvm::any_of(T->operands(), [&](const Term *X) {
      return isVariable(X, Var) && !isOp(X, Op::SExt);
    });
  if (isOp(T, Op::SLt) || isOp(T, Op::SLe))
    return isOp(T->operand(0), Op::ZExt) || isOp(T->operand(1), Op::ZExt);
  return llvm::any_of(
      T->operands(), [&](const Term *X) { return isComparedUnsigned(X, Var); });
}
} // namespace

void LoopTable::visit(const Sequence &S) {
  for (const Stmt *X : S)
    visit(X);
}

void LoopTable::mention(const Term *T) {
  forEachNode(T, [&](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    auto Found = V ? Owner.find(V) : Owner.end();
    if (Found == Owner.end())
      return;
    LoopFacts &F = Facts[Found->second];
    F.CounterUsed |= X == Found->second->Counter;
    F.UsedAfter |= !llvm::is_contained(Open, Found->second);
  });
}

void LoopTable::visit(const Stmt *S) {
  if (const auto *L = dyn_cast<Loop>(S))
    return visitLoop(L);
  for (const Term *T : termsOf(S))
    mention(T);
  switch (S->kind()) {
  case Stmt::Kind::Access:
  case Stmt::Kind::Gap:
  case Stmt::Kind::Given:
    for (const Loop *L : Open)
      Facts[L].HasEffect = true;
    return;
  case Stmt::Kind::Barrier:
    for (const Loop *L : Open) {
      Facts[L].Barriers.push_back(cast<Barrier>(S));
      Facts[L].HasEffect = true;
      if (isCounted(cast<Barrier>(S)))
        Facts[L].CounterUsed = Facts[L].UsedAfter = true;
    }
    return;
  case Stmt::Kind::Fence:
  case Stmt::Kind::Exchange:
    return;
  case Stmt::Kind::AsyncGroup:
    for (const Loop *L : Open)
      Facts[L].HasGroups = Facts[L].HasEffect = true;
    return;
  case Stmt::Kind::If:
    visit(cast<If>(S)->Then);
    visit(cast<If>(S)->Else);
    return;
  case Stmt::Kind::Leave:
    for (const Loop *L : llvm::reverse(Open)) {
      Facts[L].CanBeLeft = true;
      if (L == cast<Leave>(S)->Target)
        break;
      Facts[L].HasEffect = true;
    }
    return;
  case Stmt::Kind::Loop:
    llvm_unreachable("visited above");
  }
}

void LoopTable::visitLoop(const Loop *L) {
  LoopFacts &F = Facts[L];
  const Term *Var = L->TheRange ? L->TheRange->Var : L->Counter;
  bool Division = L->TheRange && L->TheRange->Kind == Loop::StepKind::Div;
  F.Monotone =
      Monotonicity{Var, L->Counter, direction(L), Division}.holdsFor(L->While);
  F.Signed = !isComparedUnsigned(L->While, Var);
  F.IsIrregular = mentions(L->While, Cause::Unmodelled);
  Owner[L->Counter] = L;
  if (L->TheRange)
    Owner[L->TheRange->Var] = L;
  Open.push_back(L);
  for (const Term *T : termsOf(L))
    mention(T);
  visit(L->Body);
  Open.pop_back();
}

} // namespace racemap::intervals
