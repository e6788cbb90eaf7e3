// ThreadLoop - threads that never wait run one after the other, in a loop.
//
// In:  the optimised entry, which runs one thread.
// Out: if no code that the kernel reaches can wait for another thread, an entry
//      that runs Count threads of the block from First on, by their linear
//      index. What is the same for all of them is done once, and LLVM may run
//      several at a time. Else the entry is what it was, and runs the thread
//      whose context it finds.
// Either way calls of Code::threadNumber() become numbers: of the loop, or of
// the context.
//
// A thread waits only where others have to have a turn (SwitchPoints), or in a
// function of the engine. Of those functions, some have to know whose call it
// is: they are told before. Where that is often, so it is at the beginning of
// each thread, and just before the call where it is rare.
//
// Each thread makes its own promises about memory (__restrict__, __ldg); what
// they say of accesses does not hold between two threads of the loop, and is
// dropped. What the code generator would fuse within a thread is fused before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Context.h"
#include "runtime/cpu/lower/Analyses.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace racemap::cpu {

using namespace llvm;

/// What a function that the kernel calls means for its threads.
enum class Callee : uint8_t {
  Silent, ///< it is the same whoever calls
  Asks,   ///< it has to know which thread calls
  Waits   ///< the thread may wait in it, or end; or nobody knows
};

static Callee kindOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F || !F->isDeclaration())
    return Callee::Waits;
  StringRef Name = F->getName();
  if (F->isIntrinsic())
    return Name.starts_with("llvm.nvvm.") ? Callee::Waits : Callee::Silent;
  if (Name.starts_with("__nv_") || isThreadNumber(*F))
    return Callee::Silent;
  return StringSwitch<Callee>(Name)
      .Cases({device::abi::Extents, "__racemap_cpu_clock",
              "__racemap_cpu_globaltimer", "__racemap_cpu_is_in_space",
              "vprintf", "malloc", "free"},
             Callee::Silent)
      .Cases({device::abi::Access, device::abi::Store, device::abi::Stray,
              "__racemap_cpu_trap", "__racemap_cpu_outside_local",
              "__racemap_cpu_check_local", "__assertfail"},
             Callee::Asks)
      .Default(Callee::Waits);
}

static bool callsWhatWaits(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && kindOf(*Call) == Callee::Waits;
  });
}

/// Functions behind pointers, and those that LLVM did not make part of the
/// entry, know nothing of its loop.
static bool isOnlyFunction(const Function &Entry) {
  return all_of(*Entry.getParent(), [&](const Function &F) {
    return &F == &Entry || F.isDeclaration();
  });
}

static void numbersOfContext(Function &F) {
  Code C(*F.getParent());
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto Which = threadNumberOf(I)) {
      IRBuilder<> At(&I);
      I.replaceAllUsesWith(C.ofThread(At, I.getType(), Code::offsetOf(*Which)));
      I.eraseFromParent();
    }
}

/// What each thread promises for itself.
static void forgetPromises(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    I.setMetadata(LLVMContext::MD_noalias, nullptr);
    I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    if (!isOfLaunch(I))
      I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
    if (isa<NoAliasScopeDeclInst>(I))
      I.eraseFromParent();
  }
}

/// The product, if the code generator would make one operation of it and the
/// sum: of several, it takes the first.
static BinaryOperator *product(Value *V, const BinaryOperator &Sum) {
  auto *Product = dyn_cast<BinaryOperator>(V);
  bool Is = Product && Product->getOpcode() == Instruction::FMul &&
            Product->hasAllowContract() && Product->hasOneUse() &&
            Product->getParent() == Sum.getParent();
  return Is ? Product : nullptr;
}

