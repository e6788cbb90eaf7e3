// Overlap - when do two accesses share a byte?
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_OVERLAP_H
#define RACEMAP_PASSES_VERDICT_QUERY_OVERLAP_H

#include "passes/map/Ranges.h"
#include "passes/map/TermContext.h"

namespace racemap::verdict {

/// Where an access begins (64 bits, in bytes) and how many bytes it has.
struct Bytes {
  const map::Term *Begin;
  uint64_t Size;
};

/// Where both accesses stay within elements of one size it says that these are
/// the same element, in the same words for all parts of the elements.
const map::Term *overlap(const Bytes &A, const Bytes &B, map::Ranges &R,
                         map::TermContext &Terms);

} // namespace racemap::verdict

#endif
