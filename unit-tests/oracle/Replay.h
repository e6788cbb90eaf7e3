// Replay - is a witness a race?
//
// Runs the protocol with the witness's dimensions, parameters and inputs
// (those it does not name: any value the assumptions allow, and 0), and looks
// for a race of the witness's two accesses by its two threads at its address.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_REPLAY_H
#define RACEMAP_UNITTESTS_ORACLE_REPLAY_H

#include "passes/verdict/Finding.h"

namespace racemap::oracle {

/// Threads beyond which a witness is not replayed.
constexpr uint64_t MostThreads = 256;

/// Empty if F, a race between accesses First and Second (in the order of the
/// sites), is one; else what is wrong with it.
std::string replay(const map::Protocol &P, const verdict::Finding &F,
                   unsigned First, unsigned Second);

} // namespace racemap::oracle

#endif
