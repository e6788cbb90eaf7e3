// Evaluate - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Evaluate.h"
#include <cassert>

namespace racemap::source {

namespace {
struct Evaluator {
  const Scope &In;
  bool &Undefined;

  uint32_t leaf(const Expression &E) const;
  uint32_t value(const Expression &E);
  int64_t number(const Expression &E) { return asNumber(E, value(E)); }
  int64_t common(const Expression &E, size_t I);
  int64_t arithmetic(Op O, int64_t A, int64_t B);
};
} // namespace

uint32_t Evaluator::leaf(const Expression &E) const {
  if (E.TheOp == Op::ThreadIdx)
    return In.ThreadIdx[E.Value];
  if (E.TheOp == Op::BlockIdx)
    return In.BlockIdx[E.Value];
  if (E.TheOp == Op::BlockDim)
    return In.K->BlockDim[E.Value];
  if (E.TheOp == Op::GridDim)
    return In.K->GridDim[E.Value];
  if (E.TheOp == Op::Parameter)
    return static_cast<uint32_t>((*In.Parameters)[E.Value]);
  if (E.TheOp == Op::Variable)
    return In.Variables[E.Value];
  return static_cast<uint32_t>(E.Value);
}

/// Operand I of a binary operation, in the type that both have in common.
int64_t Evaluator::common(const Expression &E, size_t I) {
  uint32_t Bits = value(E.Operands[I]);
  bool Unsigned = E.Operands[0].Unsigned || E.Operands[1].Unsigned;
  return Unsigned ? int64_t{Bits} : int64_t{static_cast<int32_t>(Bits)};
}

int64_t Evaluator::arithmetic(Op O, int64_t A, int64_t B) {
  if (O == Op::Add)
    return A + B;
  if (O == Op::Sub)
    return A - B;
  if (O == Op::Mul) // of 32-bit numbers: the low bits are right if it wraps
    return static_cast<int64_t>(static_cast<uint64_t>(A) *
                                static_cast<uint64_t>(B));
  if (O == Op::Div)
    return A / B;
  if (O == Op::Rem)
    return A % B;
  if (O == Op::BitAnd)
    return A & B;
  if (O == Op::BitXor)
    return A ^ B;
  if (O == Op::Less)
    return A < B;
  if (O == Op::LessEqual)
    return A <= B;
  assert((O == Op::Equal || O == Op::NotEqual) && "no binary operation");
  return (A == B) == (O == Op::Equal);
}

uint32_t Evaluator::value(const Expression &E) {
  const std::vector<Expression> &Of = E.Operands;
  if (Of.empty())
    return leaf(E);
  if (E.TheOp == Op::Cast)
    return value(Of[0]);
  if (E.TheOp == Op::AndAlso)
    return value(Of[0]) && value(Of[1]);
  if (E.TheOp == Op::OrElse)
    return value(Of[0]) || value(Of[1]);
  if (E.TheOp == Op::Select)
    return value(Of[value(Of[0]) ? 1 : 2]);
  if (E.TheOp == Op::LessAsLong)
    return number(Of[0]) < number(Of[1]);
  if (E.TheOp == Op::LessAsSize)
    return static_cast<uint64_t>(number(Of[0])) <
           static_cast<uint64_t>(number(Of[1]));
  int64_t Value = arithmetic(E.TheOp, common(E, 0), common(E, 1));
  Undefined |= !E.Unsigned && Value != static_cast<int32_t>(Value);
  return static_cast<uint32_t>(Value);
}

uint32_t evaluate(const Expression &E, const Scope &In, bool &Undefined) {
  return Evaluator{In, Undefined}.value(E);
}

} // namespace racemap::source
