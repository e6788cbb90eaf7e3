// LaunchCheck - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/LaunchCheck.h"
#include "runtime/device/LaunchWords.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace racemap::host {

using nlohmann::json;

using Op = device::LaunchOp;

static uint64_t cut(uint64_t Value, unsigned Width) {
  return Width >= 64 ? Value : Value & ((uint64_t(1) << Width) - 1);
}

static int64_t asSigned(uint64_t Value, unsigned Width) {
  unsigned Unused = 64 - Width;
  return int64_t(Value << Unused) >> Unused;
}

static uint64_t magnitude(int64_t Value) {
  return Value < 0 ? 0 - uint64_t(Value) : uint64_t(Value);
}

/// C's, but for what C leaves open.
static uint64_t divideSigned(int64_t A, int64_t B) {
  if (B == 0)
    return A < 0 ? 1 : ~uint64_t(0);
  uint64_t Quotient = magnitude(A) / magnitude(B);
  return (A < 0) != (B < 0) ? 0 - Quotient : Quotient;
}

static uint64_t remainderSigned(int64_t A, int64_t B) {
  if (B == 0)
    return uint64_t(A);
  uint64_t Rest = magnitude(A) % magnitude(B);
  return A < 0 ? 0 - Rest : Rest;
}

/// A, B and C have no bits above the width of operands; the result may.
static uint64_t apply(Op O, unsigned Width, uint64_t A, uint64_t B,
                      uint64_t C) {
  int64_t SA = asSigned(A, Width), SB = asSigned(B, Width);
  switch (O) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    return A * B;
  case Op::UDiv:
    return B ? A / B : ~uint64_t(0);
  case Op::SDiv:
    return divideSigned(SA, SB);
  case Op::URem:
    return B ? A % B : A;
  case Op::SRem:
    return remainderSigned(SA, SB);
  case Op::Shl:
    return B < Width ? A << B : 0;
  case Op::LShr:
    return B < Width ? A >> B : 0;
  case Op::AShr:
    return uint64_t(SA >> std::min<uint64_t>(B, Width - 1));
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::ULt:
    return A < B;
  case Op::ULe:
    return A <= B;
  case Op::SLt:
    return SA < SB;
  case Op::SLe:
    return SA <= SB;
  case Op::ZExt:
  case Op::Trunc:
    return A;
  case Op::SExt:
    return uint64_t(SA);
  case Op::Ite:
    return A ? B : C;
  }
  return 0;
}

uint64_t ArgumentPlace::pointerIn(const LaunchInputs &L) const {
  uint64_t Value = 0;
  std::memcpy(&Value, static_cast<const char *>(L.Arguments[Number]) + Offset,
              sizeof Value);
  return Value;
}

/// Does an addition, subtraction, multiplication, shift to the left or cut lose
/// something of the exact result, as signed or as unsigned numbers?
static bool wraps(Op O, unsigned OperandWidth, unsigned Width, bool Signed,
                  uint64_t A, uint64_t B) {
  using Wide = __int128;
  Wide X = Signed ? Wide(asSigned(A, OperandWidth)) : Wide(A);
  Wide Y = Signed ? Wide(asSigned(B, OperandWidth)) : Wide(B);
  if (O == Op::Shl && B >= Width)
    return true;
  Wide Product = 0;
  // From 2^127 on it becomes negative, which does not fit either.
  if (O == Op::Mul)
    (void)__builtin_mul_overflow(X, Y, &Product);
  Wide Exact = O == Op::Add   ? X + Y
               : O == Op::Sub ? X - Y
               : O == Op::Mul ? Product
               : O == Op::Shl ? X * (Wide(1) << B)
                              : X;
  Wide One = 1;
  return Signed ? Exact < -(One << (Width - 1)) || Exact >= One << (Width - 1)
                : Exact < 0 || Exact >= One << Width;
}

std::optional<uint64_t>
LaunchCheck::evaluate(const Step &S, const std::vector<uint64_t> &Before,
                      const LaunchInputs &L) {
  switch (S.K) {
  case Step::Kind::Constant:
    return S.Value;
  case Step::Kind::Argument: {
    uint64_t Value = 0;
    std::memcpy(&Value,
                static_cast<const char *>(L.Arguments[S.Place.Number]) +
                    S.Place.Offset,
                (S.Width + 7u) / 8);
    return Value;
  }
  case Step::Kind::Dimension:
    return S.Operands[0] < 3 ? L.BlockDim[S.Operands[0]]
                             : L.GridDim[S.Operands[0] - 3];
  case Step::Kind::Operation:
    break;
  }
  // Of Ite, the condition is the first operand and has a width of its own.
  unsigned Width = Op(S.Op) == Op::Ite ? S.Width : S.OperandWidth;
  uint64_t A = Before[S.Operands[0]], B = Before[S.Operands[1]];
  for (bool Signed : {true, false})
    if ((Signed ? S.NoSignedWrap : S.NoUnsignedWrap) &&
        wraps(Op(S.Op), Width, S.Width, Signed, A, B))
      return std::nullopt;
  return apply(Op(S.Op), Width, A, B, Before[S.Operands[2]]);
}

static bool overlap(const MemoryRange &A, const MemoryRange &B) {
  return A.Begin < B.Begin + B.Bytes && B.Begin < A.Begin + A.Bytes;
}

