// Floats - floating point intrinsics are LLVM's own.
//
// The name says the operation and how it rounds: fma.rn.ftz.f. Approximate
// operations are done exactly, flushing to zero is not done, .sat clamps to
// [0, 1]. Arithmetic that rounds other than to nearest is left to the library
// (a function of its name, if there is one).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Intrinsics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

class Float {
public:
  explicit Float(IntrinsicCall &I) : I(I), At(I.At) {
    I.Name.split(Parts, '.');
    Operation = Parts[0];
  }
  Value *lower();

private:
  bool has(StringRef Part) const {
    return std::find(Parts.begin(), Parts.end(), Part) != Parts.end();
  }
  bool roundsToNearest() const {
    return !has("rz") && !has("rm") && !has("rp");
  }
  Value *unary(Intrinsic::ID Id, Value *V) {
    return At.CreateUnaryIntrinsic(Id, V);
  }
  Value *one() { return ConstantFP::get(I.type(), 1); }
  Value *lowerUnary();
  Value *lowerBinary();
  Value *rounded(Value *V);
  Value *toInteger();
  Value *fromInteger();
  Value *parts();
  Value *saturate(Value *V);

  IntrinsicCall &I;
  IRBuilder<> &At;
  SmallVector<StringRef, 6> Parts;
  StringRef Operation;
};

Value *Float::saturate(Value *V) {
  V = At.CreateBinaryIntrinsic(Intrinsic::maxnum, V,
                               ConstantFP::get(V->getType(), 0));
  return At.CreateBinaryIntrinsic(Intrinsic::minnum, V,
                                  ConstantFP::get(V->getType(), 1));
}

Value *Float::lowerUnary() {
  auto Id = StringSwitch<Intrinsic::ID>(Operation)
                .Case("fabs", Intrinsic::fabs)
                .Case("floor", Intrinsic::floor)
                .Case("ceil", Intrinsic::ceil)
                .Case("trunc", Intrinsic::trunc)
                .Case("round", Intrinsic::rint)
                .Case("sqrt", Intrinsic::sqrt)
                .Case("ex2", Intrinsic::exp2)
                .Case("lg2", Intrinsic::log2)
                .Case("sin", Intrinsic::sin)
                .Case("cos", Intrinsic::cos)
                .Default(Intrinsic::not_intrinsic);
  if (!I.type()->isFPOrFPVectorTy() || I.Call.arg_size() != 1)
    return nullptr;
  if (Id != Intrinsic::not_intrinsic)
    return unary(Id, I.arg(0));
  if (Operation == "saturate")
    return saturate(I.arg(0));
  if (Operation == "rcp")
    return At.CreateFDiv(one(), I.arg(0));
  if (Operation == "rsqrt")
    return At.CreateFDiv(one(), unary(Intrinsic::sqrt, I.arg(0)));
  if (Operation == "tanh")
    return unary(Intrinsic::tanh, I.arg(0));
  if (Operation == "neg")
    return At.CreateFNeg(I.arg(0));
  return nullptr;
}

Value *Float::lowerBinary() {
  if (!I.type()->isFPOrFPVectorTy() || I.Call.arg_size() < 2)
    return nullptr;
  Value *A = I.arg(0), *B = I.arg(1);
  if (Operation == "fma")
    return At.CreateIntrinsic(Intrinsic::fma, {I.type()}, {A, B, I.arg(2)});
  if (Operation == "add")
    return At.CreateFAdd(A, B);
  if (Operation == "sub")
    return At.CreateFSub(A, B);
  if (Operation == "mul")
    return At.CreateFMul(A, B);
  if (Operation == "div")
    return At.CreateFDiv(A, B);
  bool HasNan = has("nan");
  if (Operation == "fmin")
    return At.CreateBinaryIntrinsic(
        HasNan ? Intrinsic::minimum : Intrinsic::minnum, A, B);
  if (Operation == "fmax")
    return At.CreateBinaryIntrinsic(
        HasNan ? Intrinsic::maximum : Intrinsic::maxnum, A, B);
  return nullptr;
}

