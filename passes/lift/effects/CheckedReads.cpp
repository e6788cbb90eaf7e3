// CheckedReads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/CheckedReads.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"

namespace racemap::lift {

using namespace llvm;

/// What may be made of the value before it comes to the swap.
static constexpr unsigned MostUsers = 64;

/// Is I what tells whether the swap has found the value it expected?
static bool isCheck(const Instruction &I, const AtomicCmpXchgInst &Swap) {
  const auto *Compare = dyn_cast<ICmpInst>(&I);
  return Compare && Compare->isEquality() &&
         any_of(Compare->operands(), [&](const Use &X) {
           const auto *Found = dyn_cast<ExtractValueInst>(X);
           return Found && Found->getAggregateOperand() == &Swap;
         });
}

/// One that takes and gives numbers, as those of libdevice do.
static bool isOfNumbers(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  bool IsPure = !Call.mayHaveSideEffects() && !Call.mayReadFromMemory();
  return IsPure || (F && F->getName().starts_with("__nv_") &&
                    none_of(Call.args(), [](const Use &X) {
                      return X->getType()->isPointerTy();
                    }));
}

/// Does I make another value of its operands, and nothing else?
static bool computes(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return isOfNumbers(*Call);
  return isa<PHINode, CastInst, BinaryOperator, UnaryOperator, SelectInst,
             FreezeInst, CmpInst, ExtractValueInst, InsertValueInst>(I);
}

/// Are these the same bits, of another type?
static bool isCast(const User &U) {
  if (isa<PHINode, BitCastInst>(U))
    return true;
  const auto *Call = dyn_cast<CallBase>(&U);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName().contains("_as_") && isOfNumbers(*Call);
}

/// Are A and B computed alike?
static bool isSame(const Value *A, const Value *B, unsigned MostDepth = 8) {
  A = A->stripPointerCasts();
  B = B->stripPointerCasts();
  if (A == B)
    return true;
  const auto *X = dyn_cast<Instruction>(A), *Y = dyn_cast<Instruction>(B);
  bool IsComputed =
      X && !isa<PHINode>(X) && (isa<GetElementPtrInst>(X) || computes(*X));
  return IsComputed && Y && MostDepth && X->isSameOperationAs(Y) &&
         all_of(zip_equal(X->operands(), Y->operands()), [&](auto Each) {
           auto &[Mine, Its] = Each;
           return isSame(Mine, Its, MostDepth - 1);
         });
}

/// The swap that expects what was read, which may have been cast.
static const AtomicCmpXchgInst *expecting(const LoadInst &L) {
  SmallSetVector<const Value *, 8> Its;
  Its.insert(&L);
  for (unsigned I = 0; I < Its.size() && I < MostUsers; ++I)
    for (const User *U : Its[I]->users()) {
      if (isCast(*U))
        Its.insert(U);
      const auto *X = dyn_cast<AtomicCmpXchgInst>(U);
      if (X && X->getCompareOperand() == Its[I] &&
          isSame(X->getPointerOperand(), L.getPointerOperand()))
        return X;
    }
  return nullptr;
}

const AtomicCmpXchgInst *checkedBy(const LoadInst &L) {
  const AtomicCmpXchgInst *Swap = L.isAtomic() ? nullptr : expecting(L);
  if (!Swap)
    return nullptr;
  SmallSetVector<const Instruction *, 16> Made;
  Made.insert(&L);
  for (unsigned I = 0; I < Made.size(); ++I)
    for (const User *U : Made[I]->users()) {
      const auto *By = cast<Instruction>(U);
      if (By == Swap ? Swap->getPointerOperand() == Made[I]
                     : !isCheck(*By, *Swap) && !computes(*By))
        return nullptr;
      if (By != Swap && !isCheck(*By, *Swap))
        Made.insert(By);
      if (Made.size() > MostUsers)
        return nullptr;
    }
  return Swap;
}

} // namespace racemap::lift
