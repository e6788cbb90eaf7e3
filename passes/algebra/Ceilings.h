// Ceilings - upper bounds of forms by what facts say of products and sums.
//
// In:  facts G >= 0, as they are read; a form.
// Out: a number that the form is not above wherever the facts hold.
// Where F has a part c * m * x with c > 0, m is a product of what is not
// negative, and G = H - x, F is at most F + c * m * G, which has c * m * H in
// the place of that part: an index in a product gives way to the dimension that
// it is below, and what is left of the dimension's own product goes away
// against the next. What a fact says of a product as a whole bounds it then:
// with y < h, x < w and h * w <= k, the sum y * w + x is at most
// (h - 1) * w + w - 1 < k.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_CEILINGS_H
#define RACEMAP_PASSES_ALGEBRA_CEILINGS_H

#include "passes/algebra/Problem.h"
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
  struct Below {
    AtomId X; ///< an index, whose factor in G is -1
    Form G;
  };

  bool isNegative(Monomial M) const;
  Int byParts(const Form &F) const;

  const std::vector<Atom> &Atoms;
  std::vector<Below> Facts;
  std::map<Monomial, Int> Products; ///< of two or more atoms, at most so much
};

} // namespace racemap::algebra

#endif
