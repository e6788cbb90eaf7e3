// IndirectCalls - calls through pointers of which all values are known.
//
// In:  a kernel, with what it calls inlined and its variables promoted.
// Out: where a pointer can only be one of some functions, the call is a switch
//      with a direct call of each.
// The pointer is a function, a choice between such pointers (select, phi), or
// what is found in memory: in a local variable, if the store that it comes from
// is known, or in a constant variable, at a known place or at an index that is
// looked up. So a call of a virtual function is one of its
// object's, if the constructor is in sight. What cannot be called (null, a
// place outside of the table) is left out. A call through any other pointer
// stays as it is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_INDIRECTCALLS_H
#define RACEMAP_PASSES_LIFT_PREPARE_INDIRECTCALLS_H

#include "llvm/IR/PassManager.h"

namespace racemap::lift {

/// True if it has changed a call.
bool makeCallsDirect(llvm::Function &F,
                     llvm::FunctionAnalysisManager &Analyses);

} // namespace racemap::lift

#endif
