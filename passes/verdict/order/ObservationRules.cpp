// ObservationRules - by what accesses do, and with which scope.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/ObservationRules.h"
#include "passes/intervals/Relation.h"
#include "passes/map/Magnitude.h"
#include "passes/map/Ranges.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;
using Operation = Access::Operation;
using Update = Access::Update;
using Rule = ObservationRule;

static const Constant *constant(const Term *X) {
  return llvm::dyn_cast_or_null<Constant>(X);
}

/// Does it take absurdly many calls to go round? 2^16 of 4 bytes.
static bool isSmallStep(const Access &A) {
  __int128 Most = __int128(1) << (4 * A.Size);
  if (const Constant *By = constant(A.Operand))
    return magnitude(By) <= Most;
  return A.Operand && Ranges().unsignedRange(A.Operand).High <= Most;
}

/// Of a small step: a term that is no constant is not negative.
static bool goesUp(const Access &A) {
  const Constant *By = constant(A.Operand);
  return !By || By->signedValue() > 0;
}

static bool isZero(const Term *X) {
  const Constant *C = constant(X);
  return C && C->value() == 0;
}

/// Do all threads that can be there at once see it as atomic?
static bool isAtomicForAll(const Access &A) {
  Relation Widest = A.TheArray->TheSpace == Space::Shared
                        ? Relation::SameBlock
                        : Relation::DifferentBlock;
  return A.isAtomic() && intervals::covers(A.AtomicScope, Widest);
}

/// Atomic, and leaves the constant that is put there.
static bool putsConstant(const Access &A) {
  return (A.TheUpdate == Update::Exchange ||
          A.TheUpdate == Update::CompareExchange) &&
         constant(A.Operand);
}

Rule ruleOf(const Access &A, const Access &B) {
  if (A.TheArray != B.TheArray || A.Size != B.Size || A.TheArray->Distributed)
    return Rule::None;
  if (A.TheOperation == Operation::Read && B.TheOperation == Operation::Read)
    return Rule::Same;
  if (!isAtomicForAll(A) || !isAtomicForAll(B) || A.TheUpdate != B.TheUpdate)
    return Rule::None;
  const Constant *X = constant(A.Operand), *Y = constant(B.Operand);
  switch (A.TheUpdate) {
  case Update::Any:
  case Update::CountTo:
    return Rule::None;
  case Update::Or:
    return Rule::BitsSet;
  case Update::Add: {
    bool Counts = isSmallStep(A) && isSmallStep(B) && !isZero(A.Operand) &&
                  !isZero(B.Operand) && goesUp(A) == goesUp(B);
    return Counts ? Rule::Counted : Rule::None;
  }
  case Update::Exchange:
    return X && Y ? Rule::Swapped : Rule::None;
  case Update::CompareExchange: {
    bool MayLeave = A.Operand && B.Operand && constant(A.Expected) &&
                    A.Expected == B.Expected && A.Operand != A.Expected &&
                    B.Operand != A.Expected;
    return MayLeave ? Rule::Won : Rule::None;
  }
  }
  llvm_unreachable("all updates are handled");
}

bool isHarmless(const Access &W, const Access &A, Rule R) {
  if (!W.writes())
    return true;
  bool Alike =
      W.TheArray == A.TheArray && W.Size == A.Size && isAtomicForAll(W);
  if (!Alike || R == Rule::Same)
    return false;
  if (W.TheUpdate == Update::Add && isZero(W.Operand))
    return true;
  switch (R) {
  case Rule::None:
  case Rule::Same:
    return false;
  case Rule::Counted:
    return W.TheUpdate == Update::Add && isSmallStep(W) &&
           goesUp(W) == goesUp(A);
  case Rule::Won: // which W puts back only where it has found it
    return (W.TheUpdate == Update::CompareExchange &&
            W.Expected == A.Expected) ||
           (putsConstant(W) && W.Operand != A.Expected);
  case Rule::Swapped:
    return putsConstant(W) && W.Operand == A.Operand;
  case Rule::BitsSet:
    return W.TheUpdate == Update::Or;
  }
  llvm_unreachable("all rules are handled");
}

} // namespace racemap::verdict