/// Products and sums that are one operation stay so, however far apart what is
/// the same for all threads would be moved.
static void fuse(Function &F) {
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

namespace {

/// The entry that is made of the one that runs one thread.
class ThreadLoop {
public:
  /// NotesThreads: the context has the indices of the thread that runs.
  ThreadLoop(Function &One, TargetMachine &Machine, bool NotesThreads)
      : One(One), C(*One.getParent()), Machine(Machine),
        NotesThreads(NotesThreads) {}
  /// One is gone.
  Function &run();
  /// Then: is each thread told of when it begins?
  bool tellsThreads() const { return TellsThreads; }

private:
  void make();
  void inlineThread();
  void readArguments();
  void tellWhoCalls();
  void note(IRBuilder<> &At, ThreadNumber Which);
  void tell(Instruction &Before);
  void optimize();

  Function &One;
  Code C;
  TargetMachine &Machine;
  bool NotesThreads, TellsThreads = false;
  Function *All = nullptr;
  CallInst *Thread = nullptr; ///< the call of One
  Value *Numbers[Code::NumThreadNumbers] = {};
};

} // namespace

/// Row by row along x, so that x is all that changes in the inner loop.
void ThreadLoop::make() {
  Module &M = *One.getParent();
  LLVMContext &Context = M.getContext();
  All = Function::Create(One.getFunctionType(), One.getLinkage(), "", M);
  All->takeName(&One);
  All->copyAttributesFrom(&One);
  All->removeFnAttr(Attribute::Memory); // it reads where threads are
  Value *First = All->getArg(1), *Count = All->getArg(2);
  BasicBlock *Start = BasicBlock::Create(Context, "", All),
             *Row = BasicBlock::Create(Context, "", All),
             *Inner = BasicBlock::Create(Context, "", All),
             *RowEnd = BasicBlock::Create(Context, "", All),
             *End = BasicBlock::Create(Context, "", All);
  IRBuilder<> At(Start);
  Type *Int = At.getInt32Ty();
  Value *SizeX = C.ofBlock(At, Int, offsetof(BlockContext, BlockDim.X));
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
  Value *Length =
      At.CreateBinaryIntrinsic(Intrinsic::umin, At.CreateNUWSub(SizeX, BeginX),
                               At.CreateNUWSub(Behind, Begin));
  Value *EndX = At.CreateAdd(BeginX, Length, "", true, true);
  Value *OfRow = At.CreateSub(Begin, BeginX, "", true, true);
  Numbers[unsigned(ThreadNumber::Y)] = Y;
  Numbers[unsigned(ThreadNumber::Z)] = Z;
  note(At, ThreadNumber::Y);
  note(At, ThreadNumber::Z);
  At.CreateBr(Inner);

  At.SetInsertPoint(Inner);
  PHINode *X = At.CreatePHI(Int, 2);
  Numbers[unsigned(ThreadNumber::X)] = X;
  note(At, ThreadNumber::X);
  Value *Index = At.CreateAdd(OfRow, X, "", true, true);
  Thread = At.CreateCall(&One, {All->getArg(0), Index, At.getInt32(1)});
  Value *NextX = At.CreateAdd(X, At.getInt32(1), "", true, true);
  At.CreateCondBr(At.CreateICmpULT(NextX, EndX), Inner, RowEnd);

  At.SetInsertPoint(RowEnd);
  Value *Next = At.CreateAdd(Begin, Length, "", true, true);
  Value *NextY = At.CreateAdd(Y, At.getInt32(1), "", true, true);
  Value *IsLayer = At.CreateICmpEQ(NextY, SizeY);
  Value *NextZ = At.CreateAdd(Z, At.CreateZExt(IsLayer, Int), "", true, true);
  NextY = At.CreateSelect(IsLayer, At.getInt32(0), NextY);
  At.CreateCondBr(At.CreateICmpULT(Next, Behind), Row, End);

  At.SetInsertPoint(End);
  At.CreateRetVoid();

  BeginX->addIncoming(FirstX, Start);
  BeginX->addIncoming(At.getInt32(0), RowEnd);
  Y->addIncoming(FirstY, Start);
  Y->addIncoming(NextY, RowEnd);
  Z->addIncoming(FirstZ, Start);
  Z->addIncoming(NextZ, RowEnd);
  Begin->addIncoming(First, Start);
  Begin->addIncoming(Next, RowEnd);
  X->addIncoming(BeginX, Row);
  X->addIncoming(NextX, Inner);
  Numbers[unsigned(ThreadNumber::Index)] = Index;
}

/// Arguments are read before the first thread.
void ThreadLoop::readArguments() {
  SmallPtrSet<const Value *, 16> Known{All->getArg(0)};
  Instruction *Before = All->getEntryBlock().getTerminator();
  for (BasicBlock *B : ReversePostOrderTraversal<Function *>(All))
    for (Instruction &I : make_early_inc_range(*B)) {
      auto *Place = dyn_cast<GetElementPtrInst>(&I);
      bool IsConstant = Place && Place->hasAllConstantIndices();
      if ((!IsConstant && !isOfLaunch(I)) || !Known.contains(I.getOperand(0)))
        continue;
      I.moveBefore(Before->getIterator());
      Known.insert(&I);
    }
}

void ThreadLoop::inlineThread() {
  InlineFunctionInfo Info;
  [[maybe_unused]] InlineResult Done = InlineFunction(*Thread, Info);
  assert(Done.isSuccess() && "the entry has nothing that forbids it");
  One.eraseFromParent();
  for (Instruction &I : make_early_inc_range(instructions(*All)))
    if (auto Which = threadNumberOf(I)) {
      I.replaceAllUsesWith(Numbers[unsigned(*Which)]);
      I.eraseFromParent();
    }
  forgetPromises(*All);
}

void ThreadLoop::tell(Instruction &Before) {
  IRBuilder<> At(&Before);
  C.call(At, "__racemap_cpu_thread", At.getVoidTy(), Numbers);
}

void ThreadLoop::tellWhoCalls() {
  std::vector<Instruction *> Calls;
  for (Instruction &I : instructions(*All))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && kindOf(*Call) == Callee::Asks)
      Calls.push_back(&I);
  if (Calls.empty())
    return;
  DominatorTree Tree(*All);
  LoopInfo Loops(Tree);
  BranchProbabilityInfo Likely(*All, Loops);
  BlockFrequencyInfo Often(*All, Likely, Loops);
  auto FrequencyAt = [&](const Instruction *I) {
    return Often.getBlockFreq(I->getParent()).getFrequency();
  };
  auto *X = cast<PHINode>(Numbers[unsigned(ThreadNumber::X)]);
  uint64_t OfCalls = 0;
  for (Instruction *I : Calls)
    OfCalls += FrequencyAt(I);
  TellsThreads = OfCalls >= FrequencyAt(X) / 4;
  if (TellsThreads)
    return tell(*cast<Instruction>(Numbers[unsigned(ThreadNumber::Index)])
                     ->getNextNode());
  for (Instruction *I : Calls)
    tell(*I);
}

