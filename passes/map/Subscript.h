// Subscript - byte offsets as subscripts in elements.
//
// The offset of A[y : 33][x] with elements of 4 bytes is
// y * 132 + x * 4, in 64 bits, every operation promised not to wrap as signed
// (C++ says so of pointer arithmetic); an index of fewer bits is sign-extended
// first. Both directions are exact: offsetOf(subscripts(T)) is T.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_SUBSCRIPT_H
#define RACEMAP_PASSES_MAP_SUBSCRIPT_H

#include "passes/map/TermContext.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::map {

struct Subscript {
  const Term *Index = nullptr; ///< null: the number in Literal
  int64_t Literal = 0;
  uint64_t Stride = 1; ///< in elements
};

using Subscripts = llvm::SmallVector<Subscript, 2>;

/// Empty if the offset (64 bits, in bytes) does not have this form.
Subscripts subscripts(const Term *Offset, unsigned ElementSize);

/// The offset of one or more subscripts.
const Term *offsetOf(TermContext &Terms, llvm::ArrayRef<Subscript> Indices,
                     unsigned ElementSize);

} // namespace racemap::map

#endif
