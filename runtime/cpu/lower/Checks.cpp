// Checks - most of the accesses that instrumented code announces change
// nothing, which is seen here without a call.
//
// In:  optimised code with calls of __racemap_access.
// Out: a plain one whose number of bytes is known, of whole words, happens only
// if
//      the words are not all in global memory or the block's own shared memory,
//      or one of their cells does not agree with the thread's stamp
//      (device::Agreement). What memory the launch does not have is not sorted
//      out here: its cells are never kept.
// As late as it is, the optimiser has taken the calls for what touches nothing
// that the program knows of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace racemap::cpu {

using namespace llvm;
using device::CellLayout;

static constexpr uint64_t WordBytes = 4, CellBytes = sizeof(device::Word),
                          MostWords = 4;

namespace {

/// A part of memory as a check needs it: where it and its cells begin, how many
/// words it has, and where in the thread the stamp for it is.
struct Part {
  Value *Begin = nullptr, *Words = nullptr, *Cells = nullptr;
  size_t Stamp = 0;
  bool HasEpochs = false;
};

/// One call: what it announces, the block that it is in now, and what follows.
struct Access {
  device::Descriptor How;
  uint64_t NumWords = 0;
  Value *Address = nullptr;
  BasicBlock *Slow = nullptr, *Done = nullptr;
};

class Checks {
public:
  explicit Checks(Function &F) : F(F), C(*F.getParent()) {}
  void run();

private:
  Value *thread();
  Value *stamp(IRBuilder<> &At, size_t Offset);
  static Part global(IRBuilder<> &At);
  const Part &shared();
  Value *changes(IRBuilder<> &At, const Part &In, Value *Index,
                 const Access &A);
  void checkIn(const Part &In, const Access &A, BasicBlock *From,
               BasicBlock *Else);
  void inlineCheck(CallInst &Call);

  Function &F;
  Code C;
  Value *Thread = nullptr;
  std::optional<Part> Shared;
};

device::Descriptor descriptor(const CallInst &Call) {
  auto *Bits = cast<ConstantInt>(Call.getArgOperand(2));
  return device::Descriptor::of(unsigned(Bits->getZExtValue()));
}

/// How many whole words; 0 if that is not known, or if it does not help.
uint64_t numWords(const CallInst &Call) {
  if (isAtomic(descriptor(Call).Op))
    return 0;
  auto *Bytes = dyn_cast<ConstantInt>(Call.getArgOperand(1));
  if (!Bytes || Bytes->getZExtValue() % WordBytes != 0)
    return 0;
  uint64_t Words = Bytes->getZExtValue() / WordBytes;
  return Words <= MostWords ? Words : 0;
}

} // namespace

Value *Checks::thread() {
  if (!Thread) {
    IRBuilder<> Start(&F.getEntryBlock(),
                      F.getEntryBlock().getFirstInsertionPt());
    Thread = C.ofThread(Start, Start.getPtrTy(), offsetof(Context, T));
  }
  return Thread;
}

/// A stamp; barriers change it.
Value *Checks::stamp(IRBuilder<> &At, size_t Offset) {
  Value *Place = At.CreateConstInBoundsGEP1_64(
      At.getInt8Ty(), thread(), offsetof(cpu::Thread, Leaves) + Offset);
  return At.CreateLoad(At.getInt64Ty(), Place);
}

Part Checks::global(IRBuilder<> &At) {
  const Arena &All = Arena::get();
  Part P;
  P.Begin = At.getInt64(uint64_t(All.globalBegin()));
  P.Words = At.getInt64(All.globalBytes() / WordBytes);
  P.Cells = At.getInt64(uint64_t(All.shadow(All.globalBegin())));
  P.Stamp = offsetof(Stamps, InGlobal);
  P.HasEpochs = true;
  return P;
}

