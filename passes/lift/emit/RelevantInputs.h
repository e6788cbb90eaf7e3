// RelevantInputs - the parameters and input arrays that decide where a kernel
// accesses memory and whether it does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_RELEVANTINPUTS_H
#define RACEMAP_PASSES_LIFT_EMIT_RELEVANTINPUTS_H

#include "passes/map/Protocol.h"

namespace racemap::lift {

/// Names that occur in an index, a condition or a bound; sorted. If a value
/// does that is not modelled, anything can have flown into it: all of
/// Parameters, the names of the kernel's scalar parameters, and the arrays that
/// are read.
std::vector<std::string> relevantInputs(const map::Protocol &P,
                                        llvm::ArrayRef<std::string> Parameters);

} // namespace racemap::lift

#endif
