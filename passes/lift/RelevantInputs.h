// RelevantInputs - the parameters and input arrays that decide where a kernel
// accesses memory and whether it does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_RELEVANTINPUTS_H
#define RACEMAP_PASSES_LIFT_RELEVANTINPUTS_H

#include "passes/map/Protocol.h"

namespace racemap::lift {

/// Names that occur in an index, a condition or a bound; sorted.
std::vector<std::string> relevantInputs(const map::Protocol &P);

} // namespace racemap::lift

#endif
