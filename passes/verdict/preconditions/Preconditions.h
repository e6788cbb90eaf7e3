// Preconditions - what a racy kernel requires of its launch without saying so.
//
// In:  the races of a kernel in one context, each with the query that it is a
//      case of.
// Out: for the findings, the simplest condition (or a few together) under
//      which every query of a race is refuted: of all races of the kernel if
//      there is one, else of those on one array, else of one.
// A finding that only launches have which nobody means (a row that is shorter
// than what is in it) is possible, not certain: whether such a launch exists is
// not known. What does not fit the budget is a finding without a condition.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_PRECONDITIONS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_PRECONDITIONS_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/RacingPair.h"

namespace racemap::verdict {

/// Sets ThePrecondition, or If, of the findings in Out. Those whose condition
/// every launch is expected to keep to, and those with If, are possible from
/// then on. Returns what holds of launches that have none of these, as far as
/// that is known.
std::vector<map::Assumption> findPreconditions(const map::Protocol &P,
                                               LaunchFacts &Launch, Decider &D,
                                               llvm::ArrayRef<RacingPair> Races,
                                               ContextResult &Out);

/// Sets MetBy of the findings in K: the contexts, in order, in which their
/// condition follows from what is known about the launch.
void findGuarantees(const map::Protocol &P, const Settings &S, KernelResult &K);

} // namespace racemap::verdict

#endif