std::vector<std::string> LaunchCheck::broken(const LaunchInputs &L) const {
  std::vector<uint64_t> Values;
  Values.reserve(Steps.size());
  for (const Step &S : Steps) {
    auto Value = evaluate(S, Values, L);
    if (!Value)
      return {"no number is too large for what is assumed"};
    Values.push_back(cut(*Value, S.Width));
  }
  std::vector<std::string> Broken;
  for (const Condition &C : Holds)
    if (!Values[C.Step])
      Broken.push_back(C.Text);
  // Of a pointer into nobody's memory nothing is known but that it is null.
  auto RangeOf = [&](const ArgumentPlace &P) -> std::optional<MemoryRange> {
    uint64_t Address = P.pointerIn(L);
    if (!Address)
      return MemoryRange();
    MemoryRange Its = L.RangeOf(Address);
    return Its.Bytes ? std::optional(Its) : std::nullopt;
  };
  for (const Pair &P : Apart) {
    auto A = RangeOf(P.A), B = RangeOf(P.B);
    if (!A || !B || overlap(*A, *B))
      Broken.push_back(P.Text);
  }
  for (const NoVariable &N : NoVariables)
    if (auto Its = RangeOf(N.Place); !Its || Its->IsVariable)
      Broken.push_back(N.Text);
  return Broken;
}

/// Reads with the first thing that is wrong remembered.
struct LaunchCheckReader {
  bool IsWrong = false;

  uint64_t number(const json &From, size_t I) {
    if (I < From.size() && From[I].is_number_integer())
      return From[I].get<uint64_t>();
    IsWrong = true;
    return 0;
  }

  std::string text(const json &From, size_t I) {
    if (I < From.size() && From[I].is_string())
      return From[I].get<std::string>();
    IsWrong = true;
    return "";
  }

  ArgumentPlace place(const json &From) {
    return {unsigned(number(From, 0)), number(From, 1)};
  }

  uint8_t width(const json &From, size_t I) {
    uint64_t W = number(From, I);
    IsWrong |= W < 1 || W > 64;
    return uint8_t(std::clamp<uint64_t>(W, 1, 64));
  }

  LaunchCheck::Step step(const json &From, size_t Before) {
    using Step = LaunchCheck::Step;
    Step S;
    std::string Word = text(From, 0);
    S.Width = width(From, 1);
    if (Word == "constant") {
      S.Value = number(From, 2);
      return S;
    }
    if (Word == "argument") {
      S.K = Step::Kind::Argument;
      S.Place = {unsigned(number(From, 2)), number(From, 3)};
      return S;
    }
    auto Dimension =
        std::find(std::begin(device::LaunchDimensions),
                  std::end(device::LaunchDimensions), std::string_view(Word));
    if (Dimension != std::end(device::LaunchDimensions)) {
      S.K = Step::Kind::Dimension;
      S.Operands[0] =
          unsigned(Dimension - std::begin(device::LaunchDimensions));
      return S;
    }
    S.K = Step::Kind::Operation;
    auto Known =
        std::find(std::begin(device::LaunchWords),
                  std::end(device::LaunchWords), std::string_view(Word));
    IsWrong |= Known == std::end(device::LaunchWords);
    if (IsWrong)
      return S;
    S.Op = uint8_t(Known - std::begin(device::LaunchWords));
    S.OperandWidth = width(From, 2);
    uint64_t Promises = number(From, 3);
    S.NoSignedWrap = Promises & 1;
    S.NoUnsignedWrap = Promises & 2;
    for (size_t I = 4; I < From.size() && I < 7; ++I) {
      uint64_t Operand = number(From, I);
      IsWrong |= Operand >= Before;
      S.Operands[I - 4] = unsigned(Operand);
    }
    IsWrong |= Before == 0;
    return S;
  }
};

/// The member, as an array; empty if it is none.
static const json &array(const json &Of, const char *Name) {
  static const json Nothing = json::array();
  auto Found = Of.find(Name);
  return Found != Of.end() && Found->is_array() ? *Found : Nothing;
}

std::optional<LaunchCheck> LaunchCheck::read(const std::string &Json) {
  json Value = json::parse(Json, nullptr, /*allow_exceptions=*/false);
  if (!Value.is_object())
    return std::nullopt;
  LaunchCheck All;
  LaunchCheckReader R;
  for (const json &S : array(Value, "steps"))
    All.Steps.push_back(R.step(S, All.Steps.size()));
  for (const json &C : array(Value, "holds")) {
    All.Holds.push_back({unsigned(R.number(C, 0)), R.text(C, 1)});
    R.IsWrong |= All.Holds.back().Step >= All.Steps.size();
  }
  for (const json &P : array(Value, "apart")) {
    bool IsPair = P.is_array() && P.size() == 3;
    if (!IsPair)
      return std::nullopt;
    All.Apart.push_back({R.place(P[0]), R.place(P[1]), R.text(P, 2)});
  }
  for (const json &P : array(Value, "noVariables")) {
    if (!P.is_array() || P.size() != 2)
      return std::nullopt;
    All.NoVariables.push_back({R.place(P[0]), R.text(P, 1)});
  }
  if (R.IsWrong)
    return std::nullopt;
  return All;
}

} // namespace racemap::host
