// Digits - numbers that are divided by several constants.
//
// In:  the conjuncts of a query.
// Out: for each number the constants that divide it.
// Code takes an index apart into the digits of a mixed radix (x / 640 % 480,
// x / 307200). That x / 307200 is x / 640 / 480 makes the digits' relation
// linear, which solvers do not see by themselves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_DIGITS_H
#define RACEMAP_PASSES_SOLVE_DIGITS_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <set>

namespace racemap::solve {

/// The divisor of a shift to the right, or of a division or remainder, if it is
/// a known positive number.
std::optional<__int128> knownDivisor(const map::Operation *T);

class Digits {
public:
  explicit Digits(llvm::ArrayRef<const map::Term *> Conjuncts);
  /// The largest other divisor of Of that divides By; 1 if there is none.
  __int128 finer(const map::Term *Of, __int128 By) const;

private:
  llvm::DenseMap<const map::Term *, std::set<__int128>> Divisors;
};

} // namespace racemap::solve

#endif
