// Polynomial - sums of products of names, in exact arithmetic.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_POLYNOMIAL_H
#define RACEMAP_PASSES_MAP_POLYNOMIAL_H

#include "passes/map/TermContext.h"
#include <map>
#include <optional>
#include <vector>

namespace racemap::map {

class Polynomial {
public:
  /// Names in order of creation, each as often as it is a factor; empty for
  /// the constant.
  using Monomial = std::vector<const Term *>;
  struct ById {
    bool operator()(const Monomial &A, const Monomial &B) const;
  };
  /// Coefficients are not zero.
  using Sum = std::map<Monomial, int64_t, ById>;

  static Polynomial constant(int64_t C);
  static Polynomial name(const Term *T);
  /// T as if nothing in it wrapped or was cut; nothing if that is too long.
  static std::optional<Polynomial> unwrapped(const Term *T);

  const Sum &sum() const { return Monomials; }
  int64_t constantPart() const;
  /// Nothing if it becomes too long, or a coefficient too large.
  friend std::optional<Polynomial> operator+(const Polynomial &A,
                                             const Polynomial &B);
  friend std::optional<Polynomial> operator*(const Polynomial &A,
                                             const Polynomial &B);

  /// The polynomial is at most Most, a number of at most 62 bits: names are
  /// unsigned numbers, and a model in which a product leaves 64 bits breaks a
  /// promise of the term.
  const Term *atMost(int64_t Most, TermContext &Terms) const;
  /// The same for people, "d * h * w <= 4294967296".
  std::string atMostText(int64_t Most) const;

private:
  bool add(const Monomial &M, int64_t Coefficient);
  /// The names' monomials of positive coefficients, and the negated others.
  std::pair<Sum, Sum> sides() const;

  Sum Monomials;
};

} // namespace racemap::map

#endif
