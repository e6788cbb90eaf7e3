// Form - a sum of products of atoms with integer coefficients.
//
// Exact arithmetic on polynomials. An atom is an unknown integer, by its
// number. What gets too large (a coefficient, a product of more than eight
// atoms, a sum of more than MostParts) is broken: nothing may be concluded from
// it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_FORM_H
#define RACEMAP_PASSES_ALGEBRA_FORM_H

#include "passes/algebra/Bounds.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace racemap::algebra {

/// From 1.
using AtomId = uint16_t;

/// A product of up to eight atoms, in descending order; 1 if it has none.
class Monomial {
public:
  Monomial() = default;
  explicit Monomial(AtomId A) : Atoms(A) {}

  bool isOne() const { return Atoms == 0; }
  bool isAtom() const { return Atoms != 0 && Atoms >> 16 == 0; }
  /// The only atom of isAtom(), or the last one.
  AtomId atom() const { return static_cast<AtomId>(Atoms); }
  Monomial rest() const { return Monomial(Atoms >> 16, 0); }
  bool contains(AtomId A) const;
  /// Without one A, which it contains.
  Monomial without(AtomId A) const;
  /// False if there are too many atoms; then To is not changed.
  static bool multiply(Monomial X, Monomial Y, Monomial &To);
  bool operator==(const Monomial &) const = default;
  bool operator<(const Monomial &O) const { return Atoms < O.Atoms; }

private:
  Monomial(unsigned __int128 Atoms, int) : Atoms(Atoms) {}
  unsigned __int128 Atoms = 0;
};

class Form {
public:
  struct Part {
    Monomial Of;
    Int Factor; ///< not 0
    bool operator==(const Part &) const = default;
    bool operator<(const Part &O) const {
      return Of == O.Of ? Factor < O.Factor : Of < O.Of;
    }
  };
  static constexpr size_t MostParts = 40;

  Form() = default;
  static Form constant(Int C);
  static Form atom(AtomId A);
  static Form product(Monomial M);

  /// Without the constant, by monomial.
  llvm::ArrayRef<Part> parts() const { return Parts; }
  Int constant() const { return Constant; }
  bool isBroken() const { return Broken; }
  bool isConstant() const { return Parts.empty() && !Broken; }
  /// The coefficient of M.
  Int factor(Monomial M) const;
  bool mentions(AtomId A) const;

  Form &add(const Form &F, Int Times = 1);
  friend Form operator+(Form A, const Form &B) { return A.add(B); }
  friend Form operator-(Form A, const Form &B) { return A.add(B, -1); }
  friend Form operator*(const Form &A, const Form &B);
  Form scaled(Int By) const { return Form().add(*this, By); }
  /// With By in place of A.
  Form with(AtomId A, const Form &By) const;
  /// The parts for which Is holds, and no constant.
  Form only(llvm::function_ref<bool(const Part &)> Is) const;
  /// Each coefficient, and the constant, by a number that divides them.
  Form dividedBy(Int By) const;
  /// The greatest common divisor of the coefficients, the constant aside; 0 if
  /// there are none.
  Int commonFactor() const;

  /// By parts and constant.
  bool operator==(const Form &) const = default;
  bool operator<(const Form &O) const;

private:
  void add(Monomial M, Int Factor);
  llvm::SmallVector<Part, 4> Parts;
  Int Constant = 0;
  bool Broken = false;
};

} // namespace racemap::algebra

#endif
