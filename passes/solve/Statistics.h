// Statistics - how queries were decided, and what that cost.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_STATISTICS_H
#define RACEMAP_PASSES_SOLVE_STATISTICS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>

namespace racemap::solve {

/// What answered a query, in the order in which it is tried.
enum class Way : uint8_t {
  None,            ///< nothing did
  Ranges,          ///< ImpliedRanges
  Algebra,         ///< the rules of passes/algebra
  RelaxedIntegers, ///< Z3, as the next ones
  KnownLaunch,     ///< a launch in which something else was found
  GroupedIntegers,
  Guess, ///< numbers for sizes
  Integers,
  BitVectors,
};
constexpr size_t NumWays = static_cast<size_t>(Way::BitVectors) + 1;

/// "ranges", "relaxed integers" and so on.
llvm::StringRef name(Way W);

template <typename T> using ByWay = std::array<T, NumWays>;

struct Statistics {
  struct Cost {
    uint64_t Calls = 0, Steps = 0;
  };
  uint64_t Queries = 0; ///< that were to be decided, each once
  ByWay<Cost> Spent;    ///< calls of Z3, or runs of the rules

  Cost &operator[](Way W) { return Spent[static_cast<size_t>(W)]; }
};

} // namespace racemap::solve

#endif
