// RoundTrip - what every protocol has to survive.
//
// The text of a protocol, parsed and printed again, is the same text, and the
// parsed protocol equals the first one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_ROUNDTRIP_H
#define RACEMAP_PASSES_MAP_ROUNDTRIP_H

#include "passes/map/Protocol.h"
#include "llvm/Support/Error.h"

namespace racemap::map {

/// Says in which way P does not survive. Terms is for what is parsed: a fresh
/// context, or that of P.
llvm::Error checkRoundTrip(const Protocol &P, TermContext &Terms);

} // namespace racemap::map

#endif
