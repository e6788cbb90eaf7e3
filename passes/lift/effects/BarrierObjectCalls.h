// BarrierObjectCalls - cuda::barrier of a block, by the names of its functions.
//
// In:  calls that are not inlined: init, arrive, wait and arrive_and_wait.
// Out: what they do to the object, which is an access, and the barrier that it
//      is. Waiting has to be for the thread's last arrival, and one arrival to
//      be of one thread.
// What else there is of them is inlined, down to assembly that is not modelled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_BARRIEROBJECTCALLS_H
#define RACEMAP_PASSES_LIFT_EFFECTS_BARRIEROBJECTCALLS_H

#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::lift {

enum class ObjectFunction : uint8_t { None, Init, Arrive, Wait, ArriveAndWait };

ObjectFunction objectFunction(const llvm::Function &F);
/// Of the function that is called; None if it is no call.
ObjectFunction objectFunction(const llvm::Instruction &I);
/// Is it a call of one of them?
bool isBarrierObject(const llvm::Instruction &I);

llvm::SmallVector<Effect, 2> effectsOfBarrierObject(const llvm::CallBase &Call);

} // namespace racemap::lift

#endif
