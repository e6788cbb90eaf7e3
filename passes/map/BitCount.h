// BitCount - how many bits of a word are set, in terms.
//
// There is no operator for it: it is written as sums of halves, then of
// quarters, and so on. Who meets such a term can ask what is counted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_BITCOUNT_H
#define RACEMAP_PASSES_MAP_BITCOUNT_H

#include "passes/map/TermContext.h"

namespace racemap::map {

/// Of 8, 16, 32 or 64 bits; the result has the width of the operand.
const Term *bitsSet(TermContext &T, const Term *A);
/// The word whose bits T counts; null if it does not have that form.
const Term *wordCounted(const Term *T);

} // namespace racemap::map

#endif
