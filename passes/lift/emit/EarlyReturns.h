// EarlyReturns - who passes the last barriers by only returns.
//
// In:  a complete tree.
// Out: the same runs, with the returns spelled out that lead past a barrier.
// `if (i >= n) return; … sync; …` and `if (i < n) { … sync; … }` at the end of
// a kernel are one control flow graph, and one thing to a barrier: threads that
// have exited do not block the others. So a conditional that ends the kernel
// with a barrier on one of its sides becomes the other side, a return, and what
// follows; a break out of a last loop with barriers becomes a return.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_EARLYRETURNS_H
#define RACEMAP_PASSES_LIFT_EMIT_EARLYRETURNS_H

#include "passes/map/Protocol.h"

namespace racemap::lift {

void spellOutReturns(map::Protocol &P);

} // namespace racemap::lift

#endif
