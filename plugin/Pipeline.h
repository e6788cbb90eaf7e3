// Pipeline - what the plugin does to the module that clang makes code of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_PIPELINE_H
#define RACEMAP_PLUGIN_PIPELINE_H

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include <functional>

namespace racemap {

/// Runs at every level of optimisation. No template: its name, which LLVM has
/// in the code, would have the folder of what it is made with.
struct ModulePass : llvm::PassInfoMixin<ModulePass> {
  using Function = std::function<void(llvm::Module &)>;

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
inline void runFirst(clang::CompilerInstance &CI,
                     const ModulePass::Function &Run) {
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
