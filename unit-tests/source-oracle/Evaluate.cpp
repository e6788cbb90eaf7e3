// Evaluate - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Evaluate.h"
#include "llvm/Support/ErrorHandling.h"

namespace racemap::source {

namespace {
struct Evaluator {
  const Scope &In;
  bool &Undefined;

  uint32_t leaf(const Expression &E) const;
  uint32_t value(const Expression &E);
  int64_t common(const Expression &E, size_t I);
  int64_t arithmetic(Op O, int64_t A, int64_t B);
};
} // namespace

uint32_t Evaluator::leaf(const Expression &E) const {
  switch (E.TheOp) {
  case Op::ThreadIdx:
    return In.ThreadIdx[E.Value];
  case Op::BlockIdx:
    return In.BlockIdx[E.Value];
  case Op::BlockDim:
    return In.K->BlockDim[E.Value];
  case Op::GridDim:
    return In.K->GridDim[E.Value];
  case Op::Parameter:
    return static_cast<uint32_t>((*In.Parameters)[E.Value]);
  case Op::Variable:
    return In.Variables[E.Value];
  default:
    return static_cast<uint32_t>(E.Value);
  }
}

/// Operand I of a binary operation, in the type that both have in common.
int64_t Evaluator::common(const Expression &E, size_t I) {
  uint32_t Bits = value(E.Operands[I]);
  bool Unsigned = E.Operands[0].Unsigned || E.Operands[1].Unsigned;
  return Unsigned ? int64_t{Bits} : int64_t{static_cast<int32_t>(Bits)};
}

int64_t Evaluator::arithmetic(Op O, int64_t A, int64_t B) {
  switch (O) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul: // of 32-bit numbers: the low bits are right if it wraps
    return static_cast<int64_t>(static_cast<uint64_t>(A) *
                                static_cast<uint64_t>(B));
  case Op::Div:
    return A / B;
  case Op::Rem:
    return A % B;
  case Op::BitAnd:
    return A & B;
  case Op::BitXor:
    return A ^ B;
  case Op::Less:
    return A < B;
  case Op::LessEqual:
    return A <= B;
  case Op::Equal:
    return A == B;
  case Op::NotEqual:
    return A != B;
  default:
    llvm_unreachable("no binary operation");
  }
}

uint32_t Evaluator::value(const Expression &E) {
  switch (E.TheOp) {
  case Op::Cast:
    return value(E.Operands[0]);
  case Op::AndAlso:
    return value(E.Operands[0]) && value(E.Operands[1]);
  case Op::OrElse:
    return value(E.Operands[0]) || value(E.Operands[1]);
  case Op::Select:
    return value(E.Operands[value(E.Operands[0]) ? 1 : 2]);
  default:
    break;
  }
  if (E.Operands.empty())
    return leaf(E);
  int64_t Value = arithmetic(E.TheOp, common(E, 0), common(E, 1));
  Undefined |= !E.Unsigned && Value != static_cast<int32_t>(Value);
  return static_cast<uint32_t>(Value);
}

uint32_t evaluate(const Expression &E, const Scope &In, bool &Undefined) {
  return Evaluator{In, Undefined}.value(E);
}

} // namespace racemap::source
