// Repairs - where one more barrier removes a race.
//
// In:  a protocol, its results, and the statements of its source.
// Out: for races within a block, the place before a statement at which a
//      barrier of the block, put into the protocol, removes the race: shown by
//      running the analysis on the repaired protocol.
// Tried are the statements around the two accesses, outside of loops and
// conditions first. A repair may make no barrier divergent, have no thread
// return before it, and leave nothing undecided that was decided, in any
// context of the kernel. One repair serves all findings that it mends. For a
// finding that has a condition (Preconditions), none is looked for: the kernel
// is mended by keeping to the condition.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ADVICE_REPAIRS_H
#define RACEMAP_PASSES_VERDICT_ADVICE_REPAIRS_H

#include "passes/verdict/Verify.h"
#include "passes/verdict/advice/InsertionPlaces.h"

namespace racemap::verdict {

/// Sets TheRepair of findings in K, within a part of the kernel's budget. P is
/// changed on the way, and as before at the end.
void findRepairs(map::Protocol &P, const Settings &S,
                 llvm::ArrayRef<SourceStatement> Source, KernelResult &K);

} // namespace racemap::verdict

#endif
