// Inliner - everything that a kernel calls becomes part of its body.
//
// Direct calls of functions with a body are inlined until none is left. The
// debug locations then carry the stack of calls. A call that is already part
// of its own stack (recursion) stays.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_INLINER_H
#define RACEMAP_PASSES_LIFT_PREPARE_INLINER_H

#include "llvm/IR/Function.h"

namespace racemap::lift {

/// Makes all functions of M inlinable, whatever their attributes say.
void allowInlining(llvm::Module &M);

/// All but those of functions to keep.
void inlineCalls(llvm::Function &Kernel,
                 llvm::function_ref<bool(const llvm::Function &Callee)> Keep);

} // namespace racemap::lift

#endif
