// Layouts - arrays of several dimensions whose strides are parameters.
//
// In:  two accesses to places of one form: sums of indices, each scaled by its
//      own strides (x * sx + y * sy + z * sz), the same in both.
// Out: that they are to one element: every stride has the same index there. If
//      this excludes the race, it takes two elements that share a place, as
//      strides are 0 or smaller than what they step over: no launch that
//      anyone means passes such strides.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_LAYOUTS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_LAYOUTS_H

#include "passes/map/Mentioned.h"
#include "passes/verdict/launch/Numbers.h"
#include "passes/verdict/preconditions/ConditionSearch.h"

namespace racemap::verdict {

class Layouts {
public:
  Layouts(const map::Protocol &P, const map::LaunchContext &Context,
          const Numbers &Known)
      : P(P), Context(Context), Known(Known) {}

  /// The strides that let elements share a place where the two race, if nothing
  /// else makes them race. None if that is not known.
  map::VariableSet blame(const RacingPair &Race, Questions &Asked) const;

private:
  bool isFree(const map::Variable *Stride, const RacingPair &Race) const;

  const map::Protocol &P;
  const map::LaunchContext &Context;
  const Numbers &Known;
};

} // namespace racemap::verdict

#endif
