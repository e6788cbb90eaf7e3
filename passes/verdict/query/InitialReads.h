// InitialReads - what plain reads find if the two threads come first.
//
// A value that is read from an array which the kernel writes is not modelled:
// others may have written it before. But they need not have: there is an
// execution in which the two threads of a pair come first, and find what was
// there before the launch. In it such reads are inputs, equal for equal
// addresses. Whether the two reach their accesses that way, before any barrier
// and without having written there themselves, a run has to show (Replay).
// Where the threads of a warp advance in lockstep, no two of them come first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_INITIALREADS_H
#define RACEMAP_PASSES_VERDICT_QUERY_INITIALREADS_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/query/TwoThreads.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

namespace racemap::verdict {

class InitialReads {
public:
  explicit InitialReads(const intervals::Ground &G);

  /// T of the two threads, with all that plain reads find in terms of inputs.
  const map::Term *inputs(const map::Term *T, const TwoThreads &Both) const;

private:
  const map::Term *inputOf(const map::Unknown *U, const TwoThreads &Both) const;

  const intervals::Ground &G;
  /// By the name of what they find; null if several do.
  llvm::StringMap<const map::Access *> Reads;
  /// Those whose places are being said in terms of inputs.
  mutable llvm::SmallPtrSet<const map::Access *, 4> InProgress;
};

} // namespace racemap::verdict

#endif
