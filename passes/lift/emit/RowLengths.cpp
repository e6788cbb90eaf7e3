// RowLengths - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/RowLengths.h"
#include "passes/lift/emit/IndexLimits.h"
#include "passes/map/Printer.h"
#include "passes/map/TermContext.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Term;
using map::Variable;
using Lengths = SetVector<const Variable *>;

static bool isPositive(const Term *T) {
  const auto *C = dyn_cast<map::Constant>(T);
  return C && C->signedValue() > 0;
}

/// T, if it is not cut.
static const Term *extended(const Term *T) {
  while (map::isOp(T, Op::ZExt) || map::isOp(T, Op::SExt))
    T = T->operand(0);
  return T;
}

/// The parameters that T is, or is a product of; none if it has other factors
/// but numbers.
static Lengths factorsOf(const Term *T) {
  T = extended(T);
  Lengths All;
  if (const auto *V = dyn_cast<Variable>(T);
      V && V->role() == Variable::Role::Parameter && V->width() >= 32)
    All.insert(V);
  if (!map::isOp(T, Op::Mul))
    return All;
  for (const Term *X : T->operands()) {
    Lengths Its = factorsOf(X);
    if (Its.empty() && !isPositive(extended(X)))
      return {};
    All.insert(Its.begin(), Its.end());
  }
  return All;
}

/// Is T compared with N, by an order or for equality, so that 0 or less may be
/// told from 1?
static bool tellsNone(Op Compare, bool IsLeft, int64_t N) {
  bool IsStrict = Compare == Op::ULt || Compare == Op::SLt;
  if (!map::isOrder(Compare))
    return N <= 0;
  // What is above begins with N of x < N, N <= x, and with N + 1 of others.
  return (IsStrict == IsLeft ? N : N + 1) <= 1;
}

/// What may be 0 or less in T if one of these is: they are it but for a number
/// that is added, or factors of it.
static Lengths decidingIn(const Term *T) {
  T = extended(T);
  if (map::isOp(T, Op::Add) || map::isOp(T, Op::Sub))
    return decidingIn(T->operand(0));
  Lengths All = factorsOf(T);
  if (All.empty() && map::isOp(T, Op::Mul))
    for (const Term *X : T->operands())
      All.set_union(decidingIn(X));
  return All;
}

/// Those of which the kernel asks whether they are 0 or less.
static Lengths testedIn(const map::Protocol &P) {
  Lengths Tested;
  map::forEachNode(map::termsIn(P.Body), [&](const Term *T) {
    const auto *O = dyn_cast<map::Operation>(T);
    if (!O ||
        !(map::isOrder(O->op()) || is_contained({Op::Eq, Op::Ne}, O->op())))
      return;
    for (unsigned Left : {0u, 1u}) {
      const Term *X = extended(T->operand(Left));
      const auto *N = dyn_cast<map::Constant>(T->operand(1 - Left));
      bool IsSum = map::isOp(X, Op::Add) || map::isOp(X, Op::Sub);
      if (N && (IsSum || tellsNone(O->op(), Left == 0, N->signedValue())))
        Tested.set_union(decidingIn(X));
    }
  });
  return Tested;
}

void assumeRowsHaveLengths(map::Protocol &P) {
  Lengths All;
  map::forEachNode(offsetsIn(P), [&](const Term *T) {
    const auto *O = dyn_cast<map::Operation>(T);
    if (O && is_contained({Op::UDiv, Op::SDiv, Op::URem, Op::SRem}, O->op()) &&
        map::variesByThread(T->operand(0)))
      for (const Variable *V : factorsOf(T->operand(1)))
        All.insert(V);
  });
  All.set_subtract(testedIn(P));
  map::TermContext &Terms = P.terms();
  for (const Variable *V : All) {
    const Term *Zero = Terms.constant(V->width(), 0);
    P.Assumptions.push_back(
        {P.isUnsigned(V) ? Terms.ult(Zero, V) : Terms.slt(Zero, V),
         map::toText(V) + " > 0", map::Assumption::Basis::Expected});
  }
}

} // namespace racemap::lift
