// ThreadLoop - threads that never wait run one after the other, in a loop.
//
// In:  the optimised entry, which runs one thread. No code that it reaches can
//      wait for another one (Fibers).
// Out: an entry that runs Count threads of the block from First on, by their
//      linear index. What is the same for all of them is done once, and LLVM
//      may run several at a time.
//
// Of the functions of the engine that threads call, some have to know whose
// call it is: they are told before. Where that is often, so it is at the
// beginning of each thread, and just before the call where it is rare.
//
// Each thread makes its own promises about memory (__restrict__, __ldg); what
// they say of accesses does not hold between two threads of the loop, and is
// dropped.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Analyses.h"
#include "runtime/cpu/lower/JoinedBlocks.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/cpu/lower/RowChecks.h"
#include "runtime/cpu/lower/ThreadCalls.h"
#include "runtime/cpu/lower/ThreadRows.h"
#include "runtime/device/Abi.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace racemap::cpu {

using namespace llvm;

/// Is this where the launch has the places and sizes of its arrays?
static bool isExtents(const Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName() == device::abi::Extents;
}

/// What is there is the same for all threads.
static void markExtents(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && isExtents(getUnderlyingObject(Load->getPointerOperand())))
      markOfLaunch(*Load);
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

namespace {

/// The entry that is made of the one that runs one thread.
class ThreadLoop {
public:
  /// NotesThreads: the context has the indices of the thread that runs.
  ThreadLoop(Function &One, TargetMachine &Machine, bool NotesThreads)
      : One(One), Machine(Machine), NotesThreads(NotesThreads) {}
  /// One is gone.
  Function &run();
  /// Then: is each thread told of when it begins?
  bool tellsThreads() const { return TellsThreads; }

private:
  void make();
  void inlineThread();
  void readArguments();
  void tellWhoCalls();
  void optimize();

  Function &One;
  TargetMachine &Machine;
  bool NotesThreads, TellsThreads = false;
  Function *All = nullptr;
  CallInst *Thread = nullptr; ///< the call of One
  ThreadNumbers Numbers = {};
};

} // namespace

void ThreadLoop::make() {
  Module &M = *One.getParent();
  All = Function::Create(One.getFunctionType(), One.getLinkage(), "", M);
  All->takeName(&One);
  All->copyAttributesFrom(&One);
  All->removeFnAttr(Attribute::Memory); // it reads where threads are
  IRBuilder<> At(BasicBlock::Create(M.getContext(), "", All));
  addThreadRows(At, All->getArg(1), All->getArg(2), NotesThreads,
                [&](IRBuilder<> &At, const ThreadNumbers &Of) {
                  Numbers = Of;
                  Value *Index = Of[unsigned(ThreadNumber::Index)];
                  Thread = At.CreateCall(
                      &One, {All->getArg(0), Index, At.getInt32(1)});
                });
  At.CreateRetVoid();
}

/// Arguments are read before the first thread, and so is where arrays are.
void ThreadLoop::readArguments() {
  SmallPtrSet<const Value *, 16> Known{All->getArg(0)};
  Instruction *Before = All->getEntryBlock().getTerminator();
  for (BasicBlock *B : ReversePostOrderTraversal<Function *>(All))
    for (Instruction &I : make_early_inc_range(*B)) {
      auto *Place = dyn_cast<GetElementPtrInst>(&I);
      bool IsConstant = Place && Place->hasAllConstantIndices();
      bool IsNext =
          (IsConstant || isOfLaunch(I)) && Known.contains(I.getOperand(0));
      if (!IsNext && !isExtents(&I))
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
  useThreadNumbers(*All, Numbers);
  markExtents(*All);
  forgetPromises(*All);
}

void ThreadLoop::tellWhoCalls() {
  std::vector<CallBase *> Calls = callsOfKind(*All, Callee::Asks);
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
  auto TellBefore = [&](Instruction *I) {
    IRBuilder<> At(I);
    tellThread(At, Numbers);
  };
  if (TellsThreads)
    return TellBefore(cast<Instruction>(Numbers[unsigned(ThreadNumber::Index)])
                          ->getNextNode());
  for (Instruction *I : Calls)
    TellBefore(I);
}

void ThreadLoop::optimize() {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = true;
  PassBuilder Builder(&Machine, Tuning);
  Analyses Known(Builder);
  auto Run = [&](StringRef Pipeline) {
    FunctionPassManager Passes;
    cantFail(Builder.parsePassPipeline(Passes, Pipeline));
    Passes.run(*All, Known.Functions);
  };
  Run("sroa,early-cse<memssa>,simplifycfg,loop-simplify,lcssa,loop-mssa(licm),"
      "instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm)");
  checkRows(*All, Known.Functions);
  Run("simplifycfg,loop-simplify,lcssa,loop-vectorize,"
      "instcombine<no-verify-fixpoint>,loop-mssa(licm),simplifycfg");
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

static Function &copyOf(Function &F) {
  ValueToValueMapTy Map;
  return *CloneFunction(&F, Map);
}

static void replace(Function &F, Function &By) {
  By.takeName(&F);
  F.eraseFromParent();
}

namespace {

/// What is made of an entry if nobody asks which thread runs.
struct FastLoop {
  Function *All;
  bool TellsThreads, IsVector; ///< several threads run at a time
};

} // namespace

static FastLoop addFastLoop(Function &One, TargetMachine &Machine) {
  unsigned Before = numVectorLoops(One);
  ThreadLoop Fast(One, Machine, /*NotesThreads=*/false);
  Function &All = Fast.run();
  return {&All, Fast.tellsThreads(), numVectorLoops(All) > Before};
}

/// Where several threads run at a time, nobody knows which one does. Where they
/// do not, it costs a store to say so.
static bool addLoop(Function &One, TargetMachine &Machine) {
  Function &Again = copyOf(One);
  FastLoop Fast = addFastLoop(One, Machine);
  if (Fast.TellsThreads || Fast.IsVector) {
    Again.eraseFromParent();
    return Fast.TellsThreads;
  }
  replace(*Fast.All, Again);
  ThreadLoop(Again, Machine, /*NotesThreads=*/true).run();
  return true;
}

/// Whose thread it is that is known runs in its own block. False if nothing is
/// changed but where the entry is.
static bool addJoinedLoop(Lowering &L) {
  Function &One = *L.M.getFunction(EntryName);
  auto Joined = L.IsInstrumented ? std::nullopt : joinedBlocks(One);
  if (!Joined)
    return false;
  Function &Apart = copyOf(One);
  joinBlocks(One, *Joined);
  FastLoop Fast = addFastLoop(One, L.Machine);
  if (!Fast.IsVector || Fast.TellsThreads) {
    replace(*Fast.All, Apart);
    return false;
  }
  Apart.eraseFromParent();
  L.JoinedWidth = Joined->Width;
  return true;
}

void addThreadLoop(Lowering &L) {
  Function &One = *L.M.getFunction(EntryName);
  fuse(One);
  markThreadLoads(One);
  if (!addJoinedLoop(L))
    L.KnowsThreads = addLoop(*L.M.getFunction(EntryName), L.Machine);
}

} // namespace racemap::cpu
