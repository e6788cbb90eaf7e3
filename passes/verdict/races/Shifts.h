// Shifts - pairs that differ from others by a shift.
//
// In:  the reaches of an interval, and which pairs were refuted.
// Out: whether a pair is refuted because another one is.
// Where accesses to one array have the same path and size, and their offsets
// are x + a * n + b, (y + a) * n + x + b and the like with numbers a and b and
// a name n that both threads know, in exact arithmetic, two of them meet if the
// x of two threads differ by the differences of the numbers. So what is refuted
// of one such pair is refuted of all with these differences, and unrolled code
// of n accesses has about n questions, not n * n. Exact is what no value of the
// operands makes wrap: then the promises of one access say no more than those
// of another.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_SHIFTS_H
#define RACEMAP_PASSES_VERDICT_RACES_SHIFTS_H

#include "passes/intervals/Intervals.h"
#include "passes/solve/Statistics.h"
#include "passes/verdict/query/TwoThreads.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace racemap::verdict {

class Shifts {
public:
  Shifts(const intervals::Interval &I, map::Ranges &R, map::TermContext &T,
         const TwoThreads &Both);

  /// By what a pair like this one was refuted; nothing if none was. A, B: the
  /// numbers of two reaches of the interval.
  std::optional<solve::Way> refuted(size_t A, size_t B) const;
  void refute(size_t A, size_t B, solve::Way By);

private:
  struct Place {
    unsigned Kind = 0; ///< alike but for the numbers; 0 is like no other
    int64_t Times = 0, Number = 0;
  };
  using Pair = std::pair<unsigned, unsigned>;
  using Key = std::pair<Pair, std::pair<int64_t, int64_t>>;
  std::optional<Key> keyOf(size_t A, size_t B) const;

  std::vector<Place> Places; ///< by reach
  llvm::DenseMap<Key, solve::Way> Refuted;
};

} // namespace racemap::verdict

#endif
