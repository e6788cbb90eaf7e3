// Optimize - LLVM's pipeline for the host.
//
// Device code counts on being inlined: the limit is higher than for host code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Analyses.h"
#include "runtime/cpu/lower/Lower.h"

#include "llvm/IR/PassManager.h"

namespace racemap::cpu {

using namespace llvm;

static constexpr int InlinerThreshold = 800;

void optimize(Lowering &L) {
  PipelineTuningOptions Tuning;
  Tuning.InlinerThreshold = InlinerThreshold;
  Tuning.LoopUnrolling = true;
  Tuning.LoopVectorization = true;
  Tuning.SLPVectorization = true;
  PassBuilder Builder(&L.Machine, Tuning);
  Analyses All(Builder);
  Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(L.M, All.Modules);
}

} // namespace racemap::cpu
