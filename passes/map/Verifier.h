// Verifier - whether a protocol is well formed.
//
// Every term has operands of the widths that its operator wants and mentions
// only variables and arrays of the protocol, loop variables inside or after
// their loop; a Leave ends an enclosing loop; sizes are at least 1, offsets 64
// bits; names are unique. In every build this is checked after parsing and
// after lifting.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_VERIFIER_H
#define RACEMAP_PASSES_MAP_VERIFIER_H

#include "passes/map/Protocol.h"
#include "llvm/Support/Error.h"

namespace racemap::map {

/// Limits that keep recursive algorithms within the stack.
constexpr unsigned MaxTermDepth = 2000;
constexpr unsigned MaxBlockDepth = 250;   ///< nested loops and conditionals
constexpr unsigned MaxElseIfChain = 2000; ///< `else if` in a row

/// Success, or one sentence on what is wrong. What is only too large is the
/// error std::errc::value_too_large.
llvm::Error check(const Protocol &P);

} // namespace racemap::map

#endif
