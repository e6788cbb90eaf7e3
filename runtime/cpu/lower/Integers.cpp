// Integers - integer intrinsics, as the PTX manual defines them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Intrinsics.h"

#include "llvm/ADT/SmallVector.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

/// The upper half of a product.
Value *lowerHighProduct(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("mulhi."))
    return nullptr;
  bool IsUnsigned = Name.starts_with("u");
  unsigned Bits = I.type()->getIntegerBitWidth();
  Type *Wide = I.At.getIntNTy(2 * Bits);
  auto Widen = [&](Value *V) {
    return IsUnsigned ? I.At.CreateZExt(V, Wide) : I.At.CreateSExt(V, Wide);
  };
  Value *Product = I.At.CreateMul(Widen(I.arg(0)), Widen(I.arg(1)));
  return I.At.CreateTrunc(I.At.CreateLShr(Product, Bits), I.type());
}

/// mul24.{i,ui}: the low half of the product of the low 24 bits.
Value *lowerShortProduct(IntrinsicCall &I) {
  if (!I.Name.starts_with("mul24."))
    return nullptr;
  bool IsUnsigned = I.Name.ends_with("ui");
  auto Cut = [&](Value *V) {
    V = I.At.CreateShl(V, 8);
    return IsUnsigned ? I.At.CreateLShr(V, 8) : I.At.CreateAShr(V, 8);
  };
  return I.At.CreateMul(Cut(I.arg(0)), Cut(I.arg(1)));
}

/// |a - b| + c
Value *lowerSumOfDifferences(IntrinsicCall &I) {
  if (!I.Name.starts_with("sad."))
    return nullptr;
  bool IsUnsigned = I.Name.starts_with("sad.u");
  Value *A = I.arg(0), *B = I.arg(1);
  Value *IsLess =
      IsUnsigned ? I.At.CreateICmpULT(A, B) : I.At.CreateICmpSLT(A, B);
  Value *Difference =
      I.At.CreateSelect(IsLess, I.At.CreateSub(B, A), I.At.CreateSub(A, B));
  return I.At.CreateAdd(Difference, I.arg(2));
}

/// idp4a.{s,u}.{s,u}: the sum of four products of bytes.
Value *lowerDotProduct(IntrinsicCall &I) {
  StringRef Name = I.Name;
  if (!Name.consume_front("idp4a."))
    return nullptr;
  auto [A, B] = Name.split('.');
  Value *Sum = I.arg(2);
  auto Byte = [&](Value *V, unsigned N, bool IsUnsigned) {
    V = I.At.CreateShl(V, 24 - 8 * N);
    return IsUnsigned ? I.At.CreateLShr(V, 24) : I.At.CreateAShr(V, 24);
  };
  for (unsigned N = 0; N < 4; ++N)
    Sum = I.At.CreateAdd(Sum, I.At.CreateMul(Byte(I.arg(0), N, A == "u"),
                                             Byte(I.arg(1), N, B == "u")));
  return Sum;
}

/// prmt: each nibble of the selector chooses one of eight bytes, or its sign.
Value *lowerPermutation(IntrinsicCall &I) {
  if (I.Name != "prmt")
    return nullptr;
  IRBuilder<> &At = I.At;
  Type *Wide = At.getInt64Ty();
  Value *Bytes = At.CreateOr(At.CreateZExt(I.arg(0), Wide),
                             At.CreateShl(At.CreateZExt(I.arg(1), Wide), 32));
  Value *Out = At.getInt32(0);
  for (unsigned N = 0; N < 4; ++N) {
    Value *Selector = At.CreateLShr(I.arg(2), uint64_t(4) * N);
    Value *Shift = At.CreateShl(At.CreateAnd(Selector, 7), 3);
    Value *Byte = At.CreateTrunc(
        At.CreateLShr(Bytes, At.CreateZExt(Shift, Wide)), At.getInt8Ty());
    Value *Sign = At.CreateAShr(Byte, 7);
    Value *IsSign = At.CreateIsNotNull(At.CreateAnd(Selector, 8));
    Value *Chosen = At.CreateSelect(IsSign, Sign, Byte);
    Out = At.CreateOr(Out, At.CreateShl(At.CreateZExt(Chosen, At.getInt32Ty()),
                                        uint64_t(8) * N));
  }
  return Out;
}

/// fns mask, base, n: the place of the n-th bit that is set.
Value *lowerFindNthSet(IntrinsicCall &I) {
  if (I.Name != "fns")
    return nullptr;
  return I.C.call(I.At, "__racemap_cpu_fns", I.type(),
                  {I.arg(0), I.arg(1), I.arg(2)});
}

} // namespace

Value *lowerInteger(IntrinsicCall &I) {
  for (auto Lower : {lowerHighProduct, lowerShortProduct, lowerSumOfDifferences,
                     lowerDotProduct, lowerPermutation, lowerFindNthSet})
    if (Value *V = Lower(I))
      return V;
  return nullptr;
}

} // namespace racemap::cpu
