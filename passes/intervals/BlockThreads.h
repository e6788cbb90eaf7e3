// BlockThreads - the threads of a block of known size, one by one.
//
// What depends on a thread's index and the launch alone can be computed for
// each of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_BLOCKTHREADS_H
#define RACEMAP_PASSES_INTERVALS_BLOCKTHREADS_H

#include "passes/intervals/Walk.h"
#include "passes/map/Evaluate.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace racemap::intervals {

using BlockSize = std::array<uint32_t, 3>;

/// Nothing if a dimension is not known.
std::optional<BlockSize> blockSize(const Ground &G);

/// How many threads a block has, 32 bits.
const map::Term *threadsOfBlock(const Ground &G);

/// Does it depend on the thread's index alone, dimensions replaced?
bool isOfThreadIndex(const map::Term *T);

/// A thread, in the order of their numbers.
struct BlockThread : map::Assignment {
  std::array<uint32_t, 3> At{};
  unsigned Number = 0;
  bool EndsWarp = false;

  uint64_t valueOf(const map::Variable *V) override {
    return At[static_cast<unsigned>(V->builtin())];
  }
  uint64_t valueOf(const map::Unknown *, llvm::ArrayRef<uint64_t>) override {
    llvm_unreachable("a term of the thread's index");
  }
};

/// Until See says false; returns whether it did not.
bool forEachThread(const BlockSize &Size,
                   llvm::function_ref<bool(BlockThread &)> See);

} // namespace racemap::intervals

#endif
