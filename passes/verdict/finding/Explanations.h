// Explanations - why two threads meet, in one sentence.
//
// What each of the two does, where and to which element; whether one is in
// another iteration of a loop; and why nothing orders them. Everything that is
// said follows from the interval that the pair was found in, and from the
// witness. For places the source's lines are named, for indices its names if
// that is short.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_FINDING_EXPLANATIONS_H
#define RACEMAP_PASSES_VERDICT_FINDING_EXPLANATIONS_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/finding/Decisions.h"
#include "passes/verdict/finding/Finding.h"

namespace racemap::verdict {

/// Two accesses that race, and where that was found.
struct Encounter {
  const intervals::Interval &In;
  const map::Access *First, *Second;
  const Witness &Example;
  bool SameValue; ///< both write the same
  /// Does the barrier stop a thread's walk in this interval?
  llvm::function_ref<bool(const map::Barrier *)> Orders;
  bool IsInFlight; ///< one is asynchronous, from before the interval
};

/// "one thread writes 's[threadIdx.x]' at line 9 while another reads
/// 's[threadIdx.x + 1]' at line 9; no barrier stands between"
std::string explain(const intervals::Ground &G, const Encounter &E);

/// What makes threads part on their way to a barrier: "one thread waits at the
/// barrier while another goes past it; they part at the condition at line 4"
std::string explain(const intervals::Ground &G, const Decision &Parting);

/// What a finding rests on that may not be so, " (if the paths are as assumed:
/// …)" for the Subject "the paths are"; empty if there is nothing. Doubt is
/// what was approximated, or a condition as it is to be said: "only if …".
std::string doubts(llvm::StringRef Subject, llvm::StringRef Doubt, Certainty C);
/// That a value in doubt does not decide it.
std::string whateverHost(llvm::StringRef Doubt);

} // namespace racemap::verdict

#endif
