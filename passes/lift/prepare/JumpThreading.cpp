// JumpThreading - see the header. Other phis of the block that are used behind
// it are rewritten with SSAUpdater, as LLVM's jump threading does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/JumpThreading.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace racemap::lift {

using namespace llvm;

/// The phi that the block branches on, if it does nothing else.
static PHINode *decidingPhi(BasicBlock &B) {
  auto *Terminator = B.getTerminator();
  Value *On = nullptr;
  if (auto *Branch = dyn_cast<BranchInst>(Terminator))
    On = Branch->isConditional() ? Branch->getCondition() : nullptr;
  else if (auto *Switch = dyn_cast<SwitchInst>(Terminator))
    On = Switch->getCondition();
  auto *Phi = dyn_cast_or_null<PHINode>(On);
  if (!Phi || Phi->getParent() != &B)
    return nullptr;
  for (Instruction &I : B) {
    bool Harmless = isa<PHINode>(I) || I.isTerminator() ||
                    I.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(I);
    if (!Harmless)
      return nullptr;
  }
  return Phi;
}

static BasicBlock *successorFor(BasicBlock &B, ConstantInt *Value) {
  if (auto *Switch = dyn_cast<SwitchInst>(B.getTerminator()))
    return Switch->findCaseValue(Value)->getCaseSuccessor();
  return B.getTerminator()->getSuccessor(Value->isZero() ? 1 : 0);
}

/// Uses of B's phis behind B get new phis where the paths now meet.
static void repairUses(BasicBlock &B, BasicBlock &From,
                       ArrayRef<std::pair<PHINode *, Value *>> Incoming) {
  for (auto [Phi, FromValue] : Incoming) {
    SSAUpdater Updater;
    Updater.Initialize(Phi->getType(), Phi->getName());
    Updater.AddAvailableValue(&B, Phi);
    Updater.AddAvailableValue(&From, FromValue);
    SmallVector<Use *> Outside;
    for (Use &U : Phi->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      auto *UserPhi = dyn_cast<PHINode>(User);
      BasicBlock *At =
          UserPhi ? UserPhi->getIncomingBlock(U) : User->getParent();
      if (At != &B)
        Outside.push_back(&U);
    }
    for (Use *U : Outside)
      Updater.RewriteUse(*U);
  }
}

static void redirect(BasicBlock &B, BasicBlock &From, BasicBlock &To) {
  SmallVector<std::pair<PHINode *, Value *>> Incoming;
  for (PHINode &Phi : B.phis())
    Incoming.push_back({&Phi, Phi.getIncomingValueForBlock(&From)});
  for (PHINode &Phi : To.phis()) {
    Value *V = Phi.getIncomingValueForBlock(&B);
    auto *Own = dyn_cast<PHINode>(V);
    if (Own && Own->getParent() == &B)
      V = Own->getIncomingValueForBlock(&From);
    Phi.addIncoming(V, &From);
  }
  B.removePredecessor(&From, /*KeepOneInputPHIs=*/true);
  From.getTerminator()->replaceSuccessorWith(&B, &To);
  repairUses(B, From, Incoming);
}

/// One predecessor of B jumps on. False if there is none left that can.
static bool threadOne(BasicBlock &B) {
  PHINode *Phi = decidingPhi(B);
  if (!Phi)
    return false;
  for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I) {
    auto *Known = dyn_cast<ConstantInt>(Phi->getIncomingValue(I));
    BasicBlock *From = Phi->getIncomingBlock(I);
    auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    if (!Known || !Branch || From == &B)
      continue;
    BasicBlock *To = successorFor(B, Known);
    // A second edge between the same blocks would make phis ambiguous.
    if (To == &B || is_contained(successors(From), To) ||
        (Branch->isConditional() &&
         Branch->getSuccessor(0) == Branch->getSuccessor(1)))
      continue;
    redirect(B, *From, *To);
    return true;
  }
  return false;
}

void threadBranches(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallPtrSet<BasicBlock *, 16> Headers;
  for (BasicBlock &B : F)
    if (LI.isLoopHeader(&B))
      Headers.insert(&B);
  bool Changed = false;
  for (BasicBlock &B : F)
    while (!Headers.contains(&B) && !pred_empty(&B) && threadOne(B))
      Changed = true;
  if (Changed)
    removeUnreachableBlocks(F);
}

} // namespace racemap::lift
