// LocalBounds - accesses to memory of the thread's own stay in it.
//
// What a thread does to its own variables is not announced, as nobody else can
// touch them. But an index that leaves a local array reaches all memory of the
// process, the monitor's own included. So each access whose place in the array
// is not known to be inside is compared with the array's size first; outside,
// the thread's launch ends. Of what is local by its address space alone, no
// size is known: it has to be on the thread's stack.
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
  bool isInside(const Access &A);
  Value *outside(const Access &A, ArrayRef<const Value *> In, IRBuilder<> &B);
  void guard(Access A);

  Function &F;
  Code C;
  const DataLayout &DL;
  TargetLibraryInfoImpl LibraryImpl{Triple(F.getParent()->getTargetTriple())};
  TargetLibraryInfo Library;
  ObjectSizeOffsetEvaluator Sizes;
  std::vector<Access> All;
};

} // namespace

static SmallVector<const Value *, 4> objectsOf(const Value *Pointer) {
  SmallVector<const Value *, 4> All;
  getUnderlyingObjects(Pointer, All, /*LI=*/nullptr, /*MaxLookup=*/0);
  return All;
}

/// As passes/instrument/Objects.cpp has it, which leaves out stores to these.
static bool isOwn(const Value *Object) {
  constexpr unsigned Local = 5; // of NVPTX
  if (isa<AllocaInst>(Object))
    return true;
  if (const auto *A = dyn_cast<Argument>(Object); A && A->hasByValAttr())
    return true;
  return Object->getType()->isPointerTy() &&
         Object->getType()->getPointerAddressSpace() == Local;
}

/// Of an object that is there wherever its function is.
static std::optional<uint64_t> sizeOf(const Value *Object,
                                      const DataLayout &DL) {
  if (const auto *A = dyn_cast<Argument>(Object); A && A->hasByValAttr())
    return A->getPassPointeeByValueCopySize(DL);
  const auto *V = dyn_cast<AllocaInst>(Object);
  auto Size =
      V && V->isStaticAlloca() ? V->getAllocationSize(DL) : std::nullopt;
  return Size && !Size->isScalable() ? std::optional(Size->getFixedValue())
                                     : std::nullopt;
}

void LocalBounds::add(Instruction &I, Value *Pointer, Type *T) {
  TypeSize Size = DL.getTypeStoreSize(T);
  if (!Size.isScalable())
    All.push_back({&I, Pointer,
                   ConstantInt::get(Type::getInt64Ty(F.getContext()),
                                    Size.getFixedValue())});
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
    // The last argument, but for what a load gives where nothing is loaded.
    All.back().Mask = Call->getArgOperand(Call->arg_size() - (IsLoad ? 2 : 1));
    All.back().ElementBytes = DL.getTypeStoreSize(T->getElementType());
  }
}

/// Whatever happens.
bool LocalBounds::isInside(const Access &A) {
  SizeOffsetValue Its = Sizes.compute(A.Pointer);
  if (!Its.bothKnown())
    return false;
  auto Most = [&](Value *V) {
    return computeKnownBits(V, DL).getMaxValue().zextOrTrunc(64);
  };
  bool Overflows = false;
  APInt End = Most(Its.Offset).uadd_ov(Most(A.Bytes), Overflows);
  APInt Least = computeKnownBits(Its.Size, DL).getMinValue().zextOrTrunc(64);
  return !Overflows && End.ule(Least);
}

/// Of an array of this size. Offsets in front of it are, as unsigned numbers,
/// behind it.
static Value *outsideOf(uint64_t Size, Value *Offset, const Access &A,
                        IRBuilder<> &B) {
  auto *Known = dyn_cast<ConstantInt>(A.Bytes);
  if (Known && Known->getZExtValue() <= Size)
    return B.CreateICmpUGT(Offset, B.getInt64(Size - Known->getZExtValue()));
  Value *Left = B.CreateSub(B.getInt64(Size), A.Bytes);
  Value *IsOutside = B.CreateOr(B.CreateICmpUGT(A.Bytes, B.getInt64(Size)),
                                B.CreateICmpUGT(Offset, Left));
  return B.CreateAnd(IsOutside, B.CreateIsNotNull(A.Bytes));
}

