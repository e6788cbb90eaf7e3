// Disjointness - which memory a verdict takes to be apart.
//
// In:  a protocol.
// Out: as texts, what the analysis assumes when it compares accesses to one
//      array only: that different arrays do not overlap, and that pointers
//      found in different slots point to different objects. Only what matters
//      is said: arrays of which one is written, that are not both variables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_DISJOINTNESS_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_DISJOINTNESS_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace racemap::verdict {

/// Whether the analysis compares the accesses to two arrays with each other,
/// so that nothing has to be assumed about them.
using AreCompared =
    llvm::function_ref<bool(const map::Array &, const map::Array &)>;

std::vector<std::string> disjointness(const map::Protocol &P,
                                      AreCompared AreCompared);

/// The same of arrays, by pairs.
std::vector<std::pair<const map::Array *, const map::Array *>>
takenApart(const map::Protocol &P, AreCompared AreCompared);

/// And of what pointers point to that may have been found in different slots of
/// these arrays.
std::vector<const map::Array *> takenApartBySlots(const map::Protocol &P);

} // namespace racemap::verdict

#endif
