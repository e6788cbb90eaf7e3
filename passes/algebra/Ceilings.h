// Ceilings - upper bounds of forms by what facts say of products and sums.
//
// In:  facts G >= 0, as they are read; a form.
// Out: a number that the form is not above wherever the facts hold.
// An index in a product gives way to the dimension that it is below
// (Dimensions), and what a fact says of a product as a whole bounds it then:
// with y < h, x < w and h * w <= k, the sum y * w + x is at most
// (h - 1) * w + w - 1 < k.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_CEILINGS_H
#define RACEMAP_PASSES_ALGEBRA_CEILINGS_H

#include "passes/algebra/Dimensions.h"
#include <map>

namespace racemap::algebra {

class Ceilings {
public:
  /// Atoms: those of all forms; more may be added.
  explicit Ceilings(const std::vector<Atom> &Atoms) : Atoms(Atoms) {}

  /// F is at least 0.
  void learn(const Form &F);
  /// What F is not above; Infinity if that is not known.
  Int above(Form F) const;

private:
  static constexpr size_t MostFacts = 24, MostSteps = 12;

  Int byParts(const Form &F) const;

  const std::vector<Atom> &Atoms;
  std::vector<Below> Facts;
  std::map<Monomial, Int> Products; ///< of two or more atoms, at most so much
};

} // namespace racemap::algebra

#endif