/// The same for the elements of a vector.
static Value *maskedOutsideOf(uint64_t Size, Value *Offset, const Access &A,
                              IRBuilder<> &B) {
  auto Count = cast<VectorType>(A.Mask->getType())->getElementCount();
  auto Each = [&](uint64_t Number) {
    return B.CreateVectorSplat(Count, B.getInt64(Number));
  };
  if (Size < A.ElementBytes)
    return B.CreateOrReduce(A.Mask);
  Value *Steps = B.CreateStepVector(VectorType::get(B.getInt64Ty(), Count));
  Value *Begins = B.CreateAdd(B.CreateVectorSplat(Count, Offset),
                              B.CreateMul(Steps, Each(A.ElementBytes)));
  return B.CreateOrReduce(B.CreateAnd(
      A.Mask, B.CreateICmpUGT(Begins, Each(Size - A.ElementBytes))));
}

/// Of all objects; null if one is of unknown size.
Value *LocalBounds::outside(const Access &A, ArrayRef<const Value *> In,
                            IRBuilder<> &B) {
  Value *IsOutside = B.getTrue();
  for (const Value *Object : In) {
    auto Size = sizeOf(Object, DL);
    if (!Size)
      return nullptr;
    Value *Begin =
        B.CreatePtrToInt(const_cast<Value *>(Object), B.getInt64Ty());
    Value *Offset =
        B.CreateSub(B.CreatePtrToInt(A.Pointer, B.getInt64Ty()), Begin);
    Value *OfIt = (A.Mask ? maskedOutsideOf : outsideOf)(*Size, Offset, A, B);
    IsOutside = B.CreateAnd(IsOutside, OfIt);
  }
  return IsOutside;
}

/// Looked at twice, an undefined value would be two.
static Value *settle(Value *V, Instruction &In, IRBuilder<> &B) {
  if (!V || isa<Constant, FreezeInst>(V))
    return V;
  Value *Settled = B.CreateFreeze(V);
  In.replaceUsesOfWith(V, Settled);
  return Settled;
}

void LocalBounds::guard(Access A) {
  IRBuilder<> B(A.At);
  auto In = objectsOf(A.Pointer);
  // For the other end of a copy, it is settled already.
  if (auto *Range = dyn_cast<MemIntrinsic>(A.At))
    A.Bytes = Range->getLength();
  for (Value **V : {&A.Pointer, &A.Bytes, &A.Mask})
    *V = settle(*V, *A.At, B);
  A.Bytes = B.CreateZExtOrTrunc(A.Bytes, B.getInt64Ty());
  Constant *Place = C.placeOf(*A.At);
  Value *IsOutside = outside(A, In, B);
  if (!IsOutside) {
    Value *P = B.CreateAddrSpaceCast(A.Pointer, B.getPtrTy());
    C.call(B, "__racemap_cpu_check_local", B.getVoidTy(), {P, A.Bytes, Place});
    return;
  }
  IRBuilder<> Then(
      SplitBlockAndInsertIfThen(IsOutside, A.At, /*Unreachable=*/true));
  C.call(Then, "__racemap_cpu_outside_local", Then.getVoidTy(), {Place})
      ->setDoesNotReturn();
}

void LocalBounds::run() {
  for (Instruction &I : instructions(F))
    note(I);
  erase_if(All, [this](const Access &A) {
    return !all_of(objectsOf(A.Pointer), isOwn) || isInside(A);
  });
  for (const Access &A : All)
    guard(A);
}

void guardLocalBounds(Function &F) { LocalBounds(F).run(); }

} // namespace racemap::cpu
