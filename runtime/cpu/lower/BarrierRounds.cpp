// BarrierRounds - threads that wait at one barrier of the block only run from
// one time there to the next, each in its turn.
//
// In:  the optimised entry, which runs one thread.
// Out: an entry that runs Count threads of the block from First on, by their
//      linear index. Each is a Coroutine. In a round each goes on until it
//      waits or ends. Then all that have not ended have come, and the barrier
//      is done. Rounds follow each other until all have ended, whichever ways
//      through the code they take.
//
// With a seed, the entry runs one thread, which has a fiber: at the end of its
// round, it waits there for the others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Analyses.h"
#include "runtime/cpu/lower/Coroutine.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/cpu/lower/ThreadRows.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

class BarrierRounds {
public:
  /// Takes the place of One, whose threads are these.
  BarrierRounds(Function &One, const Coroutine &Thread);

private:
  BasicBlock *addBlock() { return BasicBlock::Create(C, "", &All); }
  Value *variable(uint64_t Bytes, uint64_t Alignment);
  Value *frames();
  void addRound(bool IsFirst);
  void run(const ThreadNumbers &Of, bool IsFirst);
  void barrier();
  void goOn(BasicBlock *Again, BasicBlock *Done);

  Function &All;
  const Coroutine &Thread;
  LLVMContext &C;
  IRBuilder<> At;
  Value *Kernel, *First, *Count, *IsOne = nullptr;
  Value *Frames = nullptr, *Round = nullptr;
  Value *NumCame = nullptr; ///< where it is
};

} // namespace

BarrierRounds::BarrierRounds(Function &One, const Coroutine &Thread)
    : All(*Function::Create(One.getFunctionType(), One.getLinkage(), "",
                            One.getParent())),
      Thread(Thread), C(One.getContext()), At(C), Kernel(All.getArg(0)),
      First(All.getArg(1)), Count(All.getArg(2)) {
  All.takeName(&One);
  All.setAttributes(Thread.Begin->getAttributes());
  One.eraseFromParent();
  At.SetInsertPoint(addBlock());
  Round = variable(Coroutine::RoundBytes, alignof(uint64_t));
  NumCame = variable(sizeof(uint32_t), alignof(uint32_t));
  IsOne = At.CreateICmpEQ(Count, At.getInt32(1));
  Frames = frames();
  At.CreateStore(At.getInt32(0), Thread.numTrue(At, Round));
  addRound(/*IsFirst=*/true);
  BasicBlock *Again = addBlock(), *Done = addBlock();
  goOn(Again, Done);
  At.SetInsertPoint(Again);
  barrier();
  addRound(/*IsFirst=*/false);
  goOn(Again, Done);
  At.SetInsertPoint(Done);
  At.CreateRetVoid();
}

Value *BarrierRounds::variable(uint64_t Bytes, uint64_t Alignment) {
  AllocaInst *Its = At.CreateAlloca(ArrayType::get(At.getInt8Ty(), Bytes));
  Its->setAlignment(Align(Alignment));
  return Its;
}

/// A thread that has a fiber has its frame on its stack.
Value *BarrierRounds::frames() {
  Value *Own = variable(Thread.FrameBytes, Thread.FrameAlignment);
  BasicBlock *Start = At.GetInsertBlock(), *Many = addBlock(),
             *Behind = addBlock();
  At.CreateCondBr(IsOne, Behind, Many);
  At.SetInsertPoint(Many);
  Value *Bytes = At.CreateMul(At.CreateZExt(Count, At.getInt64Ty()),
                              At.getInt64(Thread.FrameBytes));
  Value *OfAll = Code(*All.getParent())
                     .call(At, "__racemap_cpu_frames", At.getPtrTy(), {Bytes});
  At.CreateBr(Behind);
  At.SetInsertPoint(Behind);
  PHINode *Which = At.CreatePHI(At.getPtrTy(), 2);
  Which->addIncoming(Own, Start);
  Which->addIncoming(OfAll, Many);
  return Which;
}

