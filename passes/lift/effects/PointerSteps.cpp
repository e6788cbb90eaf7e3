// PointerSteps - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/PointerSteps.h"
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace racemap::lift {

using namespace llvm;

SmallVector<const Value *, 4> stepsOf(const Value *V) {
  if (const auto *G = dyn_cast<GEPOperator>(V))
    return {G->getPointerOperand()};
  if (const auto *C =
          dyn_cast<ConcreteOperator<Operator, Instruction::AddrSpaceCast>>(V))
    return {C->getOperand(0)};
  if (const auto *C = dyn_cast<BitCastOperator>(V))
    return {C->getOperand(0)};
  if (const auto *F = dyn_cast<FreezeInst>(V))
    return {F->getOperand(0)};
  if (const auto *S = dyn_cast<SelectInst>(V))
    return {S->getTrueValue(), S->getFalseValue()};
  if (const auto *Phi = dyn_cast<PHINode>(V)) {
    SmallVector<const Value *, 4> In(Phi->incoming_values());
    return In;
  }
  if (const auto *Call = dyn_cast<CallBase>(V))
    if (const Value *Same = returnedPointer(*Call))
      return {Same};
  if (const auto *To = dyn_cast<Operator>(V))
    if (To->getOpcode() == Instruction::IntToPtr)
      if (const Value *From = addressWithin(To->getOperand(0)))
        return {From};
  if (V->getType()->isIntegerTy())
    if (const Value *From = addressWithin(V))
      return {From};
  return {};
}

SmallVector<const Value *, 4> leavesOf(const Value *V) {
  SmallVector<const Value *, 4> Leaves;
  SmallVector<const Value *, 8> Work{V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    auto Steps = stepsOf(Next);
    if (Steps.empty())
      Leaves.push_back(Next);
    Work.append(Steps.begin(), Steps.end());
  }
  return Leaves;
}

bool isMapped(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("llvm.nvvm.mapa");
}

} // namespace racemap::lift
