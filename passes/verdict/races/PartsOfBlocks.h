// PartsOfBlocks - arrays that say where the part of each block begins.
//
// In:  the offsets of two accesses of different blocks.
// Out: the arrays of whose elements both are sums, as start[blockIdx.x] + i,
//      and that both threads come to the same element of them. A race that only
//      others have is one of parts that overlap: nobody means it.
//
// A beginning is the same for all threads of a block, and what they count from
// there steps as it does: (row[b] + threadIdx.y) * pitch is one, index[b] *
// pitch + threadIdx.x is the number of a row, of which two blocks may have the
// same. Where one access is a step further than the other, they look into the
// next part, wherever that is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_PARTSOFBLOCKS_H
#define RACEMAP_PASSES_VERDICT_RACES_PARTSOFBLOCKS_H

#include "passes/verdict/query/Decider.h"
#include "passes/verdict/query/TwoThreads.h"

namespace racemap::verdict {

class PartsOfBlocks {
public:
  /// Of a thread each.
  PartsOfBlocks(map::TermContext &Terms, const map::Term *FirstOffset,
                const map::Term *SecondOffset, const TwoThreads &Both);

  bool empty() const { return Facts.empty(); }
  const Conjunction &facts() const { return Facts; }
  /// "the parts that 'start' says the beginnings of overlap"
  std::string broken() const;

private:
  std::vector<const map::Array *> Arrays;
  Conjunction Facts;
};

} // namespace racemap::verdict

#endif
