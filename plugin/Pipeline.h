// Pipeline - what the plugin does to the module that clang makes code of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_PIPELINE_H
#define RACEMAP_PLUGIN_PIPELINE_H

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace racemap {

/// Runs at every level of optimisation.
template <class Function>
struct ModulePass : llvm::PassInfoMixin<ModulePass<Function>> {
  explicit ModulePass(Function Run) : Run(std::move(Run)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    Run(M);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
  Function Run;
};

/// Has Run(Module &) called before clang's own passes. To be said before
/// clang begins to generate code.
template <class Function>
void runFirst(clang::CompilerInstance &CI, const Function &Run) {
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
      [Run](llvm::PassBuilder &Builder) {
        Builder.registerPipelineStartEPCallback(
            [Run](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
              Passes.addPass(ModulePass(Run));
            });
      });
}

} // namespace racemap

#endif
