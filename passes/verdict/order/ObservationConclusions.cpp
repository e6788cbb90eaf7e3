// ObservationConclusions - what an ObservationRule says of two values.
//
// In:  two values that Observations relates by a rule, with nothing in between
//      that breaks it.
// Out: a condition that they meet; null if the rule says nothing of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Magnitude.h"
#include "passes/verdict/order/Observations.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

/// How many lanes of its group come before its own; null if it has no group.
const Term *Observations::rankOf(const Event &E, const TwoThreads &Both) const {
  const Term *Group = E.For ? valueOf(E.For->Group, E) : nullptr;
  Copy Thread = E.Value->copy();
  return Group ? Aggregation.rank(Both.copyOf(Group, Thread),
                                  Both.copyOf(Both.lane(), Thread))
               : nullptr;
}

/// The numbers that E has for itself; nothing if that is not known.
std::optional<Observations::Range>
Observations::taken(const Event &E, const TwoThreads &Both) const {
  auto Number = [&](uint64_t N) { return T.constant(E.Value->width(), N); };
  if (E.For) {
    const Term *Rank = rankOf(E, Both);
    return Rank ? std::optional(Range{T.add(E.Value, Rank), Number(1)})
                : std::nullopt;
  }
  if (const auto *Step = dyn_cast<Constant>(E.access().Operand)) {
    int64_t By = Step->signedValue();
    const Term *Lowest = By < 0 ? T.add(E.Value, Number(By + 1)) : E.Value;
    return Range{Lowest, Number(magnitude(Step))};
  }
  const Term *Step = valueOf(E.access().Operand, E);
  return Step
             ? std::optional(Range{E.Value, Both.copyOf(Step, E.Value->copy())})
             : std::nullopt;
}

/// That they have no number in common.
const Term *Observations::apart(const Event &A, const Event &B,
                                const TwoThreads &Both) const {
  auto X = taken(A, Both), Y = taken(B, Both);
  if (!X || !Y)
    return nullptr;
  const Term *One = T.constant(A.Value->width(), 1);
  if (X->Size == One && Y->Size == One)
    return T.ne(X->Begin, Y->Begin);
  auto IsEmpty = [&](const Range &R) {
    return T.eq(R.Size, T.constant(R.Size->width(), 0));
  };
  const Term *Apart = T.logicalAnd(T.ule(X->Size, T.sub(Y->Begin, X->Begin)),
                                   T.ule(Y->Size, T.sub(X->Begin, Y->Begin)));
  return T.logicalOr(Apart, T.logicalOr(IsEmpty(*X), IsEmpty(*Y)));
}

const Term *Observations::conclude(const Event &A, const Event &B, Rule R,
                                   const TwoThreads &Both) {
  const Term *X = A.Value, *Y = B.Value;
  auto Has = [&](const Term *Value, const Term *Bits) {
    return T.eq(T.make(Op::And, {Value, Bits}), Bits);
  };
  switch (R) {
  case Rule::None:
    return nullptr;
  case Rule::Same:
    return T.eq(X, Y);
  case Rule::Counted:
    return apart(A, B, Both);
  case Rule::Won: {
    const Term *Free = A.access().Expected;
    const Term *Mine = valueOf(A.access().Operand, A);
    const Term *Other = valueOf(B.access().Operand, B);
    if (!Mine || !Other)
      return nullptr;
    const Term *Stays = T.logicalOr(T.eq(Both.first(Mine), Free),
                                    T.eq(Both.second(Other), Free));
    return T.logicalOr(Stays, T.logicalOr(T.ne(X, Free), T.ne(Y, Free)));
  }
  case Rule::Swapped:
    return T.logicalOr(T.ne(X, Y), T.logicalOr(T.eq(X, A.access().Operand),
                                               T.eq(X, B.access().Operand)));
  case Rule::BitsSet: {
    const Term *Mine = valueOf(A.access().Operand, A);
    const Term *Other = valueOf(B.access().Operand, B);
    if (!Mine || !Other)
      return nullptr;
    return T.logicalOr(Has(X, Both.second(Other)), Has(Y, Both.first(Mine)));
  }
  }
  llvm_unreachable("all rules are handled");
}

} // namespace racemap::verdict
