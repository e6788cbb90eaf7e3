// LoopRelation - the condition under which a loop's variables have certain
// values.
//
// An *instance* is a pair of terms that stand for a loop's counter and for
// its range's variable in some iteration. The relation between the two, as a
// term: for V = Start + Step * K in exact arithmetic; for geometric steps one
// case per power of the step, of which there are at most as many as bits, and
// one for all later iterations, in which the variable is 0.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_LOOPRELATION_H
#define RACEMAP_PASSES_INTERVALS_LOOPRELATION_H

#include "passes/intervals/Environment.h"
#include "passes/intervals/LoopFacts.h"

namespace racemap::intervals {

struct LoopInstance {
  const map::Term *Counter = nullptr;
  const map::Term *Value = nullptr; ///< of the range's variable, or null
};

/// A name for another instance of a loop variable, and the way back.
std::string instanceName(const map::Variable *V, unsigned Number);
llvm::StringRef sourceName(const map::Variable *V);

/// Env with the loop's variables standing for the instance.
Environment bindLoop(Environment Env, const map::Loop *L, LoopInstance I);

/// Iteration 0, where Env holds at the loop's entry.
LoopInstance firstIteration(const map::Loop *L, const Environment &Env);

/// The iteration after I.
LoopInstance nextIteration(const map::Loop *L, const LoopFacts &F,
                           const Environment &Env, LoopInstance I);

/// That counter and value of I belong together (true if the loop has no
/// range). NeedCounter: also if the counter is not mentioned in the loop.
const map::Term *belongTogether(const map::Loop *L, const LoopFacts &F,
                                const Environment &Env, LoopInstance I,
                                bool NeedCounter);

} // namespace racemap::intervals

#endif
