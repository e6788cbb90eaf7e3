// LargeArrays - unsigned indices that only wrap in absurdly large arrays.
//
// In:  a complete tree.
// Out: the same tree, with promises that unsigned index arithmetic does not
//      wrap, and the assumptions under which that is so.
// C++ excludes that an int index wraps; y * width + x of unsigned numbers may.
// Where that needs an array of 2^32 elements (or a launch of as many threads),
// it is not what a person wants to hear of: the bound is taken as true and
// named, as for absurdly large grids (docs/architecture.md, "What a verdict
// assumes"). The bound is the greatest value of the index, which is found if
// the index is made of sums and products of sizes (parameters and dimensions),
// of built-in indices, and of numbers that a condition on the way bounds by a
// size. Factors that no array has, as those of hashes, are left alone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_LARGEARRAYS_H
#define RACEMAP_PASSES_LIFT_EMIT_LARGEARRAYS_H

#include "passes/map/Protocol.h"

namespace racemap::lift {

void assumeIndicesFit(map::Protocol &P);

} // namespace racemap::lift

#endif
