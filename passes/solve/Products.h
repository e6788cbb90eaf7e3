// Products - products of unknown numbers as opaque numbers.
//
// For two products u * s and v * s of a common factor s >= 0, the order of u
// and v decides that of the products, and they differ by s at least if u and
// v differ: these lemmas, linear once each product has a name, are what
// mixed-radix indices such as blockIdx.x * blockDim.x + threadIdx.x need.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_PRODUCTS_H
#define RACEMAP_PASSES_SOLVE_PRODUCTS_H

#include "passes/map/Ranges.h"
#include <vector>
#include <z3++.h>

namespace racemap::solve {

class Products {
public:
  /// Lemmas are appended to Side. Those about two products are as many as there
  /// are pairs with a common factor: none are made where Side has more than
  /// MostFacts.
  Products(z3::context &Z, std::vector<z3::expr> &Side, size_t MostFacts)
      : Z(Z), Side(Side), MostFacts(MostFacts) {}

  /// A number that stands for A * B.
  z3::expr multiply(const z3::expr &A, const z3::expr &B);
  bool empty() const { return All.empty(); }
  /// The definitions that the lemmas approximate, for a second attempt.
  std::vector<z3::expr> definitions() const;

private:
  struct Product {
    z3::expr A, B, Name;
  };
  void relate(const Product &P, const Product &Q);
  void relate(const z3::expr &Common, const z3::expr &U, const z3::expr &P,
              const z3::expr &V, const z3::expr &Q);

  z3::context &Z;
  std::vector<z3::expr> &Side;
  size_t MostFacts;
  std::vector<Product> All;
};

} // namespace racemap::solve

#endif
