// Verify - decides one protocol in one launch context.
//
// In:  a Protocol and a LaunchContext.
// Out: every race, divergent barrier and undecided pair. The order of work:
//      barriers proved convergent, barrier intervals for each relation of two
//      threads, one query per pair of accesses, witnesses, verdict.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_VERIFY_H
#define RACEMAP_PASSES_VERDICT_VERIFY_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Settings.h"

namespace racemap::verdict {

ContextResult verify(const map::Protocol &P, const map::LaunchContext &Context,
                     const Settings &S);

/// All contexts of the protocol (one symbolic context if it has none), with
/// what the report needs beside the verdicts. A protocol with gaps is Unknown
/// in every context, with the first gap as the reason.
KernelResult verify(const map::Protocol &P, const Settings &S);

/// Says so in the remarks of K: the clock has ended a part of its analysis.
void remarkClock(KernelResult &K);

} // namespace racemap::verdict

#endif
