// Simplify - identities of machine arithmetic, applied when a term is made.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_SIMPLIFY_H
#define RACEMAP_PASSES_MAP_SIMPLIFY_H

#include "passes/map/TermContext.h"

namespace racemap::map {

/// A term equal to the operation, made of smaller ones, or null if there is
/// none. Not all operands are constants.
const Term *simplify(TermContext &Terms, Op O, unsigned Width,
                     llvm::ArrayRef<const Term *> Operands, uint8_t Promises);

} // namespace racemap::map

#endif