Value *Float::rounded(Value *V) {
  if (has("rz"))
    return unary(Intrinsic::trunc, V);
  if (has("rm"))
    return unary(Intrinsic::floor, V);
  if (has("rp"))
    return unary(Intrinsic::ceil, V);
  return unary(Intrinsic::rint, V);
}

/// f2i, f2ui, d2ll, d2ull, ...: out of range is the nearest there is.
Value *Float::toInteger() {
  bool Is = StringSwitch<bool>(Operation)
                .Cases({"f2i", "f2ui", "f2ll", "f2ull"}, true)
                .Cases({"d2i", "d2ui", "d2ll", "d2ull"}, true)
                .Default(false);
  if (!Is || !I.type()->isIntegerTy() || Parts.size() < 2 || has("hi") ||
      has("lo"))
    return nullptr;
  bool IsUnsigned = Operation.contains('u');
  Value *V = rounded(I.arg(0));
  return At.CreateIntrinsic(IsUnsigned ? Intrinsic::fptoui_sat
                                       : Intrinsic::fptosi_sat,
                            {I.type(), V->getType()}, {V});
}

/// i2f, ui2f, ll2d, ...: rounded to nearest.
Value *Float::fromInteger() {
  if (I.Call.arg_size() != 1 || !I.type()->isFloatingPointTy())
    return nullptr;
  Value *V = I.arg(0);
  if (Operation == "d2f" || Operation == "f2d" || Operation == "f2bf16")
    return roundsToNearest() && V->getType()->isFloatingPointTy()
               ? At.CreateFPCast(V, I.type())
               : nullptr;
  if (!V->getType()->isIntegerTy())
    return nullptr;
  auto Signed = StringSwitch<std::optional<bool>>(Operation)
                    .Cases({"i2f", "i2d", "ll2f", "ll2d"}, true)
                    .Cases({"ui2f", "ui2d", "ull2f", "ull2d"}, false)
                    .Default(std::nullopt);
  if (!Signed || !roundsToNearest())
    return nullptr;
  return *Signed ? At.CreateSIToFP(V, I.type()) : At.CreateUIToFP(V, I.type());
}

/// Doubles in halves, and values as their bits.
Value *Float::parts() {
  Type *Whole = At.getInt64Ty(), *Half = At.getInt32Ty();
  if (Operation == "bitcast")
    return At.CreateBitCast(I.arg(0), I.type());
  if (Operation == "lohi") {
    Value *High = At.CreateShl(At.CreateZExt(I.arg(1), Whole), 32);
    Value *Bits = At.CreateOr(At.CreateZExt(I.arg(0), Whole), High);
    return At.CreateBitCast(Bits, I.type());
  }
  if (Operation == "d2i" && (has("hi") || has("lo"))) {
    Value *Bits = At.CreateBitCast(I.arg(0), Whole);
    return At.CreateTrunc(has("hi") ? At.CreateLShr(Bits, 32) : Bits, Half);
  }
  if (Operation == "f2h" && roundsToNearest()) {
    Value *V = At.CreateFPTrunc(I.arg(0), At.getHalfTy());
    return At.CreateBitCast(V, I.type());
  }
  return nullptr;
}

Value *Float::lower() {
  if (Value *V = parts())
    return V;
  if (Value *V = toInteger())
    return V;
  if (Value *V = fromInteger())
    return V;
  bool Rounds = Operation == "add" || Operation == "mul" ||
                Operation == "fma" || Operation == "div" ||
                Operation == "rcp" || Operation == "sqrt";
  if (Rounds && !roundsToNearest())
    return nullptr;
  Value *V = lowerUnary();
  if (!V)
    V = lowerBinary();
  return V && has("sat") ? saturate(V) : V;
}

} // namespace

Value *lowerFloat(IntrinsicCall &I) { return Float(I).lower(); }

} // namespace racemap::cpu
