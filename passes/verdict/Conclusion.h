// Conclusion - what the findings of a kernel in one context come to.
//
// In:  the findings of a context, and what was left undecided there.
// Out: its verdict, and why it is not another.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_CONCLUSION_H
#define RACEMAP_PASSES_VERDICT_CONCLUSION_H

#include "passes/intervals/Walk.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

/// No kernel with a gap is race-free: if P has one, Out is Unknown, with the
/// first gap as the reason.
bool isUnknownForGaps(const map::Protocol &P, ContextResult &Out);

/// After all pairs of accesses were decided, as far as they can be.
void conclude(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
              ContextResult &Out);

} // namespace racemap::verdict

#endif