/// Each thread that has not ended goes on.
void BarrierRounds::addRound(bool IsFirst) {
  At.CreateStore(At.getInt32(0), NumCame);
  addThreadRows(
      At, First, Count, /*NotesThreads=*/true,
      [&](IRBuilder<> &, const ThreadNumbers &Of) { run(Of, IsFirst); });
}

void BarrierRounds::run(const ThreadNumbers &Of, bool IsFirst) {
  Value *Index = At.CreateSub(Of[unsigned(ThreadNumber::Index)], First);
  Value *Frame = At.CreateGEP(ArrayType::get(At.getInt8Ty(), Thread.FrameBytes),
                              Frames, At.CreateZExt(Index, At.getInt64Ty()));
  BasicBlock *Goes = addBlock(), *Next = addBlock();
  if (IsFirst)
    At.CreateBr(Goes);
  else
    At.CreateCondBr(Thread.hasEnded(At, Frame), Next, Goes);
  At.SetInsertPoint(Goes);
  if (IsFirst)
    Thread.begin(At, Kernel, Round, Frame, Of);
  else
    Thread.resume(At, Frame);
  Value *Comes =
      At.CreateZExt(At.CreateNot(Thread.hasEnded(At, Frame)), At.getInt32Ty());
  At.CreateStore(At.CreateAdd(At.CreateLoad(At.getInt32Ty(), NumCame), Comes),
                 NumCame);
  At.CreateBr(Next);
  At.SetInsertPoint(Next);
}

/// It is done or, where there is one thread, waited for.
void BarrierRounds::barrier() {
  Type *Int = At.getInt32Ty(), *Long = At.getInt64Ty();
  Value *Came = At.CreateLoad(Int, NumCame);
  Value *True = At.CreateLoad(Int, Thread.numTrue(At, Round));
  Value *Here = At.CreateOr(At.CreateZExt(Came, Long),
                            At.CreateShl(At.CreateZExt(True, Long), 32));
  BasicBlock *Start = At.GetInsertBlock(), *Waits = addBlock(),
             *Behind = addBlock();
  At.CreateCondBr(IsOne, Waits, Behind);
  At.SetInsertPoint(Waits);
  Value *There = Code(*All.getParent())
                     .call(At, "__racemap_cpu_barrier", Long,
                           {Thread.Barrier, At.getInt32(0), At.getInt32(1),
                            True, ConstantPointerNull::get(At.getPtrTy())});
  At.CreateBr(Behind);
  At.SetInsertPoint(Behind);
  PHINode *Told = At.CreatePHI(Long, 2);
  Told->addIncoming(Here, Start);
  Told->addIncoming(There, Waits);
  At.CreateStore(Told, Thread.told(Round));
  At.CreateStore(At.getInt32(0), Thread.numTrue(At, Round));
}

/// As long as one has come, and the launch has not failed.
void BarrierRounds::goOn(BasicBlock *Again, BasicBlock *Done) {
  Value *HasCome = At.CreateIsNotNull(At.CreateLoad(At.getInt32Ty(), NumCame));
  At.CreateCondBr(At.CreateAnd(HasCome, At.CreateNot(hasFailed(At))), Again,
                  Done);
}

static void optimize(Module &M, TargetMachine &Machine) {
  PassBuilder Builder(&Machine);
  Analyses Known(Builder);
  FunctionPassManager Passes;
  cantFail(Builder.parsePassPipeline(
      Passes, "sroa,early-cse<memssa>,simplifycfg,loop-simplify,lcssa,"
              "loop-mssa(licm),instcombine<no-verify-fixpoint>,simplifycfg"));
  for (Function &F : M)
    if (!F.isDeclaration())
      Passes.run(F, Known.Functions);
}

void addBarrierRounds(Lowering &L) {
  Function &One = *L.M.getFunction(EntryName);
  fuse(One);
  BarrierRounds(One, Coroutine(One, L.Machine));
  optimize(L.M, L.Machine);
  L.KnowsThreads = true;
}

} // namespace racemap::cpu
