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

void Promotion::promoteVariables(Function &F) {
  removeUnreachableBlocks(F);
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  Passes.addPass(PromotePass());
  run(F, std::move(Passes));
  threadBranches(F);
}

void Promotion::simplifyLoops(Function &F) {
  removeUnreachableBlocks(F);
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  run(F, std::move(Passes));
}

} // namespace racemap::lift
