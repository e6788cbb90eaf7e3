// SwitchPoints - where a thread lets others run.
//
// In:  optimised code.
// Out: each atomic or volatile access, each fence and each iteration of a loop
//      that does not count, or has several ways in, takes something from the
//      thread's budget, and when the budget is used up, others have their turn:
//      the thread may be waiting for one of them. A loop whose number of
//      iterations is fixed when it is entered waits for nobody.
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
#include "runtime/cpu/lower/ThreadCalls.h"
#include "runtime/device/Abi.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
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
  bool neverWait();

private:
  Value *field(IRBuilder<> &At, size_t Offset);
  void markProgress(IRBuilder<> &At, Value *IfSet);
  void spend(Instruction &Before, int32_t Cost);
  void afterAccess(Instruction &I);
  /// Of which loops the iterations are Ends: of all whose number is not known,
  /// or of those that may wait for what others do.
  enum class Loops : uint8_t { Uncounted, ThatWait };
  void findLoops(Loops Which);
  void findOtherCycles(const DominatorTree &Tree);

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

/// Is it computed of values of this iteration and of the one before, and of
/// nothing that others may write? Which way an iteration takes may depend on
/// that: so does what is chosen by it.
bool onlyComputes(const Value *V, const Loop &L,
                  SmallPtrSetImpl<const Value *> &Seen) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !Seen.insert(I).second)
    return true;
  bool IsChosen =
      isa<PHINode>(I) && (I->getParent() != L.getHeader() || !L.getLoopLatch());
  return !IsChosen && !I->mayReadFromMemory() &&
         all_of(I->operands(), [&](const Value *Operand) {
           return onlyComputes(Operand, L, Seen);
         });
}

/// Is it the same for all threads that begin the loop with the same values,
/// whatever others do meanwhile?
bool onlyCounts(const SCEV *Number, const Loop &L) {
  SmallPtrSet<const Value *, 8> Seen;
  return !SCEVExprContains(Number, [&](const SCEV *Part) {
    if (isa<SCEVCouldNotCompute>(Part))
      return true;
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return Unknown && !onlyComputes(Unknown->getValue(), L, Seen);
  });
}

/// An end of the loop that is decided by a comparison of numbers.
struct CountedEnd {
  const SCEV *Left = nullptr, *Right = nullptr;
  ICmpInst::Predicate Stays = ICmpInst::ICMP_EQ;
};

std::optional<CountedEnd> countedEnd(const BasicBlock &B, const Loop &L,
                                     ScalarEvolution &Counts) {
  auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
  auto *Test = Branch && Branch->isConditional()
                   ? dyn_cast<ICmpInst>(Branch->getCondition())
                   : nullptr;
  if (!Test || !Counts.isSCEVable(Test->getOperand(0)->getType()))
    return std::nullopt;
  return CountedEnd{
      Counts.getSCEV(Test->getOperand(0)), Counts.getSCEV(Test->getOperand(1)),
      L.contains(Branch->getSuccessor(0)) ? Test->getPredicate()
                                          : Test->getInversePredicate()};
}

/// Does the number go up, or down, step by step, until it is at the limit,
/// whatever that is each time? Not of numbers that take years.
bool goesTo(const SCEV *Number, ICmpInst::Predicate Stays, const Loop &L,
            ScalarEvolution &Counts) {
  auto *Its = dyn_cast<SCEVAddRecExpr>(Number);
  if (!Its || Its->getLoop() != &L || !Its->isAffine() ||
      !ICmpInst::isRelational(Stays) ||
      Its->getType()->getScalarSizeInBits() > 32)
    return false;
  bool Wraps = ICmpInst::isSigned(Stays) ? !Its->hasNoSignedWrap()
                                         : !Its->hasNoUnsignedWrap();
  const SCEV *Step = Its->getStepRecurrence(Counts);
  bool Up = ICmpInst::isLT(Stays) || (ICmpInst::isLE(Stays) && !Wraps);
  bool Down = ICmpInst::isGT(Stays) || (ICmpInst::isGE(Stays) && !Wraps);
  return (Step->isOne() && Up) || (Step->isAllOnesValue() && Down);
}

