// Handovers - random protocols in which warps hand data to each other.
//
// Each warp does something else: they come to a few barriers before, in and
// behind a loop, mostly in the same order, where some only arrive, or arrive
// and wait later. A barrier can be a round ahead for some: these come to it
// once before the loop, and the others once behind it. Between barriers they
// access shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_HANDOVERS_H
#define RACEMAP_UNITTESTS_ORACLE_HANDOVERS_H

#include "Random.h"

namespace racemap::oracle {

/// The text of one.
std::string generateHandover(uint64_t Seed);

} // namespace racemap::oracle

#endif
