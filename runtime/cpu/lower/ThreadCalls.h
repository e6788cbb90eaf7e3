// ThreadCalls - what calls mean for threads that one fiber runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_THREADCALLS_H
#define RACEMAP_RUNTIME_CPU_LOWER_THREADCALLS_H

#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <vector>

namespace racemap::cpu {

/// What a function that the kernel calls means for its threads.
enum class Callee : uint8_t {
  Silent, ///< it is the same whoever calls
  Asks,   ///< it has to know which thread calls
  Meets,  ///< the thread waits for all others of its block
  Waits   ///< the thread may wait in it, or end; or nobody knows
};

Callee kindOf(const llvm::CallBase &Call);
/// Which barrier a call that Meets is for.
uint64_t barrierOf(const llvm::CallBase &Call);

std::vector<llvm::CallBase *> callsOfKind(llvm::Function &F, Callee Kind);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_THREADCALLS_H