/// Of the block that the thread is in: found once in each function.
const Part &Checks::shared() {
  if (Shared)
    return *Shared;
  const Arena &All = Arena::get();
  IRBuilder<> At(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
  Type *Int = At.getInt32Ty(), *Long = At.getInt64Ty();
  Shared.emplace();
  Shared->Begin = C.ofBlock(At, Long, offsetof(BlockContext, Shared));
  Value *Bytes =
      At.CreateAdd(C.ofBlock(At, Int, offsetof(BlockContext, StaticShared)),
                   C.ofBlock(At, Int, offsetof(BlockContext, DynamicShared)));
  Shared->Words = At.CreateZExt(At.CreateLShr(Bytes, 2), Long);
  Value *Offset =
      At.CreateSub(Shared->Begin, At.getInt64(uint64_t(All.slot(0))));
  Shared->Cells = At.CreateAdd(At.CreateShl(Offset, 1),
                               At.getInt64(uint64_t(All.shadow(All.slot(0)))));
  Shared->Stamp = offsetof(Stamps, InShared);
  return *Shared;
}

/// Does one of the cells from Index on not stay as it is?
Value *Checks::changes(IRBuilder<> &At, const Part &In, Value *Index,
                       const Access &A) {
  Type *Long = At.getInt64Ty();
  auto Table = uint64_t(&monitor::agreement().Bits[unsigned(A.How.Op)]);
  Value *Stamp = stamp(At, In.Stamp), *Differ = At.getInt64(0);
  Value *IsOld = At.getFalse();
  Value *First = At.CreateAdd(In.Cells, At.CreateShl(Index, 3));
  for (uint64_t I = 0; I < A.NumWords; ++I) {
    Value *Place = At.CreateIntToPtr(
        At.CreateAdd(First, At.getInt64(I * CellBytes)), At.getPtrTy());
    LoadInst *Cell = At.CreateAlignedLoad(Long, Place, Align(CellBytes));
    Cell->setAtomic(AtomicOrdering::Monotonic);
    Value *State = At.CreateLShr(Cell, 59);
    Value *Row = At.CreateIntToPtr(
        At.CreateAdd(At.getInt64(Table), At.CreateShl(State, 3)),
        At.getPtrTy());
    Value *Bits = At.CreateAlignedLoad(Long, Row, Align(CellBytes));
    Differ = At.CreateOr(Differ, At.CreateAnd(At.CreateXor(Cell, Stamp), Bits));
    if (In.HasEpochs) {
      Value *Age = At.CreateShl(Cell, CellLayout::StateBits);
      Value *Epoch = stamp(At, offsetof(Stamps, Epoch));
      IsOld = At.CreateOr(IsOld, At.CreateICmpULT(Age, Epoch));
    }
  }
  return At.CreateOr(At.CreateIsNotNull(Differ), IsOld);
}

/// From From: if the access is within the part and changes nothing, to Done; if
/// it is elsewhere, to Else; otherwise to Slow.
void Checks::checkIn(const Part &In, const Access &A, BasicBlock *From,
                     BasicBlock *Else) {
  LLVMContext &Context = F.getContext();
  auto *Within = BasicBlock::Create(Context, "", &F, A.Slow);
  IRBuilder<> At(From);
  // Turned by two bits, what is not aligned is far away.
  Value *Offset = At.CreateSub(A.Address, In.Begin);
  Value *Index = At.CreateIntrinsic(Intrinsic::fshr, {At.getInt64Ty()},
                                    {Offset, Offset, At.getInt64(2)});
  Value *Last = At.CreateAdd(Index, At.getInt64(A.NumWords - 1));
  MDBuilder Weights(Context);
  At.CreateCondBr(At.CreateICmpULT(Last, In.Words), Within, Else,
                  Weights.createLikelyBranchWeights());
  At.SetInsertPoint(Within);
  At.CreateCondBr(changes(At, In, Index, A), A.Slow, A.Done,
                  Weights.createUnlikelyBranchWeights());
}

void Checks::inlineCheck(CallInst &Call) {
  Access A;
  A.How = descriptor(Call);
  A.NumWords = numWords(Call);
  BasicBlock *Head = Call.getParent();
  A.Slow = SplitBlock(Head, &Call);
  A.Done = SplitBlock(A.Slow, Call.getNextNode());
  Head->getTerminator()->eraseFromParent();
  IRBuilder<> At(Head);
  A.Address = At.CreatePtrToInt(Call.getArgOperand(0), At.getInt64Ty());
  switch (A.How.In) {
  case device::Space::Shared:
    return checkIn(shared(), A, Head, A.Slow);
  case device::Space::Global:
    return checkIn(global(At), A, Head, A.Slow);
  case device::Space::Generic:
    break;
  }
  auto *Else = BasicBlock::Create(F.getContext(), "", &F, A.Slow);
  checkIn(global(At), A, Head, Else);
  checkIn(shared(), A, Else, A.Slow);
}

void Checks::run() {
  std::vector<CallInst *> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->getName() == device::abi::Access && numWords(*Call))
      Calls.push_back(Call);
  }
  for (CallInst *Call : Calls)
    inlineCheck(*Call);
}

void inlineChecks(Function &F) { Checks(F).run(); }

} // namespace racemap::cpu
