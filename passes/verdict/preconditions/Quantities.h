// Quantities - what conditions compare, and how a comparison is written.
//
// A comparison has a meaning (a term), a text for people and a C++ statement
// after which the compiler takes it as true. C++ compares as unsigned numbers
// if one side is unsigned: the term does the same, except that a built-in is
// converted to int for a signed parameter. Clang does not take an assumption
// that reads a built-in (to read gridDim is a call, which might have side
// effects): those are written as an unreachable branch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_QUANTITIES_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_QUANTITIES_H

#include "passes/map/Protocol.h"
#include "passes/map/TermContext.h"
#include "passes/verdict/preconditions/Conditions.h"

namespace racemap::verdict {

/// One side of a comparison.
struct Quantity {
  const map::Term *T;
  std::string Text, Source; ///< for people, and in C++ (empty: not there)
  bool IsUnsigned = true, HasBuiltin = true;
};

struct Comparison {
  const char *Written;
  const map::Term *(*State)(map::TermContext &, const map::Term *,
                            const map::Term *, bool Signed);
};
extern const Comparison AtMost, AtLeast, More, Less, Same, Other;

class Quantities {
public:
  explicit Quantities(const map::Protocol &P) : P(P), Terms(P.terms()) {}

  /// Group: 0 blockDim, 1 gridDim.
  Quantity dimension(unsigned Group, unsigned D) const;
  Quantity parameter(const map::Variable *V) const;
  /// With the width and sign of Like.
  Quantity number(uint64_t N, const Quantity &Like) const;
  /// Of two built-ins of one dimension: 31 bits are enough.
  Quantity product(const Quantity &A, const Quantity &B) const;
  /// In 64 bits, where two of 32 bits do not wrap.
  Quantity longProduct(const Quantity &A, const Quantity &B) const;
  /// Of parameters and numbers, by sums and products.
  Quantity sum(const map::Term *T) const;
  /// Of a parameter or a sum, in 64 bits, with its sign.
  Quantity oneMore(const Quantity &A) const;
  /// N of them, in 64 bits, with its sign.
  Quantity multiple(uint64_t N, const Quantity &A) const;
  Quantity remainder(const Quantity &A, uint64_t N) const;

  /// Stated, Text and Statement of a condition.
  Condition compare(const Quantity &A, const Comparison &By,
                    const Quantity &B) const;

private:
  const map::Protocol &P;
  map::TermContext &Terms;
};

/// The statement that makes a condition known to the analysis, and to nobody
/// else: a program that breaks it does what it did.
std::string statement(const std::string &Condition);

} // namespace racemap::verdict

#endif
