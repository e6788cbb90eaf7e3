// KernelNotes - what a module says about a kernel beside its code.
//
// By attributes and the calling convention, or as older modules do, by the
// metadata nvvm.annotations: which functions are kernels, and how many threads
// their blocks have.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_KERNELNOTES_H
#define RACEMAP_PASSES_LIFT_MODULE_KERNELNOTES_H

#include "passes/map/Protocol.h"
#include "llvm/IR/Function.h"

namespace racemap::lift {

bool isKernel(const llvm::Function &F);

/// __launch_bounds__ and required block sizes, as assumptions of P. P's body
/// is complete.
void assumeLaunchBounds(const llvm::Function &F, map::Protocol &P);

} // namespace racemap::lift

#endif
