// Promotion - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/Promotion.h"
#include "passes/lift/module/CodeNumbers.h"
#include "passes/lift/prepare/IndirectCalls.h"
#include "passes/lift/prepare/JumpThreading.h"
#include "passes/lift/prepare/PrivateLoops.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

namespace racemap::lift {

using namespace llvm;

struct Promotion::Managers {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
};

Promotion::Promotion() : M(std::make_unique<Managers>()) {
  PassBuilder Builder;
  Builder.registerModuleAnalyses(M->MAM);
  Builder.registerCGSCCAnalyses(M->CGAM);
  Builder.registerFunctionAnalyses(M->FAM);
  Builder.registerLoopAnalyses(M->LAM);
  Builder.crossRegisterProxies(M->LAM, M->FAM, M->CGAM, M->MAM);
}

Promotion::~Promotion() = default;

/// Functions change behind the analyses' back, so nothing is kept.
void Promotion::run(Function &F, FunctionPassManager Passes) {
  M->FAM.clear(F, F.getName());
  Passes.run(F, M->FAM);
  M->FAM.clear(F, F.getName());
}

/// What is taken out of a struct or vector right where it was put together is
/// what was put in: structs returned by value leave such pairs behind.
static bool takeApart(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *Put = nullptr;
    if (auto *X = dyn_cast<ExtractValueInst>(&I))
      Put = FindInsertedValue(X->getAggregateOperand(), X->getIndices());
    if (!Put || Put == &I)
      continue;
    I.replaceAllUsesWith(Put);
    Changed = true;
  }
  SmallVector<Instruction *, 16> Unused;
  for (Instruction &I : instructions(F))
    Unused.push_back(&I);
  for (Instruction *I : reverse(Unused))
    if (isa<ExtractValueInst, InsertValueInst>(I) && I->use_empty())
      I->eraseFromParent();
  return Changed;
}

void Promotion::promoteVariables(Function &F) {
  removeUnreachableBlocks(F);
  do { // pointers to local variables may come to light
    FunctionPassManager Passes;
    Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    Passes.addPass(PromotePass());
    run(F, std::move(Passes));
  } while (takeApart(F));
  numberParts(F);
  threadBranches(F);
}

void Promotion::promoteArrays(Function &F) {
  simplifyLoops(F);
  if (unrollPrivateLoops(F, M->FAM))
    promoteVariables(F);
}

bool Promotion::makeCallsDirect(Function &F) {
  return lift::makeCallsDirect(F, M->FAM);
}

void Promotion::simplifyLoops(Function &F) {
  removeUnreachableBlocks(F);
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  run(F, std::move(Passes));
}

} // namespace racemap::lift
