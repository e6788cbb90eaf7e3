// BlockSizes - how many threads a kernel is written for.
//
// In:  the places that a kernel accesses.
// Out: along each dimension of a block, as many threads as the block works on:
//      in blockIdx.x * 256 + threadIdx.x, 256; in threadIdx.y + j, with j += 8
//      in a loop that writes there, 8. More would do the work of others again.
//      Of several such numbers the largest counts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_BLOCKSIZES_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_BLOCKSIZES_H

#include "passes/intervals/Environment.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::verdict {

class BlockSizes {
public:
  /// Env: what the launch binds.
  BlockSizes(const map::Protocol &P, const intervals::Environment &Env);

  /// Nothing if no place that is written says it, if the kernel asks how many
  /// there are or bounds it, or if more seem to come: a thread's index, or the
  /// number of its warp, is compared with as large a number, a larger part is
  /// read, or an array that threads index has more elements.
  std::optional<uint64_t> along(unsigned D) const;

private:
  void add(const map::Access &A, const intervals::Environment &Env);
  void addComparison(const map::Term *T);
  std::optional<map::Polynomial> unrolled(const map::Polynomial &Place) const;

  /// What loops' variables are: Start + Step * Counter.
  llvm::DenseMap<const map::Term *, map::Polynomial> Variables;
  std::array<uint64_t, 3> Written{}, Least{};
  std::array<bool, 3> AreAsked{};
};

} // namespace racemap::verdict

#endif
