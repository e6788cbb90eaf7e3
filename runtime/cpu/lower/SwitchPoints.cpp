// SwitchPoints - where a thread lets others run.
//
// In:  optimised code.
// Out: each atomic or volatile access, each fence and each iteration of a loop
//      that does not count takes something from the thread's budget, and when
//      the budget is used up, others have their turn: the thread may be waiting
//      for one of them. A loop whose number of iterations is fixed when it is
//      entered waits for nobody, nor does one that looks at no memory, or in
//      which a number goes up step by step until it is at its limit, whatever
//      that is.
// An atomic access that changes something, a store that others wait for, or an
// iteration of a kernel's loop that waits for nobody and is in no loop that
// may, says that the thread did more than wait. An access and what instrumented
// code says of it stay together: the switch comes after both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Order.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

class SwitchPoints {
public:
  explicit SwitchPoints(Function &F) : F(F), C(*F.getParent()) {}
  void run();
  bool isEmpty();

private:
  Value *field(IRBuilder<> &At, size_t Offset);
  void markProgress(IRBuilder<> &At, Value *IfSet);
  void spend(Instruction &Before, int32_t Cost);
  void afterAccess(Instruction &I);
  void findLoops();

  Function &F;
  Code C;
  Value *Self = nullptr;
  std::vector<Instruction *> Ends; ///< of iterations of loops that may wait
  std::vector<Instruction *> Done; ///< who comes here does more than wait
};

/// A thread's own variables are nobody's to wait for.
bool isLocal(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer));
}

bool isSwitchPoint(const Instruction &I) {
  if (isa<FenceInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return (Load->isVolatile() || Load->isAtomic()) &&
           !isLocal(Load->getPointerOperand());
  return false;
}

/// Does the loop read what others may write?
bool looksAtMemory(const Loop &L) {
  auto Looks = [](const Instruction &I) {
    if (!I.mayReadFromMemory() || isa<AssumeInst, LifetimeIntrinsic>(I))
      return false;
    auto *Load = dyn_cast<LoadInst>(&I);
    return !Load || (!isLocal(Load->getPointerOperand()) &&
                     !Load->hasMetadata(LLVMContext::MD_invariant_load));
  };
  return any_of(L.blocks(),
                [&](const BasicBlock *B) { return any_of(*B, Looks); });
}

/// Does B leave the loop at the latest when a number comes to its limit, which
/// only goes up, or down, whatever it is compared with?
bool countsToItsEnd(const BasicBlock &B, const Loop &L,
                    ScalarEvolution &Counts) {
  auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
  auto *Test = Branch && Branch->isConditional()
                   ? dyn_cast<ICmpInst>(Branch->getCondition())
                   : nullptr;
  if (!Test || !Test->isRelational() ||
      L.contains(Branch->getSuccessor(0)) ==
          L.contains(Branch->getSuccessor(1)))
    return false;
  for (bool Swapped : {false, true}) {
    auto *Number = dyn_cast<SCEVAddRecExpr>(
        Counts.getSCEV(Test->getOperand(Swapped ? 1 : 0)));
    if (!Number || Number->getLoop() != &L || !Number->isAffine())
      continue;
    auto *Step = dyn_cast<SCEVConstant>(Number->getStepRecurrence(Counts));
    if (!Step)
      continue;
    ICmpInst::Predicate Stays =
        Swapped ? Test->getSwappedPredicate() : Test->getPredicate();
    if (!L.contains(Branch->getSuccessor(0)))
      Stays = ICmpInst::getInversePredicate(Stays);
    bool Wraps = ICmpInst::isSigned(Stays) ? !Number->hasNoSignedWrap()
                                           : !Number->hasNoUnsignedWrap();
    bool ToLimit = ICmpInst::isLT(Stays) || (ICmpInst::isLE(Stays) && !Wraps);
    bool ToFloor = ICmpInst::isGT(Stays) || (ICmpInst::isGE(Stays) && !Wraps);
    if ((Step->getAPInt().isOne() && ToLimit) ||
        (Step->getAPInt().isAllOnes() && ToFloor))
      return true;
  }
  return false;
}

/// Is an end of the loop passed in each iteration that comes whatever others
/// do? Where it is, nobody has to be waited for.
bool endsByItself(const Loop &L, ScalarEvolution &Counts,
                  const DominatorTree &Tree) {
  SmallVector<BasicBlock *, 4> Latches, Exits;
  L.getLoopLatches(Latches);
  L.getExitingBlocks(Exits);
  return any_of(Exits, [&](BasicBlock *B) {
    return countsToItsEnd(*B, L, Counts) &&
           all_of(Latches,
                  [&](BasicBlock *Latch) { return Tree.dominates(B, Latch); });
  });
}

bool isFlagStore(const Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  return Store && (Store->isVolatile() || Store->isAtomic()) &&
         !isLocal(Store->getPointerOperand());
}

/// Did this read-modify-write change what it read? True if that is not easily
/// said.
Value *hasChanged(IRBuilder<> &At, Instruction &I) {
  if (isa<AtomicCmpXchgInst>(I))
    return At.CreateExtractValue(&I, 1);
  auto *RMW = dyn_cast<AtomicRMWInst>(&I);
  if (!RMW)
    return nullptr;
  Value *Given = RMW->getValOperand();
  switch (RMW->getOperation()) {
  case AtomicRMWInst::Xchg:
    return Given->getType()->isIntegerTy() ? At.CreateICmpNE(Given, &I)
                                           : At.getTrue();
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Xor:
    return At.CreateIsNotNull(Given);
  case AtomicRMWInst::And:
    return At.CreateICmpNE(At.CreateAnd(&I, Given), &I);
  case AtomicRMWInst::Or:
    return At.CreateICmpNE(At.CreateOr(&I, Given), &I);
  case AtomicRMWInst::Max:
    return At.CreateICmpSGT(Given, &I);
  case AtomicRMWInst::Min:
    return At.CreateICmpSLT(Given, &I);
  case AtomicRMWInst::UMax:
    return At.CreateICmpUGT(Given, &I);
  case AtomicRMWInst::UMin:
    return At.CreateICmpULT(Given, &I);
  case AtomicRMWInst::Nand:
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin:
  case AtomicRMWInst::FMaximum:
  case AtomicRMWInst::FMinimum:
  case AtomicRMWInst::UIncWrap:
  case AtomicRMWInst::UDecWrap:
  case AtomicRMWInst::USubCond:
  case AtomicRMWInst::USubSat:
  case AtomicRMWInst::BAD_BINOP:
    return At.getTrue();
  }
  return At.getTrue();
}

} // namespace