/// For who looks when the thread has raised a signal.
void ThreadLoop::note(IRBuilder<> &At, ThreadNumber Which) {
  if (NotesThreads)
    At.CreateStore(Numbers[unsigned(Which)],
                   At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), C.context(At),
                                                 Code::offsetOf(Which)),
                   /*isVolatile=*/true);
}

void ThreadLoop::optimize() {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = true;
  PassBuilder Builder(&Machine, Tuning);
  Analyses Known(Builder);
  FunctionPassManager Passes;
  cantFail(Builder.parsePassPipeline(
      Passes, "sroa,early-cse<memssa>,simplifycfg,loop-simplify,lcssa,"
              "loop-mssa(licm),instcombine<no-verify-fixpoint>,simplifycfg,"
              "loop-mssa(licm),loop-vectorize,instcombine<no-verify-fixpoint>,"
              "loop-mssa(licm),simplifycfg"));
  Passes.run(*All, Known.Functions);
}

Function &ThreadLoop::run() {
  make();
  inlineThread();
  readArguments();
  tellWhoCalls();
  optimize();
  return *All;
}

static unsigned numVectorLoops(Function &F) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  return unsigned(count_if(Loops.getLoopsInPreorder(), [](const Loop *L) {
    return getBooleanLoopAttribute(L, "llvm.loop.isvectorized");
  }));
}

/// Where several threads run at a time, nobody knows which one does. Where they
/// do not, it costs a store to say so.
static bool addLoop(Function &One, TargetMachine &Machine) {
  fuse(One);
  unsigned Before = numVectorLoops(One);
  ValueToValueMapTy Map;
  Function *Again = CloneFunction(&One, Map);
  ThreadLoop Fast(One, Machine, /*NotesThreads=*/false);
  Function &All = Fast.run();
  if (Fast.tellsThreads() || numVectorLoops(All) > Before) {
    Again->eraseFromParent();
    return Fast.tellsThreads();
  }
  Again->takeName(&All);
  All.eraseFromParent();
  ThreadLoop(*Again, Machine, /*NotesThreads=*/true).run();
  return true;
}

void addThreadLoop(Lowering &L) {
  Function &Entry = *L.M.getFunction(EntryName);
  L.NeverWaits =
      isOnlyFunction(Entry) && !mayWait(Entry) && !callsWhatWaits(Entry);
  if (L.NeverWaits) {
    if (L.IsInstrumented) // who leaves a local array is told of, too
      guardLocalBounds(Entry);
    L.KnowsThreads = addLoop(Entry, L.Machine);
    return;
  }
  for (Function &F : L.M)
    numbersOfContext(F);
}

} // namespace racemap::cpu
