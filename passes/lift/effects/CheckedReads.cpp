// CheckedReads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/CheckedReads.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::lift {

using namespace llvm;

/// What may be made of the value before it comes to the swap.
static constexpr unsigned MostUsers = 64;

/// One that takes and gives numbers, as those of libdevice do.
static bool isOfNumbers(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  // Inline PTX is not said to come back.
  return Call.doesNotAccessMemory() ||
         (F && F->getName().starts_with("__nv_") &&
          none_of(Call.args(),
                  [](const Use &X) { return X->getType()->isPointerTy(); }));
}

/// Does I make another value of its operands, and nothing else?
static bool computes(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return isOfNumbers(*Call);
  return isa<PHINode, CastInst, BinaryOperator, UnaryOperator, SelectInst,
             FreezeInst, CmpInst, ExtractValueInst, InsertValueInst>(I);
}

/// The same bits, as they were before they got another type.
static const Value *withoutCasts(const Value *V) {
  while (true) {
    const auto *Call = dyn_cast<CallBase>(V);
    const Function *F = Call ? Call->getCalledFunction() : nullptr;
    bool IsCast =
        F && F->getName().starts_with("__nv_") && F->getName().contains("_as_");
    if (!IsCast && !isa<BitCastInst>(V))
      return V;
    V = cast<User>(V)->getOperand(0);
  }
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

static bool isFoundBy(const Value *V, const AtomicCmpXchgInst &Swap) {
  const auto *Found = dyn_cast<ExtractValueInst>(withoutCasts(V));
  return Found && Found->getAggregateOperand() == &Swap;
}

namespace {
/// What a swap expects: the value that was read, or, in a loop, that or what
/// the swap before has found. Nothing else: what comes from an iteration around
/// it is of another time, and may be of another place.
class Expected {
public:
  explicit Expected(const AtomicCmpXchgInst &Swap)
      : Swap(Swap), Its(withoutCasts(Swap.getCompareOperand())) {}

  bool isFrom(const LoadInst &L) const {
    const auto *Either = dyn_cast<PHINode>(Its);
    return Its == &L ||
           (Either &&
            any_of(Either->incoming_values(),
                   [&](const Use &X) { return withoutCasts(X) == &L; }) &&
            all_of(Either->incoming_values(), [&](const Use &X) {
              return withoutCasts(X) == &L || isFoundBy(X, Swap);
            }));
  }
  /// Is V it, in whichever type?
  bool is(const Value *V) const { return withoutCasts(V) == Its; }
  /// Does I tell whether the swap has found it?
  bool isCheck(const Instruction &I) const {
    const auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare || !Compare->isEquality())
      return false;
    const Value *A = I.getOperand(0), *B = I.getOperand(1);
    // C++ compares numbers of 16 bits as int.
    if (isa<ZExtInst>(A) && isa<ZExtInst>(B)) {
      A = cast<ZExtInst>(A)->getOperand(0);
      B = cast<ZExtInst>(B)->getOperand(0);
    }
    return (is(A) && isFoundBy(B, Swap)) || (is(B) && isFoundBy(A, Swap));
  }

private:
  const AtomicCmpXchgInst &Swap;
  const Value *Its;
};
} // namespace

/// The swap that expects what was read.
static const AtomicCmpXchgInst *expecting(const LoadInst &L) {
  SmallSetVector<const Value *, 8> Same;
  Same.insert(&L);
  for (unsigned I = 0; I < Same.size() && I < MostUsers; ++I)
    for (const User *U : Same[I]->users()) {
      if (isa<PHINode>(U) || withoutCasts(U) != U)
        Same.insert(U);
      const auto *X = dyn_cast<AtomicCmpXchgInst>(U);
      if (X && Expected(*X).isFrom(L) &&
          isSame(X->getPointerOperand(), L.getPointerOperand()))
        return X;
    }
  return nullptr;
}

const AtomicCmpXchgInst *checkedBy(const LoadInst &L) {
  const AtomicCmpXchgInst *Swap = L.isAtomic() ? nullptr : expecting(L);
  if (!Swap)
    return nullptr;
  Expected Its(*Swap);
  SmallSetVector<const Instruction *, 16> Made;
  Made.insert(&L);
  for (unsigned I = 0; I < Made.size(); ++I)
    for (const User *U : Made[I]->users()) {
      const auto *By = cast<Instruction>(U);
      // What is made of it before it is what the swap expects would be written
      // by later swaps, too, which do not check it.
      bool IsBefore = withoutCasts(Made[I]) == &L && !Its.is(&L);
      bool IsFine = IsBefore     ? Its.is(By) || withoutCasts(By) == &L
                    : By == Swap ? Swap->getPointerOperand() != Made[I]
                                 : Its.isCheck(*By) || computes(*By);
      if (!IsFine)
        return nullptr;
      if (By != Swap && !Its.isCheck(*By))
        Made.insert(By);
      if (Made.size() > MostUsers)
        return nullptr;
    }
  return Swap;
}

} // namespace racemap::lift