Value *SwitchPoints::field(IRBuilder<> &At, size_t Offset) {
  if (!Self) {
    IRBuilder<> Start(&F.getEntryBlock(),
                      F.getEntryBlock().getFirstInsertionPt());
    Self = C.context(Start);
  }
  return At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Self, Offset);
}

void SwitchPoints::markProgress(IRBuilder<> &At, Value *IfSet) {
  Value *Place = field(At, offsetof(Context, HasProgressed));
  Value *Old = At.CreateLoad(At.getInt32Ty(), Place);
  At.CreateStore(At.CreateOr(Old, At.CreateZExt(IfSet, At.getInt32Ty())),
                 Place);
}

void SwitchPoints::spend(Instruction &Before, int32_t Cost) {
  IRBuilder<> At(&Before);
  Value *Place = field(At, offsetof(Context, Budget));
  Value *Left =
      At.CreateSub(At.CreateLoad(At.getInt32Ty(), Place), At.getInt32(Cost));
  At.CreateStore(Left, Place);
  Value *IsOver = At.CreateICmpSLE(Left, At.getInt32(0));
  MDNode *Rarely = MDBuilder(F.getContext()).createUnlikelyBranchWeights();
  At.SetInsertPoint(SplitBlockAndInsertIfThen(IsOver, &Before,
                                              /*Unreachable=*/false, Rarely));
  if (Cost == 1) {
    C.call(At, "__racemap_cpu_yield_in_loop", At.getVoidTy(), {});
  } else {
    C.call(At, "__racemap_cpu_yield", At.getVoidTy(), {C.wayTo(Before)});
  }
}

void SwitchPoints::afterAccess(Instruction &I) {
  Instruction *Next = I.getNextNode();
  IRBuilder<> At(Next);
  if (Value *Changed = hasChanged(At, I))
    markProgress(At, Changed);
  for (Instruction *Look = Next; Look; Look = Look->getNextNode()) {
    auto *Call = dyn_cast<CallInst>(Look);
    if (!Call)
      continue;
    Function *Callee = Call->getCalledFunction();
    if (!Callee || Callee->getName() != device::abi::Performed)
      break;
    Next = Call->getNextNode();
  }
  spend(*Next, AccessCost);
}

void SwitchPoints::findLoops() {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  if (Loops.empty())
    return;
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo Info(Library);
  AssumptionCache Assumptions(F);
  ScalarEvolution Counts(F, Info, Assumptions, Tree, Loops);
  auto HasSwitchPoint = [](const BasicBlock *B) {
    return any_of(*B, isSwitchPoint);
  };
  // A function may be called in a loop that waits.
  bool IsKernel = F.getName() == EntryName;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (Counts.hasLoopInvariantBackedgeTakenCount(L)) {
      if (IsKernel && L->isOutermost() && any_of(L->blocks(), HasSwitchPoint))
        Done.push_back(&*L->getHeader()->getFirstInsertionPt());
      continue;
    }
    if (endsByItself(*L, Counts, Tree) || !looksAtMemory(*L))
      continue;
    SmallVector<BasicBlock *, 4> Latches;
    L->getLoopLatches(Latches);
    for (BasicBlock *B : Latches)
      Ends.push_back(B->getTerminator());
  }
}

void SwitchPoints::run() {
  findLoops();
  std::vector<Instruction *> Accesses;
  for (Instruction &I : instructions(F)) {
    if (isSwitchPoint(I))
      Accesses.push_back(&I);
    else if (isFlagStore(I))
      Done.push_back(&I);
  }
  for (Instruction *I : Done) {
    IRBuilder<> At(I);
    markProgress(At, At.getTrue());
  }
  for (Instruction *I : Accesses)
    afterAccess(*I);
  for (Instruction *I : Ends)
    spend(*I, 1);
}

bool SwitchPoints::isEmpty() {
  findLoops();
  return Ends.empty() && none_of(instructions(F), isSwitchPoint);
}

bool needsSwitchPoints(Function &F) { return !SwitchPoints(F).isEmpty(); }

void addSwitchPoints(Function &F) { SwitchPoints(F).run(); }

} // namespace racemap::cpu
