// Divisions - by zero, which the GPU survives.
//
// The host raises a signal for x / 0 and for INT_MIN / -1. Here the divisor is
// then 1, and the result what the GPU has: all bits set for x / 0, x for x % 0,
// INT_MIN and 0 otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace racemap::cpu {

using namespace llvm;

static void guard(BinaryOperator &Division) {
  Type *T = Division.getType();
  auto Op = Division.getOpcode();
  bool IsSigned = Op == Instruction::SDiv || Op == Instruction::SRem;
  bool IsRest = Op == Instruction::SRem || Op == Instruction::URem;
  Value *X = Division.getOperand(0), *Y = Division.getOperand(1);
  IRBuilder<> At(&Division);
  // Looked at twice, an undefined divisor would be two.
  Y = At.CreateFreeze(Y);
  Value *IsZero = At.CreateICmpEQ(Y, Constant::getNullValue(T));
  Value *IsBad = IsZero;
  if (IsSigned) {
    APInt Least = APInt::getSignedMinValue(T->getScalarSizeInBits());
    Value *Overflows =
        At.CreateAnd(At.CreateICmpEQ(X, ConstantInt::get(T, Least)),
                     At.CreateICmpEQ(Y, Constant::getAllOnesValue(T)));
    IsBad = At.CreateOr(IsBad, Overflows);
  }
  Division.setOperand(1, At.CreateSelect(IsBad, ConstantInt::get(T, 1), Y));
  Division.dropPoisonGeneratingFlags();
  At.SetInsertPoint(Division.getNextNode());
  Value *IfZero = IsRest ? X : Constant::getAllOnesValue(T);
  auto *Result = cast<Instruction>(At.CreateSelect(IsZero, IfZero, &Division));
  Division.replaceUsesWithIf(Result,
                             [&](Use &U) { return U.getUser() != Result; });
}

void guardDivisions(Function &F) {
  std::vector<BinaryOperator *> All;
  for (Instruction &I : instructions(F))
    if (I.isIntDivRem() && !isa<Constant>(I.getOperand(1)))
      All.push_back(cast<BinaryOperator>(&I));
  for (BinaryOperator *Division : All)
    guard(*Division);
}

} // namespace racemap::cpu
