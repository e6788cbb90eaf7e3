// Promotion - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Promotion.h"
#include "passes/lift/Threading.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

namespace racemap::lift {

using namespace llvm;

static void run(Function &F, FunctionPassManager Passes) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder Builder;
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  Passes.run(F, FAM);
}

void promoteVariables(Function &F) {
  removeUnreachableBlocks(F);
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  Passes.addPass(PromotePass());
  run(F, std::move(Passes));
  threadBranches(F);
}

void simplifyLoops(Function &F) {
  removeUnreachableBlocks(F);
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  run(F, std::move(Passes));
}

} // namespace racemap::lift
