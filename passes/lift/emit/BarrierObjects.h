// BarrierObjects - which barrier a cuda::barrier of a block is.
//
// In:  a pointer to the object (BarrierObjectCalls).
// Out: a block barrier with a number of its own, of as many threads as init has
//      said.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_BARRIEROBJECTS_H
#define RACEMAP_PASSES_LIFT_EMIT_BARRIEROBJECTS_H

#include "passes/lift/values/Values.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::lift {

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
