// PrivateLoops - short loops over a thread's own arrays are written out.
//
// In:  a kernel after inlining and promotion, its loops in simple form.
// Out: the same kernel; loops that run a known, small number of times are
//      unrolled if they index local arrays and touch no other memory, or if
//      they index local variables that keep pointers.
// A local array that a loop indexes cannot be promoted, and neither can the
// struct around it: CUB keeps the pointer to its scratch memory in such a one.
// Written out, its indices are constants. Accesses are only copied where they
// could not be followed otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_PRIVATELOOPS_H
#define RACEMAP_PASSES_LIFT_PREPARE_PRIVATELOOPS_H

#include "llvm/IR/PassManager.h"

namespace racemap::lift {

/// Says whether there was such a loop. What FAM knows of F is out of date then.
bool unrollPrivateLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace racemap::lift

#endif
