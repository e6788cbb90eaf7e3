// PrivateLoops - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/PrivateLoops.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace racemap::lift {

using namespace llvm;

/// Instructions that a loop may have when it is written out.
static constexpr size_t MostInstructions = 4096;

/// The local variable that I loads from or stores to, if any.
static const AllocaInst *ownPlace(const Instruction &I) {
  const Value *At = getLoadStorePointerOperand(&I);
  return At ? dyn_cast<AllocaInst>(getUnderlyingObject(At, /*MaxLookup=*/0))
            : nullptr;
}

/// Neither touches memory nor orders threads, local variables aside.
static bool isOwnBusiness(const Instruction &I) {
  if (I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() || ownPlace(I))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return !I.mayReadOrWriteMemory() && !(Call && Call->isConvergent());
}

static bool hasPointer(const Type *T) {
  return T->isPointerTy() || any_of(T->subtypes(), [](const Type *Part) {
           return hasPointer(Part);
         });
}

/// Is it worth to write such a loop out, and is no access copied by it that
/// could be followed otherwise?
static bool holdsBack(const Loop &L, const LoopInfo &Loops) {
  bool Own = true, Indexes = false;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      Own &= isOwnBusiness(I);
      const AllocaInst *Place = ownPlace(I);
      if (!Place || isa<AllocaInst>(getLoadStorePointerOperand(&I)))
        continue;
      Indexes = true;
      if (hasPointer(Place->getAllocatedType()) && Loops.getLoopFor(B) == &L)
        return true;
    }
  return Own && Indexes;
}

/// How often the header of such a loop is entered, else 0.
static unsigned rounds(const Loop &L, const LoopInfo &Loops,
                       ScalarEvolution &SE) {
  if (!L.isLoopSimplifyForm() || !holdsBack(L, Loops))
    return 0;
  size_t Size = 0;
  for (const BasicBlock *B : L.blocks())
    Size += B->size();
  unsigned Times = SE.getSmallConstantTripCount(&L);
  return Times * Size <= MostInstructions ? Times : 0;
}

bool unrollPrivateLoops(Function &F, FunctionAnalysisManager &FAM) {
  // UnrollLoop keeps them up to date.
  auto &Loops = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &Tree = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &Assumptions = FAM.getResult<AssumptionAnalysis>(F);
  auto &Target = FAM.getResult<TargetIRAnalysis>(F);
  OptimizationRemarkEmitter Remarks(&F);
  auto Unroll = [&](Loop &L) {
    UnrollLoopOptions How{};
    How.Count = rounds(L, Loops, SE);
    How.Force = true;
    if (How.Count == 0)
      return false;
    formLCSSA(L, Tree, &Loops, &SE);
    return UnrollLoop(&L, How, &Loops, &SE, &Tree, &Assumptions, &Target,
                      &Remarks,
                      /*PreserveLCSSA=*/true) != LoopUnrollResult::Unmodified;
  };
  DenseSet<const Loop *> Left; // as it is
  auto UnrollNext = [&] {
    return any_of(Loops.getLoopsInPreorder(), [&](Loop *L) {
      if (Left.contains(L))
        return false;
      bool IsGone = Unroll(*L);
      if (!IsGone)
        Left.insert(L);
      return IsGone;
    });
  };
  bool Changed = false;
  while (UnrollNext())
    Changed = true;
  if (Changed)
    FAM.clear(F, F.getName());
  return Changed;
}

} // namespace racemap::lift
