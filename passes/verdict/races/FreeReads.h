// FreeReads - what is read, and alone decides how far an access goes.
//
// In:  an access as a thread reaches it.
// Out: the reads that its offset is a sum or a product of, or a choice of
//      these, and, unless only places are wanted, those that a loop's counter
//      in it begins with or is limited by: x[column[j]], with
//      row[i] <= j < row[i + 1]. Not what the kernel limits
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

using Reads = llvm::DenseSet<const map::Unknown *>;

Reads freeReads(const intervals::Reach &R, FreeReads Wanted);

/// Does it depend on whether one of these is 0, or negative?
bool areSignsAsked(const intervals::Reach &R, const Reads &Of);

} // namespace racemap::verdict

#endif
