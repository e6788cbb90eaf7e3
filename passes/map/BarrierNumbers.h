// BarrierNumbers - which block barriers are the machine's, which are objects.
//
// The machine has 16 (bar.sync 0 to 15). They count warps, as 32 threads each,
// even a last one that has fewer. Objects in shared memory (cuda::barrier) have
// the numbers from there on, and count threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_BARRIERNUMBERS_H
#define RACEMAP_PASSES_MAP_BARRIERNUMBERS_H

#include "passes/map/Protocol.h"

namespace racemap::map {

constexpr unsigned FirstObjectNumber = 16;

inline bool isOfObject(const Barrier *B) {
  const auto *Known = llvm::dyn_cast_or_null<Constant>(B->Number);
  return Known && Known->value() >= FirstObjectNumber;
}

} // namespace racemap::map

#endif
