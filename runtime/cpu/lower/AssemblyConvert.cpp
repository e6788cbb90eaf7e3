// AssemblyConvert - cvt.
//
// From a float to an integer through the device library, which has PTX's rules
// for what does not fit; between floats by LLVM where the mode is to nearest,
// otherwise by the library. Narrow floats go through f32 or f64, exactly.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using Kind = NumberType::Kind;

namespace {

struct Cvt {
  NumberType To, From;
  std::optional<RoundingMode> Mode;
  bool ToWhole = false; ///< ".rni" and its kin
  bool Saturates = false, Relu = false;
};

} // namespace

static bool takeWholeRounding(ModifierList &M, Cvt &C) {
  StringRef Mode = M.takeAnyOf({"rni", "rzi", "rmi", "rpi"});
  if (Mode.empty())
    return false;
  C.ToWhole = true;
  C.Mode = Mode == "rni"   ? RoundingMode::Nearest
           : Mode == "rzi" ? RoundingMode::Zero
           : Mode == "rmi" ? RoundingMode::Down
                           : RoundingMode::Up;
  return true;
}

static std::optional<Cvt> decode(const Instruction &I) {
  ModifierList M(I);
  Cvt C;
  if (!takeWholeRounding(M, C))
    C.Mode = M.takeRounding();
  C.Saturates = M.take("sat");
  C.Relu = M.take("relu");
  M.ignore({"ftz"});
  auto To = M.takeType(), From = M.takeType();
  if (!To || !From || !M.empty())
    return std::nullopt;
  C.To = *To;
  C.From = *From;
  return C;
}

static StringRef suffix(RoundingMode Mode) {
  switch (Mode) {
  case RoundingMode::Nearest:
    return "_rn";
  case RoundingMode::Zero:
    return "_rz";
  case RoundingMode::Down:
    return "_rd";
  case RoundingMode::Up:
    return "_ru";
  }
  return "";
}

static Value *roundToWhole(AssemblyEmitter &E, Value *V, RoundingMode Mode) {
  Intrinsic::ID Id = Mode == RoundingMode::Nearest ? Intrinsic::nearbyint
                     : Mode == RoundingMode::Zero  ? Intrinsic::trunc
                     : Mode == RoundingMode::Down  ? Intrinsic::floor
                                                   : Intrinsic::ceil;
  return E.intrinsic(Id, {V}, {V->getType()});
}

/// The name of an integer type in the library's names.
static std::string word(const NumberType &T) {
  std::string Name = T.Bits == 64 ? "ll" : "int";
  return T.isSigned() ? Name : "u" + Name;
}

static Value *clamp(AssemblyEmitter &E, Value *V, const NumberType &To) {
  unsigned Wide = V->getType()->getIntegerBitWidth();
  if (To.Bits >= Wide)
    return V;
  auto At = [&](const APInt &Limit) {
    return ConstantInt::get(V->getType(), To.isSigned() ? Limit.sext(Wide)
                                                        : Limit.zext(Wide));
  };
  if (!To.isSigned())
    return E.intrinsic(Intrinsic::umin, {V, At(APInt::getMaxValue(To.Bits))},
                       {V->getType()});
  Value *Low =
      E.intrinsic(Intrinsic::smax, {V, At(APInt::getSignedMinValue(To.Bits))},
                  {V->getType()});
  return E.intrinsic(Intrinsic::smin,
                     {Low, At(APInt::getSignedMaxValue(To.Bits))},
                     {V->getType()});
}

static Value *floatToInteger(AssemblyEmitter &E, Value *V, const Cvt &C) {
  bool FromDouble = C.From.Bits == 64;
  if (C.From.Bits == 16)
    V = E.B.CreateFPExt(V, E.B.getFloatTy());
  NumberType Wide = C.To;
  Wide.Bits = std::max(32u, C.To.Bits);
  std::string Name = std::string("__nv_") + (FromDouble ? "double" : "float") +
                     "2" + word(Wide) + suffix(*C.Mode).str();
  Value *Whole = E.library(Name, E.integer(Wide.Bits), {V});
  return E.B.CreateTrunc(clamp(E, Whole, C.To), E.integer(C.To.Bits));
}

/// Through a type in which every source value of at most 32 bits is exact.
static Value *integerToFloat(AssemblyEmitter &E, Value *V, const Cvt &C) {
  RoundingMode Mode = C.Mode.value_or(RoundingMode::Nearest);
  bool IsSigned = C.From.isSigned();
  if (C.To.Bits == 16 || Mode == RoundingMode::Nearest)
    return IsSigned ? E.B.CreateSIToFP(V, E.typeOf(C.To))
                    : E.B.CreateUIToFP(V, E.typeOf(C.To));
  NumberType Wide = C.From;
  Wide.Bits = std::max(32u, C.From.Bits);
  V = IsSigned ? E.B.CreateSExt(V, E.integer(Wide.Bits))
               : E.B.CreateZExt(V, E.integer(Wide.Bits));
  if (C.To.Bits == 64 && Wide.Bits == 32)
    return IsSigned ? E.B.CreateSIToFP(V, E.B.getDoubleTy())
                    : E.B.CreateUIToFP(V, E.B.getDoubleTy());
  std::string Name = "__nv_" + word(Wide) + "2" +
                     (C.To.Bits == 64 ? "double" : "float") +
                     suffix(Mode).str();
  return E.library(Name, E.typeOf(C.To), {V});
}

