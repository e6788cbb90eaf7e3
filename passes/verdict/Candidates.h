// Candidates - launches to try where nothing could be decided.
//
// In:  a kernel and what was found in a context in which it is unknown.
// Out: launches that the context allows: dimensions and parameters in which
//      threads are few and parameters small, but larger than 0. They keep to
//      what the launch says, what the analysis assumes of it, and what every
//      launch that anyone means keeps to. The same input gives the same ones.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_CANDIDATES_H
#define RACEMAP_PASSES_VERDICT_CANDIDATES_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Settings.h"

namespace racemap::verdict {

/// Witnesses of no finding; their threads are any. None if no launch was found.
std::vector<Witness> candidateLaunches(const map::Protocol &P,
                                       const ContextResult &In,
                                       const Settings &S);

} // namespace racemap::verdict

#endif
