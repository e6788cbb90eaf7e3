// Truth - the races of a kernel over everything that its launch leaves open.
//
// In:  a kernel, whose parameters have small ranges, and what its memory may
//      hold at first.
// Out: each racing pair of accesses: two places of the source, and whether the
//      threads are of one block. A pair is benign if both threads write the
//      same value in every run. A run with an undefined operation counts for
//      nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_TRUTH_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_TRUTH_H

#include "Interpreter.h"
#include <compare>
#include <map>

namespace racemap::source {

/// An access of the source: an update reads and writes at one line.
struct Place {
  unsigned Line = 0;
  bool Writes = false;
  friend auto operator<=>(const Place &, const Place &) = default;
};

/// Two accesses, the lesser first.
struct Pair {
  Place First, Second;
  bool SameBlock = true;
  friend auto operator<=>(const Pair &, const Pair &) = default;
};

struct Race {
  bool Benign = true;
  std::string Example; ///< parameters and threads
};

using Races = std::map<Pair, Race>;

struct Truth {
  Races Found;
  unsigned Runs = 0; ///< that count
  unsigned UndefinedRuns = 0;
  bool Divergent = false, Endless = false;
};

/// All races, over all values of the parameters.
Truth findTruth(const Kernel &K, const Contents &At);

/// Calls Each for every two touches of a byte that race.
void forEachRace(const Run &R,
                 const std::function<void(const Touch &, const Touch &)> &Each);

Pair pairOf(const Touch &A, const Touch &B);

/// What memory holds in sample number N: large numbers, or (Small) numbers
/// that indices and conditions may use.
Contents sample(unsigned N, bool Small);

} // namespace racemap::source

#endif
