// GridProduct - global indices and grid sizes, by their form.
//
// A global index blockIdx.d * blockDim.d + threadIdx.d, and the size of a
// grid, gridDim.d * blockDim.d, stay below 2^31, which interval arithmetic
// cannot know of the product of two dimensions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_GRIDPRODUCT_H
#define RACEMAP_PASSES_MAP_GRIDPRODUCT_H

#include "passes/map/Term.h"
#include <optional>

namespace racemap::map {

/// What T is if its promises hold: x for a number x that was cut to fewer bits,
/// with the promise that it fits there, and extended again; otherwise T.
const Term *withoutCut(const Term *T);

/// The constant c of a product of blockIdx.d or gridDim.d, blockDim.d and
/// constants, in any order; or of an index where each block has c * blockDim.d
/// elements: c * blockIdx.d * blockDim.d + threadIdx.d + k * blockDim.d, with k
/// below c. T is at most c times the size of the grid along d then. Nothing if
/// T has another form, or c needs more than 16 bits.
struct GridMultiple {
  unsigned Dimension;
  uint64_t Factor; ///< from 1
};
std::optional<GridMultiple> gridMultiple(const Term *T);

/// The dimension d of a term blockIdx.d * blockDim.d (+ threadIdx.d) or
/// gridDim.d * blockDim.d, else nothing.
std::optional<unsigned> gridProduct(const Term *T);

} // namespace racemap::map

#endif
