// Problem - a conjunction in integers.
//
// Atoms are integers within bounds; facts are about forms of them. Every
// assignment of the conjunction gives the atoms values under which all facts
// hold, so a problem without a solution is a conjunction without one. The
// reverse need not be true: what has no integer form is left out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_PROBLEM_H
#define RACEMAP_PASSES_ALGEBRA_PROBLEM_H

#include "passes/algebra/Form.h"
#include <vector>

namespace racemap::algebra {

/// What an atom is good for as the left side of an equation, the best first.
enum class Rank : uint8_t {
  Loop,
  Remainder,
  Value,
  Parameter,
  Dimension,
  Index
};

struct Atom {
  Bounds Within;
  Rank TheRank = Rank::Value;
};

struct Fact {
  enum class Kind : uint8_t { AtLeastZero, Zero, NotZero };
  Kind TheKind;
  Form Of;
};

struct Case;

/// One of the cases holds.
using Clause = std::vector<Case>;

/// Facts and clauses that hold together.
struct Case {
  std::vector<Fact> Facts;
  std::vector<Clause> Clauses;
};

/// A function of integers: equal operands give equal values.
struct Call {
  Form Value;
  unsigned Function; ///< which one
  std::vector<Form> Operands;
};

struct Problem {
  std::vector<Atom> Atoms{1}; ///< by AtomId, which begin at 1
  Case Said;
  /// Forms that are zero by definition: x - c * q - r, where the atom Part is
  /// cut into q and r.
  struct Cut {
    AtomId Part;
    Form Zero;
  };
  std::vector<Cut> Cuts;
  /// The same for sums: no atom of them is to be replaced at first.
  std::vector<Form> Divisions;
  std::vector<Call> Calls;
};

} // namespace racemap::algebra

#endif
