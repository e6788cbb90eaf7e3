// ThreadRows - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/ThreadRows.h"
#include "runtime/cpu/Context.h"

#include "llvm/IR/InstIterator.h"

namespace racemap::cpu {

using namespace llvm;

/// Threads of a row between two looks at whether the launch has failed.
static constexpr uint32_t MostAtOnce = 256;

static void note(IRBuilder<> &At, ThreadNumber Which, Value *Number) {
  Code C(*At.GetInsertBlock()->getModule());
  At.CreateStore(Number,
                 At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), C.context(At),
                                               Code::offsetOf(Which)),
                 /*isVolatile=*/true);
}

void useThreadNumbers(Function &F, const ThreadNumbers &Of) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto Which = threadNumberOf(I)) {
      I.replaceAllUsesWith(Of[unsigned(*Which)]);
      I.eraseFromParent();
    }
}

Value *hasFailed(IRBuilder<> &At) {
  Code C(*At.GetInsertBlock()->getModule());
  LoadInst *Error = At.CreateAlignedLoad(
      At.getInt32Ty(),
      C.ofBlock(At, At.getPtrTy(), offsetof(BlockContext, Error)),
      Align(alignof(int)));
  Error->setAtomic(AtomicOrdering::Monotonic);
  return At.CreateIsNotNull(Error);
}

void tellThread(IRBuilder<> &At, const ThreadNumbers &Of) {
  Code C(*At.GetInsertBlock()->getModule());
  C.call(At, "__racemap_cpu_thread", At.getVoidTy(), Of);
}

void addThreadRows(IRBuilder<> &At, Value *First, Value *Count,
                   bool NotesThreads, ThreadBody Body) {
  LLVMContext &Context = At.getContext();
  BasicBlock *Start = At.GetInsertBlock();
  Function *F = Start->getParent();
  Code C(*F->getParent());
  BasicBlock *Row = BasicBlock::Create(Context, "", F),
             *Inner = BasicBlock::Create(Context, "", F),
             *RowEnd = BasicBlock::Create(Context, "", F),
             *End = BasicBlock::Create(Context, "", F);
  Type *Int = At.getInt32Ty();
  Value *SizeX = C.ofBlock(At, Int, offsetof(BlockContext, RowLength));
  Value *SizeY = C.ofBlock(At, Int, offsetof(BlockContext, BlockDim.Y));
  Value *Lines = At.CreateUDiv(First, SizeX);
  Value *FirstX = At.CreateURem(First, SizeX);
  Value *FirstY = At.CreateURem(Lines, SizeY);
  Value *FirstZ = At.CreateUDiv(Lines, SizeY);
  Value *Behind = At.CreateNUWAdd(First, Count);
  At.CreateCondBr(At.CreateICmpULT(First, Behind), Row, End);

  At.SetInsertPoint(Row);
  PHINode *BeginX = At.CreatePHI(Int, 2), *Y = At.CreatePHI(Int, 2),
          *Z = At.CreatePHI(Int, 2), *Begin = At.CreatePHI(Int, 2);
  Value *Length = At.getInt32(MostAtOnce);
  for (Value *Left :
       {At.CreateNUWSub(SizeX, BeginX), At.CreateNUWSub(Behind, Begin)})
    Length = At.CreateBinaryIntrinsic(Intrinsic::umin, Length, Left);
  // A row has at least one thread, which LLVM does not see.
  Length = At.CreateBinaryIntrinsic(Intrinsic::umax, Length, At.getInt32(1));
  Value *EndX = At.CreateAdd(BeginX, Length, "", true, true);
  Value *OfRow = At.CreateSub(Begin, BeginX, "", true, true);
  if (NotesThreads) {
    note(At, ThreadNumber::Y, Y);
    note(At, ThreadNumber::Z, Z);
  }
  At.CreateBr(Inner);

  At.SetInsertPoint(Inner);
  PHINode *X = At.CreatePHI(Int, 2);
  if (NotesThreads)
    note(At, ThreadNumber::X, X);
  Value *Index = At.CreateAdd(OfRow, X, "", true, true);
  Body(At, {X, Y, Z, Index});
  BasicBlock *InnerEnd = At.GetInsertBlock();
  Value *NextX = At.CreateAdd(X, At.getInt32(1), "", true, true);
  At.CreateCondBr(At.CreateICmpNE(NextX, EndX), Inner, RowEnd);

  At.SetInsertPoint(RowEnd);
  Value *Next = At.CreateAdd(Begin, Length, "", true, true);
  Value *IsRow = At.CreateICmpEQ(EndX, SizeX);
  Value *NextY = At.CreateAdd(Y, At.CreateZExt(IsRow, Int), "", true, true);
  Value *IsLayer = At.CreateICmpEQ(NextY, SizeY);
  Value *NextZ = At.CreateAdd(Z, At.CreateZExt(IsLayer, Int), "", true, true);
  NextY = At.CreateSelect(IsLayer, At.getInt32(0), NextY);
  Value *NextBegin = At.CreateSelect(IsRow, At.getInt32(0), EndX);
  Value *HasFailed = hasFailed(At);
  At.CreateCondBr(
      At.CreateAnd(At.CreateICmpULT(Next, Behind), At.CreateNot(HasFailed)),
      Row, End);

  BeginX->addIncoming(FirstX, Start);
  BeginX->addIncoming(NextBegin, RowEnd);
  Y->addIncoming(FirstY, Start);
  Y->addIncoming(NextY, RowEnd);
  Z->addIncoming(FirstZ, Start);
  Z->addIncoming(NextZ, RowEnd);
  Begin->addIncoming(First, Start);
  Begin->addIncoming(Next, RowEnd);
  X->addIncoming(BeginX, Row);
  X->addIncoming(NextX, InnerEnd);
  At.SetInsertPoint(End);
}

} // namespace racemap::cpu
