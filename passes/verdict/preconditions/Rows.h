// Rows - are two accesses to elements of rows?
//
// In:  a pair, and a parameter that scales something in its offsets.
// Out: may it be how far rows are apart? Then each launch that is meant passes
//      at least what one row holds, and a race that only others have is none
//      that anyone has to know. Else it may well be small: an increment of 1.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_ROWS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_ROWS_H

#include "passes/verdict/query/RacingPair.h"

namespace racemap::verdict {

/// Does more than one element lie in a row, and does nothing that steps from
/// row to row also step within one? It does in `v[i * pitch] += v[i]`, and in
/// `a[y * pitch + x] = a[y * width + x]`. True of offsets without Pitch.
bool areInRows(const RacingPair &Race, const map::Variable *Pitch);

} // namespace racemap::verdict

#endif
