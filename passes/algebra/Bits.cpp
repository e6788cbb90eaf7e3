// Bits - the part of Reader about masks, and, or and exclusive or.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Reader.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

namespace racemap::algebra {

using namespace map;
using llvm::dyn_cast;

/// T & Mask, where the mask has at most two runs of ones.
std::optional<Form> Reader::masked(const Term *T, uint64_t Mask) {
  if (isOp(T, Op::Xor) && !llvm::isa<Constant>(T->operand(1))) {
    auto X = masked(T->operand(0), Mask), Y = masked(T->operand(1), Mask);
    return X && Y ? exclusiveOr(*X, *Y) : std::nullopt;
  }
  Form Sum;
  for (unsigned Runs = 0; Mask; ++Runs) {
    if (Runs == 2)
      return std::nullopt;
    unsigned From = llvm::countr_zero(Mask);
    unsigned Length = llvm::countr_one(Mask >> From);
    Mask &= ~(llvm::maskTrailingOnes<uint64_t>(Length) << From);
    auto Upper = Parts.divide(of(T, false), Int(1) << From);
    if (!Upper)
      return std::nullopt;
    auto Field = Parts.divide(Upper->Quotient, Int(1) << Length);
    if (!Field)
      return std::nullopt;
    Sum.add(Field->Remainder, Int(1) << From);
  }
  return Sum;
}

/// T & (d - 1) is the remainder by d, if that is a power of two.
std::optional<Form> Reader::belowPower(const Term *T, const Term *Mask) {
  const Term *Power = oneAbove(Mask);
  if (!Power || !Powers.contains(Power))
    return std::nullopt;
  auto Divided = divideByTerm(T, Power, false);
  return Divided ? std::optional(Divided->Remainder) : std::nullopt;
}

namespace {
/// Where a number can have ones: from the bit First on, below the bit End.
struct Field {
  unsigned First, End;
  unsigned width() const { return End - First; }
};
} // namespace

/// Nothing if F may be negative, or too large.
static std::optional<Field> fieldOf(const Form &F, Bounds Within) {
  constexpr Int Most = std::numeric_limits<uint64_t>::max();
  if (F.isBroken() || Within.Low < 0 || Within.High > Most)
    return std::nullopt;
  uint64_t Ones = static_cast<uint64_t>(F.constant());
  for (const Form::Part &P : F.parts())
    Ones |= static_cast<uint64_t>(P.Factor);
  unsigned End = 64 - llvm::countl_zero(static_cast<uint64_t>(Within.High));
  return Field{std::min<unsigned>(llvm::countr_zero(Ones), End), End};
}

/// X ^ Y = X + 2^f * ((field ^ Y / 2^f) - field), where the field has the
/// digits of X in which Y can have ones.
std::optional<Form> Reader::exclusiveOr(const Form &A, const Form &B) {
  Form X = Parts.current(A), Y = Parts.current(B);
  auto OfX = fieldOf(X, Parts.boundsOf(X)), OfY = fieldOf(Y, Parts.boundsOf(Y));
  if (!OfX || !OfY)
    return std::nullopt;
  if (OfX->width() < OfY->width()) {
    std::swap(X, Y);
    std::swap(OfX, OfY);
  }
  Int Unit = Int(1) << OfY->First;
  auto Upper = Parts.divide(X, Unit);
  auto Digits = Upper ? Parts.divide(Upper->Quotient, Int(1) << OfY->width())
                      : std::nullopt;
  if (!Digits)
    return std::nullopt;
  Form New = exclusiveOrOfFields(
      Digits->Remainder, Parts.current(Y).dividedBy(Unit), OfY->width());
  return X.add(New - Digits->Remainder, Unit);
}

Form Reader::exclusiveOrOfFields(const Form &X, const Form &Y, unsigned Width) {
  auto [Its, IsNew] = ExclusiveOrs.try_emplace({X, Y});
  if (IsNew) {
    constexpr unsigned Function = std::numeric_limits<unsigned>::max();
    Form V = Its->second =
        Form::atom(Parts.newAtom({0, (Int(1) << Width) - 1}, Rank::Value));
    for (const auto &[Third, One, Other] :
         {std::tuple(V, X, Y), std::tuple(X, V, Y), std::tuple(Y, V, X)})
      P.Calls.push_back({Third, Function, {One, Other}});
  }
  return Its->second;
}

/// a | b = a + b - (a & b), a ^ b = a + b - 2 * (a & b), on unsigned numbers.
Form Reader::bits(const Operation *T, bool Signed) {
  const Term *X = T->operand(0), *Y = T->operand(1);
  const auto *C = dyn_cast<Constant>(Y);
  if (T->isBool())
    return truth(T);
  if (Signed)
    return atom(T, Signed);
  std::optional<Form> Both;
  if (C)
    Both = masked(X, C->value());
  else if (areDisjoint(X, Y))
    Both = Form();
  else if (Both = belowPower(X, Y); !Both)
    Both = belowPower(Y, X);
  if (!Both && T->op() == Op::Xor)
    return exclusiveOr(of(X, false), of(Y, false)).value_or(atom(T, false));
  if (!Both)
    return atom(T, Signed);
  if (T->op() == Op::And)
    return *Both;
  Form Sum = of(X, false) + of(Y, false);
  return Sum.add(*Both, T->op() == Op::Or ? -1 : -2);
}

/// Is one of them a multiple of a power of two that is above the other one?
bool Reader::areDisjoint(const Term *A, const Term *B) {
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
    Form F = of(X, false);
    Int High = R.unsignedRange(Y).High, Power = 1;
    while (Power <= High)
      Power *= 2;
    bool IsMultiple = F.constant() % Power == 0 &&
                      llvm::all_of(F.parts(), [&](const Form::Part &P) {
                        return P.Factor % Power == 0;
                      });
    if (IsMultiple)
      return true;
  }
  return false;
}

} // namespace racemap::algebra
