// Evaluate - the instructions that DataFlow computes with.
//
// mov, add, sub, cvt and cvta on integers, and setp, as the PTX manual defines
// them; their results stay sums of asm operands where that is exact. Every
// other instruction gives a value that is not known, but depends on nothing
// except its operands (collective ones: on those of other lanes too).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/DataFlow.h"

#include "passes/ptx/Modifiers.h"
#include "passes/ptx/Opcode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace racemap::ptx {

static SmallVector<Type, 2> typesOf(const Instruction &I) {
  SmallVector<Type, 2> Types;
  for (const std::string &Modifier : I.Modifiers)
    if (std::optional<Type> T = Type::parse(Modifier))
      Types.push_back(*T);
  return Types;
}

static bool isPredicateType(ArrayRef<Type> Types) {
  return !Types.empty() && Types.front().C == Type::Class::Predicate;
}

void DataFlow::applyValue(const Instruction &I, const Guard &When) {
  Family F = familyOf(I.Opcode);
  if (F == Family::Branch || I.Operands.empty())
    return;
  const Operand &To = I.Operands.front();
  if (I.Opcode == "setp") {
    Guard Result = compare(I);
    if (!To.is(Operand::Kind::Pair))
      return assign(To, condition(Result), When);
    assign(To.Elements[0], condition(Result), When);
    Result.Negated = !Result.Negated;
    return assign(To.Elements[1], condition(Result), When);
  }
  bool IsCopy = I.Opcode == "mov" || I.Opcode == "not";
  if (IsCopy && isPredicateType(typesOf(I)) && I.Operands.size() == 2) {
    Predicate From{I.Operands[1], I.Operands[1].Negated != (I.Opcode == "not")};
    return assign(To, condition(guard(From)), When);
  }
  KnownValue Result = evaluate(I);
  bool ReadsCarry =
      I.Opcode == "addc" || I.Opcode == "subc" || I.Opcode == "madc";
  Result.DependsOnMore |=
      F == Family::Collective || F == Family::WarpMatrix || ReadsCarry;
  if (To.Elements.empty())
    return assign(To, number(std::move(Result)), When);
  clobber(To, Result, When);
}

KnownValue DataFlow::evaluate(const Instruction &I) const {
  KnownValue Mixed;
  for (const Operand &O : drop_begin(I.Operands))
    Mixed.dependOn(read(O));
  SmallVector<Type, 2> Types = typesOf(I);
  bool IsWhole = !Types.empty() && !I.has("sat");
  if (!IsWhole || I.Operands.size() < 2)
    return Mixed;
  const Operand &A = I.Operands[1];
  if (I.Opcode == "mov" && I.Operands.size() == 2) {
    KnownValue V = read(A);
    return V.K == KnownValue::Kind::Loaded ? V
                                           : truncate(V, Types.front().Bits);
  }
  if (I.Opcode == "cvta" && I.Operands.size() == 2)
    return evaluateAddressConversion(I);
  if (!all_of(Types, [](const Type &T) { return T.isInteger(); }))
    return Mixed;
  if (I.Opcode == "cvt" && Types.size() == 2 && I.Operands.size() == 2)
    return evaluateConversion(I);
  bool IsAdd = I.Opcode == "add", IsSub = I.Opcode == "sub";
  bool IsScalar = Types.front().C != Type::Class::Bits;
  bool IsPacked = I.hasAnyOf({"u16x2", "s16x2"});
  if ((!IsAdd && !IsSub) || I.Operands.size() != 3 || !IsScalar || IsPacked)
    return Mixed;
  KnownValue B = read(I.Operands[2]);
  if (IsSub && !B.isConstant())
    return Mixed;
  if (IsSub)
    B.Constant = static_cast<int64_t>(-static_cast<uint64_t>(B.Constant));
  return add(read(A), B, Types.front().Bits);
}

/// Narrowing and reinterpreting keep a sum; widening does if it is unsigned,
/// since a KnownValue is zero-extended.
KnownValue DataFlow::evaluateConversion(const Instruction &I) const {
  SmallVector<Type, 2> Types = typesOf(I);
  const Type &To = Types[0], &From = Types[1];
  KnownValue V = truncate(read(I.Operands[1]), From.Bits);
  if (To.Bits <= From.Bits)
    return truncate(V, To.Bits);
  if (From.C != Type::Class::Signed)
    return V;
  if (!V.isConstant() || From.Bits > 64)
    return V.forgotten();
  V.Constant = SignExtend64(static_cast<uint64_t>(V.Constant), From.Bits);
  return truncate(V, To.Bits);
}

/// cvta.space takes an address in space to a generic one, cvta.to.space back.
KnownValue DataFlow::evaluateAddressConversion(const Instruction &I) const {
  KnownValue V = read(I.Operands[1]);
  for (const std::string &Modifier : I.Modifiers)
    if (std::optional<StateSpace> Space = parseSpace(Modifier))
      return I.has("to") ? convert(V, StateSpace::Generic, *Space)
                         : convert(V, *Space, StateSpace::Generic);
  return V.forgotten();
}

namespace {
struct Relation {
  Guard::Comparison C;
  bool IsUnsigned;
};
} // namespace

static std::optional<Relation> parseRelation(StringRef Modifier) {
  using Comparison = Guard::Comparison;
  return StringSwitch<std::optional<Relation>>(Modifier)
      .Case("eq", Relation{Comparison::Eq, false})
      .Case("ne", Relation{Comparison::Ne, false})
      .Case("lt", Relation{Comparison::Lt, false})
      .Case("le", Relation{Comparison::Le, false})
      .Case("gt", Relation{Comparison::Gt, false})
      .Case("ge", Relation{Comparison::Ge, false})
      .Case("lo", Relation{Comparison::Lt, true})
      .Case("ls", Relation{Comparison::Le, true})
      .Case("hi", Relation{Comparison::Gt, true})
      .Case("hs", Relation{Comparison::Ge, true})
      .Default(std::nullopt);
}

/// setp.relation.type p, a, b. The forms that combine with another predicate
/// have four operands.
Guard DataFlow::compare(const Instruction &I) const {
  Guard G;
  G.K = Guard::Kind::Unknown;
  for (const Operand &O : drop_begin(I.Operands))
    G.Left.dependOn(read(O));
  SmallVector<Type, 2> Types = typesOf(I);
  std::optional<Relation> R =
      I.Modifiers.empty() ? std::nullopt : parseRelation(I.Modifiers.front());
  if (!R || Types.size() != 1 || !Types.front().isInteger() ||
      I.Modifiers.size() != 2 || I.Operands.size() != 3)
    return G;
  KnownValue Left = read(I.Operands[1]), Right = read(I.Operands[2]);
  if (Left.isUnknown() || Right.isUnknown() || Left.From || Right.From)
    return G;
  G.K = Guard::Kind::Compare;
  G.C = R->C;
  G.T = Types.front();
  if (R->IsUnsigned)
    G.T.C = Type::Class::Unsigned;
  G.Left = std::move(Left);
  G.Right = std::move(Right);
  return G;
}

} // namespace racemap::ptx