/// To 16 bits in another mode than to nearest: the nearest, and one step
/// further if that is on the wrong side.
static Value *narrow(AssemblyEmitter &E, Value *V, const NumberType &To,
                     RoundingMode Mode) {
  Type *T = E.typeOf(To);
  Value *Near = E.B.CreateFPTrunc(V, T);
  if (Mode == RoundingMode::Nearest)
    return Near;
  Value *Back = E.B.CreateFPExt(Near, V->getType());
  Value *Zero = ConstantFP::get(V->getType(), 0);
  Value *TooHigh = E.B.CreateFCmpOGT(Back, V);
  Value *TooLow = E.B.CreateFCmpOLT(Back, V);
  Value *IsPositive = E.B.CreateFCmpOGT(V, Zero);
  Value *Wrong = Mode == RoundingMode::Down ? TooHigh
                 : Mode == RoundingMode::Up
                     ? TooLow
                     : E.B.CreateSelect(IsPositive, TooHigh, TooLow);
  Value *Bits = E.bits(Near);
  // One step down makes a positive number's bits smaller, a negative one's
  // larger; a step towards zero always makes them smaller.
  Value *NearPositive =
      E.B.CreateICmpSGE(Bits, ConstantInt::get(Bits->getType(), 0));
  Value *Smaller = Mode == RoundingMode::Down ? NearPositive
                   : Mode == RoundingMode::Up ? E.B.CreateNot(NearPositive)
                                              : E.B.getTrue();
  Value *One = ConstantInt::get(Bits->getType(), 1);
  Value *Step = E.B.CreateSelect(Smaller, E.B.CreateSub(Bits, One),
                                 E.B.CreateAdd(Bits, One));
  return E.number(E.B.CreateSelect(Wrong, Step, Bits), To);
}

static Value *floatToFloat(AssemblyEmitter &E, Value *V, const Cvt &C) {
  RoundingMode Mode = C.Mode.value_or(RoundingMode::Nearest);
  if (C.ToWhole || (C.To.Bits == C.From.Bits && C.To.K == C.From.K && C.Mode))
    V = roundToWhole(E, V, Mode);
  Type *T = E.typeOf(C.To);
  if (C.To.Bits == C.From.Bits)
    return C.To.K == C.From.K
               ? V
               : narrow(E, E.B.CreateFPExt(V, E.B.getFloatTy()), C.To, Mode);
  if (C.To.Bits > C.From.Bits)
    return E.B.CreateFPExt(V, T);
  if (C.To.Bits == 16)
    return narrow(E, V, C.To, Mode);
  if (Mode == RoundingMode::Nearest)
    return E.B.CreateFPTrunc(V, T);
  return E.library("__nv_double2float" + suffix(Mode).str(), T, {V});
}

static Value *convert(AssemblyEmitter &E, Value *V, const Cvt &C) {
  if (C.From.isFloat() && C.To.isFloat()) {
    Value *R = floatToFloat(E, V, C);
    Value *Zero = ConstantFP::get(R->getType(), 0);
    if (C.Saturates || C.Relu)
      R = E.intrinsic(Intrinsic::maxnum, {R, Zero}, {R->getType()});
    if (C.Saturates)
      R = E.intrinsic(Intrinsic::minnum, {R, ConstantFP::get(R->getType(), 1)},
                      {R->getType()});
    return R;
  }
  if (C.From.isFloat())
    return floatToInteger(E, V, C);
  if (C.To.isFloat())
    return integerToFloat(E, V, C);
  if (C.Saturates && C.From.isSigned() && !C.To.isSigned())
    V = E.intrinsic(Intrinsic::smax, {V, ConstantInt::get(V->getType(), 0)},
                    {V->getType()});
  if (C.Saturates)
    V = clamp(E, V, C.To);
  return C.From.isSigned() ? E.B.CreateSExtOrTrunc(V, E.typeOf(C.To))
                           : E.B.CreateZExtOrTrunc(V, E.typeOf(C.To));
}

/// cvt.rn.f16x2.f32 d, a, b: a is the upper half.
static bool emitPair(AssemblyEmitter &E, const Instruction &I, Cvt C) {
  C.To.Lanes = 1;
  if (I.Operands.size() != 3 || C.From.Lanes != 1 || !C.From.isFloat())
    return false;
  Type *Half = E.integer(C.To.Bits), *Whole = E.integer(2 * C.To.Bits);
  Value *High = E.bits(convert(E, E.read(I.Operands[1], C.From), C));
  Value *Low = E.bits(convert(E, E.read(I.Operands[2], C.From), C));
  High = E.B.CreateShl(E.B.CreateZExt(E.B.CreateBitCast(High, Half), Whole),
                       C.To.Bits);
  E.write(I.Operands[0], E.B.CreateOr(High, E.B.CreateZExt(Low, Whole)));
  return true;
}

bool emitConversion(AssemblyEmitter &E, const Instruction &I) {
  std::optional<Cvt> C;
  if (I.Opcode != "cvt" || !(C = decode(I)))
    return false;
  if (C->To.Lanes == 2)
    return emitPair(E, I, *C);
  if (C->From.isFloat() && C->To.isInteger() && !C->Mode)
    return false;
  if (I.Operands.size() != 2)
    return false;
  E.write(I.Operands[0], convert(E, E.read(I.Operands[1], C->From), *C),
          C->To.isSigned());
  return true;
}

} // namespace racemap::cpu
