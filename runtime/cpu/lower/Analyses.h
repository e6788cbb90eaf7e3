// Analyses - LLVM's analysis managers, which know each other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ANALYSES_H
#define RACEMAP_RUNTIME_CPU_LOWER_ANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace racemap::cpu {

struct Analyses {
  explicit Analyses(llvm::PassBuilder &Builder) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Calls);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Calls, Modules);
  }

  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Calls;
  llvm::ModuleAnalysisManager Modules;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ANALYSES_H
