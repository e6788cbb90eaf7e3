// Divider - quotients and remainders of forms by constants: digits.
//
// For a form F and a constant c > 0 there is one pair with F = c * q + r and
// 0 <= r < c: q = floor(F / c). The same numbers have the same names in all
// divisions, so that digits of one number meet:
//
//   * multiples of c are taken out: floor((c * A + G) / c) = A + floor(G / c);
//   * if all values of G lie between two multiples of c, by the bounds of its
//     atoms or by what facts say of products (Ceilings), q is a number;
//   * if G = g * H + s with 0 <= s < g and g divides c, then floor(G / c) =
//     floor(H / (c / g)): with H = (c/g) * q + r', G = c * q + (g * r' + s),
//     and 0 <= g * r' + s <= g * (c/g - 1) + g - 1 < c;
//   * an atom x becomes c * q + r, with atoms q and r, wherever it occurs (a
//     Cut), so that x / 32 is the q' of q = 4 * q' + r' if x / 8 was q before;
//   * any other G has atoms q and r and the equation G = c * q + r.
//
// All of it is exact for integers of either sign; nothing else is assumed of G.
// For X >= 0 and a form D >= 1, X = D * q + r and 0 <= r < D (Radices.cpp): the
// digits of a number in a mixed radix of names. If D is a product, then, too,
//
//   * multiples of D are taken out;
//   * if G = g * H + s, where s is a remainder by g, and D = g * E, then
//     floor(G / D) = floor(H / E), as above;
//   * an atom is cut. If it was a remainder by D * E, its quotient is below E.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_DIVIDER_H
#define RACEMAP_PASSES_ALGEBRA_DIVIDER_H

#include "passes/algebra/Ceilings.h"
#include <map>
#include <optional>

namespace racemap::algebra {

struct Divided {
  Form Quotient, Remainder;
};

class Divider {
public:
  explicit Divider(Problem &P) : P(P) {}

  /// F is at least 0, whatever else holds.
  void learn(const Form &F);
  /// F is 0, whatever else holds.
  void learnZero(const Form &F);
  /// Nothing if F is broken, or too much was divided.
  std::optional<Divided> divide(const Form &F, Int By);
  /// The same by what is no number. X and By within bounds that are at least 0
  /// and 1.
  std::optional<Divided> divideBy(const Form &X, Bounds OfX, const Form &By,
                                  Bounds OfBy);
  /// F without atoms that were cut.
  Form current(Form F) const;
  Bounds boundsOf(const Form &F) const;
  AtomId newAtom(Bounds Within, Rank R);

private:
  static constexpr size_t MostAtoms = 2000;

  std::optional<Divided> rest(const Form &G, Int By);
  /// Whole = Parts, by definition.
  void define(const Form &Whole, const Form &Parts);
  std::optional<Divided> byDigit(const Form &G, Int By);
  /// F, where it was taken apart as a whole.
  Form parted(const Form &F) const;
  std::optional<Divided> byRadix(const Form &G, const Form &By);
  std::optional<Divided> nameParts(const Form &X, Bounds OfX, const Form &By,
                                   Bounds OfBy);

  /// What facts say, without atoms that were cut.
  const Ceilings &ceilings();

  Problem &P;
  std::vector<Form> Learned;
  std::optional<Ceilings> OfLearned; ///< none if more was learned or cut since
  std::map<AtomId, Form> Cut;        ///< what atoms that were cut are
  std::map<std::pair<Form, Int>, Divided> Known;
  std::map<AtomId, Form> Radix;            ///< what atoms are below
  std::vector<std::pair<Form, Form>> Sums; ///< and what they are
};

} // namespace racemap::algebra

#endif
