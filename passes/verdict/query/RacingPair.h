// RacingPair - the query behind a finding, for those who ask on what launches
// it depends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_RACINGPAIR_H
#define RACEMAP_PASSES_VERDICT_QUERY_RACINGPAIR_H

#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

/// A query of a finding, and what remains of it without the conflict. An access
/// that leaves its array is a pair with itself, and with the array's size in
/// place of the second offset.
struct RacingPair {
  size_t Finding;   ///< its index in the context's findings
  Conjunction Race; ///< refuting this refutes the race
  /// That two different threads reach the accesses; that one thread reaches
  /// the first, the second.
  Conjunction Together, First, Second;
  /// Of each access: its byte offset in the array, and the path to it.
  const map::Term *Offset[2], *Path[2];
  /// The offsets of the two threads in Race.
  const map::Term *Place[2] = {nullptr, nullptr};
  const map::Array *TheArray;
  std::optional<uint64_t> Extent;    ///< of an array that is left, in elements
  std::optional<uint64_t> Allocated; ///< the same if the launch says it
  bool BetweenBlocks;
  std::optional<solve::Model> Case; ///< a model of Race, if one is known
};

} // namespace racemap::verdict

#endif
