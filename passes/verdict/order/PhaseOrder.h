// PhaseOrder - accesses that are ordered by arrivals at barriers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_PHASEORDER_H
#define RACEMAP_PASSES_VERDICT_ORDER_PHASEORDER_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

/// Has Q require that neither access is before the other by what Phases says.
void requireNoPhaseBetween(Query &Q, const intervals::Ground &G,
                           intervals::Relation R, const intervals::Reach &A,
                           const intervals::Reach &B, const TwoThreads &Both,
                           const intervals::Convergence &IsConvergent);

} // namespace racemap::verdict

#endif