/// Does each iteration come there?
bool isInEachIteration(const BasicBlock *B, const Loop &L,
                       const DominatorTree &Tree) {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  return all_of(Latches, [&](const BasicBlock *Latch) {
    return Tree.dominates(B, Latch);
  });
}

/// Is when the loop ends the same whatever others do? So it is if each
/// iteration comes to all its ends, and these only count, or to one that is a
/// limit.
bool endsByItself(const Loop &L, ScalarEvolution &Counts,
                  const DominatorTree &Tree) {
  SmallVector<BasicBlock *, 4> Ends;
  L.getExitingBlocks(Ends);
  auto EndOf = [&](const BasicBlock *B) {
    return isInEachIteration(B, L, Tree) ? countedEnd(*B, L, Counts)
                                         : std::nullopt;
  };
  auto IsLimit = [&](const BasicBlock *B) {
    auto End = EndOf(B);
    return End && (goesTo(End->Left, End->Stays, L, Counts) ||
                   goesTo(End->Right, ICmpInst::getSwappedPredicate(End->Stays),
                          L, Counts));
  };
  auto OnlyCounts = [&](const BasicBlock *B) {
    auto End = EndOf(B);
    return End && onlyCounts(End->Left, L) && onlyCounts(End->Right, L);
  };
  return any_of(Ends, IsLimit) || (!Ends.empty() && all_of(Ends, OnlyCounts));
}

/// Does each iteration wait for all of the block? Then others have their turn.
bool meetsAll(const Loop &L, const DominatorTree &Tree) {
  auto Meets = [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && kindOf(*Call) == Callee::Meets;
  };
  return any_of(L.blocks(), [&](const BasicBlock *B) {
    return any_of(*B, Meets) && isInEachIteration(B, L, Tree);
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

void SwitchPoints::findLoops(Loops Which) {
  DominatorTree Tree(F);
  findOtherCycles(Tree);
  LoopInfo Known(Tree);
  if (Known.empty())
    return;
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo Info(Library);
  AssumptionCache Assumptions(F);
  ScalarEvolution Counts(F, Info, Assumptions, Tree, Known);
  auto HasSwitchPoint = [](const BasicBlock *B) {
    return any_of(*B, isSwitchPoint);
  };
  // A function may be called in a loop that waits.
  bool IsKernel = F.getName() == EntryName;
  for (Loop *L : Known.getLoopsInPreorder()) {
    if (Counts.hasLoopInvariantBackedgeTakenCount(L)) {
      if (IsKernel && L->isOutermost() && any_of(L->blocks(), HasSwitchPoint))
        Done.push_back(&*L->getHeader()->getFirstInsertionPt());
      continue;
    }
    if (Which == Loops::ThatWait && (endsByItself(*L, Counts, Tree) ||
                                     !looksAtMemory(*L) || meetsAll(*L, Tree)))
      continue;
    SmallVector<BasicBlock *, 4> Latches;
    L->getLoopLatches(Latches);
    for (BasicBlock *B : Latches)
      Ends.push_back(B->getTerminator());
  }
}

/// Those with several ways in are no loops to LLVM, and nobody counts them. In
/// each, some way back leads to where a thread need not have been before.
void SwitchPoints::findOtherCycles(const DominatorTree &Tree) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&F)) {
    Seen.insert(B);
    if (any_of(successors(B), [&](const BasicBlock *Next) {
          return Seen.contains(Next) && !Tree.dominates(Next, B);
        }))
      Ends.push_back(B->getTerminator());
  }
}

void SwitchPoints::run() {
  findLoops(Loops::Uncounted);
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

bool SwitchPoints::neverWait() {
  findLoops(Loops::ThatWait);
  return Ends.empty() && none_of(instructions(F), isSwitchPoint);
}

bool mayWait(Function &F) { return !SwitchPoints(F).neverWait(); }

void addSwitchPoints(Function &F) { SwitchPoints(F).run(); }

} // namespace racemap::cpu
