// ObservationRules - when the values that two accesses find have something to
// do with each other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_OBSERVATIONRULES_H
#define RACEMAP_PASSES_VERDICT_ORDER_OBSERVATIONRULES_H

#include "passes/map/Protocol.h"

namespace racemap::verdict {

enum class ObservationRule : uint8_t {
  None,
  Same,    ///< reads of one place find the same
  Counted, ///< additions of one sign get distinct ranges
  Won,     ///< one compare-and-swap finds what it expects and does not leave
  Swapped, ///< one exchange finds what no exchange puts
  BitsSet, ///< the second one finds the bits that the first has set
};

/// Of two accesses to one place, if nothing breaks it in between.
ObservationRule ruleOf(const map::Access &A, const map::Access &B);

/// Does W, at any time, leave the rule between accesses like A as it is?
bool isHarmless(const map::Access &W, const map::Access &A, ObservationRule R);

} // namespace racemap::verdict

#endif
