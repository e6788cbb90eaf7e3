// Redundancy - barriers that could be left out.
//
// In:  a protocol that is race-free in all contexts.
// Out: barriers of the block without all of which it still is: shown by running
//      the analysis without them.
// Only where barriers do nothing but order plain accesses: none are looked for
// in a kernel with atomic or volatile accesses, through which threads could
// wait for each other, and a barrier whose result is used is kept, as is one
// that stands once in the source and several times in the protocol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ADVICE_REDUNDANCY_H
#define RACEMAP_PASSES_VERDICT_ADVICE_REDUNDANCY_H

#include "passes/verdict/Verify.h"

namespace racemap::verdict {

/// Sets Redundant of K, within a part of the kernel's budget. P is changed on
/// the way, and as before at the end.
void findRedundantBarriers(map::Protocol &P, const Settings &S,
                           KernelResult &K);

} // namespace racemap::verdict

#endif
