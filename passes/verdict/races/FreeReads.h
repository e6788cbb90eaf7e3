// FreeReads - what is read, and alone decides how far an access goes.
//
// In:  an access as a thread reaches it.
// Out: the reads that its offset is a sum, a product or a quotient of, and,
//      unless only places are wanted, those that limit a loop's counter in it:
//      x[column[j]], with row[i] <= j < row[i + 1]. Not what the kernel limits
//      itself, rightly or not: by a test, a clamp, a mask, a remainder, or a
//      type of less than 32 bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_FREEREADS_H
#define RACEMAP_PASSES_VERDICT_RACES_FREEREADS_H

#include "passes/intervals/Intervals.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::verdict {

enum class FreeReads : uint8_t { Places, AndLimits };

llvm::DenseSet<const map::Unknown *> freeReads(const intervals::Reach &R,
                                               FreeReads Wanted);

} // namespace racemap::verdict

#endif
