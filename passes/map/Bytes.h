// Bytes - words that were taken apart by bytes and put together again.
//
// Unions and structs that are copied leave chains of masks, shifts and ors
// behind, each of which puts a byte into a word.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_BYTES_H
#define RACEMAP_PASSES_MAP_BYTES_H

#include "passes/map/Ranges.h"
#include "passes/map/TermContext.h"

namespace racemap::map {

/// The term whose bytes T has, each at its place, or the number that they make;
/// T itself if there is none but T.
const Term *wholeOf(TermContext &Terms, Ranges &Values, const Term *T);

} // namespace racemap::map

#endif
