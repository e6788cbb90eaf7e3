// ThreadRows - a loop over the threads of a block.
//
// Some hundred of them at once, or what is left of a row along x, so that x is
// all that changes in the inner loop. After each it is asked whether the launch
// has failed meanwhile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_THREADROWS_H
#define RACEMAP_RUNTIME_CPU_LOWER_THREADROWS_H

#include "runtime/cpu/lower/Code.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>

namespace racemap::cpu {

/// Of one thread, by ThreadNumber.
using ThreadNumbers = std::array<llvm::Value *, Code::NumThreadNumbers>;

/// What is done for one of them, where At is.
using ThreadBody =
    llvm::function_ref<void(llvm::IRBuilder<> &At, const ThreadNumbers &Of)>;

/// Adds it, from where At is, at the end of a block, to where At is then: for
/// Count threads from First on, by their linear index.
/// NotesThreads: the context has the indices of the thread that runs, for who
/// looks when it has raised a signal.
void addThreadRows(llvm::IRBuilder<> &At, llvm::Value *First,
                   llvm::Value *Count, bool NotesThreads, ThreadBody Body);

/// Calls of Code::threadNumber() in F are these.
void useThreadNumbers(llvm::Function &F, const ThreadNumbers &Of);

/// Has the launch failed?
llvm::Value *hasFailed(llvm::IRBuilder<> &At);

/// Tells the engine whose calls follow.
void tellThread(llvm::IRBuilder<> &At, const ThreadNumbers &Of);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_THREADROWS_H
