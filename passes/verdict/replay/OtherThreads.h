// OtherThreads - whether there is such a launch as a witness says.
//
// A witness is about two threads. What the source says of every thread
// (assumptions about its index) or of every thread that comes somewhere (Given)
// is checked here for all of its launch, each running the protocol on the
// witness's numbers. What is in memory where the witness says nothing is
// proposed: some contents with which nobody breaks a condition are enough.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_REPLAY_OTHERTHREADS_H
#define RACEMAP_PASSES_VERDICT_REPLAY_OTHERTHREADS_H

#include "passes/solve/Model.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/launch/LaunchFacts.h"

namespace racemap::verdict {

/// Do all threads of W's launch keep to what is said of them, with something in
/// memory? False also if nobody knows: they do too much, more than 2^16 of them
/// differ, or one comes to a value that is not modelled before something given.
bool mayAllKeepTo(const map::Protocol &P, const LaunchFacts &Launch,
                  const Witness &W, const solve::Model &M);

/// What makes a finding doubtful then.
inline constexpr char OthersMayNotKeepTo[] =
    "an assumption that may be false for another thread";

} // namespace racemap::verdict

#endif
