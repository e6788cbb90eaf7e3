// BarrierObjects - cuda::barrier of a block, by the names of its functions.
//
// In:  calls that are not inlined: init, arrive, wait and arrive_and_wait.
// Out: what they do to the object, which is an access, and the barrier that it
//      is: a block barrier with a number of its own, of as many threads as init
//      has said. Waiting has to be for the thread's last arrival, and one
//      arrival to be of one thread.
// What else there is of them is inlined, down to assembly that is not modelled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_BARRIEROBJECTS_H
#define RACEMAP_PASSES_LIFT_BARRIEROBJECTS_H

#include "passes/lift/MemoryEffects.h"
#include "passes/lift/Values.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::lift {

enum class ObjectFunction : uint8_t { None, Init, Arrive, Wait, ArriveAndWait };

ObjectFunction objectFunction(const llvm::Function &F);
/// Is it a call of one of them?
bool isBarrierObject(const llvm::Instruction &I);

llvm::SmallVector<Effect, 2> effectsOfBarrierObject(const llvm::CallBase &Call);

/// Numbers of objects, and how many threads they count.
class BarrierObjects {
public:
  BarrierObjects(Kernel &K, Values &V) : K(K), V(V) {}

  struct Object {
    const map::Term *Number = nullptr, *Count = nullptr; ///< 32 bits
    std::string Problem;                                 ///< if it is not known
  };
  Object at(const llvm::Value *Pointer, const llvm::Instruction &Use);

private:
  using Place = std::pair<const map::Array *, uint64_t>;
  std::optional<Place> placeOf(const llvm::Value *Pointer,
                               const llvm::Instruction &Use);
  const map::Term *countOf(const Place &P);

  Kernel &K;
  Values &V;
  llvm::SmallVector<Place, 4> Known;
};

} // namespace racemap::lift

#endif
