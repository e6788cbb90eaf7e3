// LocalBounds - accesses to local arrays stay in them.
//
// What a thread does to its own variables is not announced, as nobody else can
// touch them. But an index that leaves a local array reaches all memory of the
// process, the monitor's own included. So each access whose place in the array
// is not known to be inside is compared with the array's size first; outside,
// the thread's launch ends.
//
// In:  optimised code, in which most variables are in registers, and most
//      indices of what is left are constants.
// Scattered stores of vectors, which few machines have, are not compared.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

/// Bytes that an instruction accesses, one after the other.
struct Access {
  Instruction *At;
  Value *Pointer, *Bytes;
  /// Only elements of this size whose bit is set are accessed.
  Value *Mask = nullptr;
  uint64_t ElementBytes = 0;
};

class LocalBounds {
public:
  explicit LocalBounds(Function &F)
      : F(F), C(*F.getParent()), DL(F.getDataLayout()),
        Library(LibraryImpl, &F), Sizes(DL, &Library, F.getContext()) {}
  void run();

private:
  void note(Instruction &I);
  void add(Instruction &I, Value *Pointer, Type *T);
  Value *outside(const Access &A, IRBuilder<> &B);
  void guard(const Access &A);

  Function &F;
  Code C;
  const DataLayout &DL;
  TargetLibraryInfoImpl LibraryImpl{Triple(F.getParent()->getTargetTriple())};
  TargetLibraryInfo Library;
  ObjectSizeOffsetEvaluator Sizes;
  std::vector<Access> All;
};

} // namespace

static bool isLocal(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [](const Value *O) { return isa<AllocaInst>(O); });
}

void LocalBounds::add(Instruction &I, Value *Pointer, Type *T) {
  Type *Number = DL.getIndexType(Pointer->getType());
  All.push_back(
      {&I, Pointer, ConstantInt::get(Number, DL.getTypeStoreSize(T))});
}

void LocalBounds::note(Instruction &I) {
  if (Value *Pointer = getLoadStorePointerOperand(&I)) {
    add(I, Pointer, getLoadStoreType(&I));
  } else if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I)) {
    add(I, Atomic->getPointerOperand(), Atomic->getType());
  } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
    add(I, Swap->getPointerOperand(), Swap->getNewValOperand()->getType());
  } else if (auto *Range = dyn_cast<MemIntrinsic>(&I)) {
    All.push_back({&I, Range->getDest(), Range->getLength()});
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      All.push_back({&I, Copy->getSource(), Copy->getLength()});
  } else if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    bool IsLoad = Call->getIntrinsicID() == Intrinsic::masked_load;
    if (!IsLoad && Call->getIntrinsicID() != Intrinsic::masked_store)
      return;
    auto *T = dyn_cast<FixedVectorType>(
        IsLoad ? Call->getType() : Call->getArgOperand(0)->getType());
    if (!T)
      return;
    add(I, Call->getArgOperand(IsLoad ? 0 : 1), T);
    for (Value *Argument : Call->args())
      if (Argument->getType()->isVectorTy() &&
          Argument->getType()->getScalarType()->isIntegerTy(1))
        All.back().Mask = Argument;
    All.back().ElementBytes = DL.getTypeStoreSize(T->getElementType());
  }
}

/// The offsets of the elements of a vector.
static Value *offsetsFrom(Value *Offset, const Access &A, IRBuilder<> &B) {
  auto Count = cast<VectorType>(A.Mask->getType())->getElementCount();
  Value *Steps = B.CreateStepVector(VectorType::get(Offset->getType(), Count));
  Value *Size = ConstantInt::get(Offset->getType(), A.ElementBytes);
  return B.CreateAdd(B.CreateVectorSplat(Count, Offset),
                     B.CreateMul(Steps, B.CreateVectorSplat(Count, Size)));
}

/// A condition; null if the access is inside whatever happens. A size is below
/// 2^63, so that offsets before the array are, as unsigned ones, behind it.
Value *LocalBounds::outside(const Access &A, IRBuilder<> &B) {
  SizeOffsetValue Its = Sizes.compute(A.Pointer);
  if (!Its.bothKnown())
    return nullptr;
  Value *Size = Its.Size, *Offset = Its.Offset;
  Value *Bytes = B.CreateZExtOrTrunc(A.Bytes, Size->getType());
  KnownBits Least = computeKnownBits(Size, DL);
  KnownBits Most = computeKnownBits(Offset, DL),
            Last = computeKnownBits(Bytes, DL);
  bool Overflows = false;
  APInt End = Most.getMaxValue().uadd_ov(Last.getMaxValue(), Overflows);
  if (!Overflows && End.ule(Least.getMinValue()))
    return nullptr;
  if (!A.Mask)
    return B.CreateOr(B.CreateICmpUGT(Offset, Size),
                      B.CreateICmpULT(B.CreateSub(Size, Offset), Bytes));
  Value *Element = ConstantInt::get(Size->getType(), A.ElementBytes);
  Value *Begins = offsetsFrom(Offset, A, B);
  auto Count = cast<VectorType>(A.Mask->getType())->getElementCount();
  Value *Above = B.CreateICmpUGT(
      Begins, B.CreateVectorSplat(Count, B.CreateSub(Size, Element)));
  Value *TooSmall = B.CreateICmpULT(Size, Element);
  return B.CreateAnd(
      B.CreateOrReduce(A.Mask),
      B.CreateOr(TooSmall, B.CreateOrReduce(B.CreateAnd(A.Mask, Above))));
}

void LocalBounds::guard(const Access &A) {
  IRBuilder<> B(A.At);
  Value *IsOutside = outside(A, B);
  auto *Known = dyn_cast_or_null<ConstantInt>(IsOutside);
  if (!IsOutside || (Known && Known->isZero()))
    return;
  Constant *Place = C.placeOf(*A.At);
  // Looked at twice, an undefined index would be two.
  Instruction *Never = SplitBlockAndInsertIfThen(B.CreateFreeze(IsOutside),
                                                 A.At, /*Unreachable=*/true);
  IRBuilder<> Then(Never);
  C.call(Then, "__racemap_cpu_outside_local", Then.getVoidTy(), {Place})
      ->setDoesNotReturn();
}

void LocalBounds::run() {
  for (Instruction &I : instructions(F))
    note(I);
  erase_if(All, [](const Access &A) { return !isLocal(A.Pointer); });
  for (const Access &A : All)
    guard(A);
}

void guardLocalBounds(Function &F) { LocalBounds(F).run(); }

} // namespace racemap::cpu
