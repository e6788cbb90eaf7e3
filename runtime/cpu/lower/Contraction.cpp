// Contraction - products and sums that are one operation stay so.
//
// In:  optimised code of one thread, in which the code generator would make one
//      operation of a product and a sum beside it.
// Out: the same, with that operation: however far apart what is the same for
//      several threads, or comes before a barrier, would be moved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::cpu {

using namespace llvm;

/// The product, if the code generator would make one operation of it and the
/// sum: of several, it takes the first.
static BinaryOperator *product(Value *V, const BinaryOperator &Sum) {
  auto *Product = dyn_cast<BinaryOperator>(V);
  bool Is = Product && Product->getOpcode() == Instruction::FMul &&
            Product->hasAllowContract() && Product->hasOneUse() &&
            Product->getParent() == Sum.getParent();
  return Is ? Product : nullptr;
}

void fuse(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Sum = dyn_cast<BinaryOperator>(&I);
    bool IsDifference = Sum && Sum->getOpcode() == Instruction::FSub;
    if (!Sum || !(IsDifference || Sum->getOpcode() == Instruction::FAdd) ||
        !Sum->hasAllowContract())
      continue;
    BinaryOperator *Left = product(Sum->getOperand(0), *Sum);
    BinaryOperator *Its = Left ? Left : product(Sum->getOperand(1), *Sum);
    if (!Its)
      continue;
    IRBuilder<> At(Sum);
    At.setFastMathFlags(Sum->getFastMathFlags());
    Value *A = Its->getOperand(0), *B = Its->getOperand(1),
          *C = Sum->getOperand(Left ? 1 : 0);
    if (IsDifference)
      (Left ? C : A) = At.CreateFNeg(Left ? C : A);
    Sum->replaceAllUsesWith(
        At.CreateIntrinsic(Intrinsic::fmuladd, {Sum->getType()}, {A, B, C}));
    Sum->eraseFromParent();
    Its->eraseFromParent();
  }
}

} // namespace racemap::cpu
