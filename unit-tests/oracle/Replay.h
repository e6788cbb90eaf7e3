// Replay - is a witness a case of its finding?
//
// Runs the protocol with the witness's dimensions, parameters and inputs
// (those it does not name: any value the assumptions allow, and 0), and looks
// for a race of the witness's two accesses by its two threads at its address,
// or for the access by which its one thread leaves the array there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_REPLAY_H
#define RACEMAP_UNITTESTS_ORACLE_REPLAY_H

#include "passes/verdict/finding/Finding.h"

namespace racemap::oracle {

/// Threads beyond which a witness is not replayed.
constexpr uint64_t MostThreads = 256;

/// Empty if F, which is about these accesses (in the order of the sites: two
/// that race, or one that leaves its array), is right; else what is wrong.
std::string replay(const map::Protocol &P, const verdict::Finding &F,
                   const std::vector<unsigned> &Accesses);

} // namespace racemap::oracle

#endif
