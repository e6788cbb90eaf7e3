// System - linear constraints on forms, and what follows from each alone.
//
// In:  facts about forms, bounds of atoms.
// Out: tighter bounds, or that there is no solution.
// A constraint bounds a form without a constant whose coefficients have no
// common factor: Low <= sum(c * m) <= High. One form has one constraint, so
// that x - y >= 0 and y - x >= 0 meet. The rules:
//
//   * bounds: what a form is bounded by, less what its other parts can be,
//     bounds c * x for each of its atoms x, and x is an integer: round inwards;
//   * products: a * b <= k with b >= m > 0 and a >= 0 leaves a <= k / m, and
//     a * a <= k leaves a <= floor(sqrt(k));
//   * congruence: g * F + k >= 0 says F >= ceil(-k / g), so g * F = k has no
//     solution if g does not divide k;
//   * digits: g * H + s >= k with s <= t leaves H >= ceil((k - t) / g), and
//     likewise above; where s is a digit, from 0 to g - 1, little is lost;
//   * substitution: x = F, where x has the coefficient 1 and does not occur in
//     F, puts F in the place of x everywhere and leaves the bounds of x to F.
//
// Each holds for all integers, whatever a monomial stands for: products are
// bounded by the products of their factors' bounds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_SYSTEM_H
#define RACEMAP_PASSES_ALGEBRA_SYSTEM_H

#include "passes/algebra/Problem.h"
#include "passes/map/Steps.h"
#include <map>
#include <optional>

namespace racemap::algebra {

/// The bounds of a part of a form, and of a form, by those of their atoms.
Bounds boundsOf(const Form::Part &P, llvm::function_ref<Bounds(AtomId)> Atoms);
Bounds boundsOf(const Form &F, llvm::function_ref<Bounds(AtomId)> Atoms);

class System {
public:
  /// What is left to learn after so many steps stays unknown.
  explicit System(const std::vector<Atom> &Atoms, uint64_t Steps = 1 << 20);

  void add(const Fact &F);
  void atLeastZero(const Form &F);
  void zero(const Form &F) { within(F, {0, 0}); }
  void notZero(const Form &F) { NotZero.push_back(F); }
  /// F is within B.
  void within(const Form &F, Bounds B);
  /// Puts By in the place of A, which is what it equals.
  void substitute(AtomId A, const Form &By);
  /// Solves Zero = 0 for one of its atoms, the best by rank; false if there is
  /// none, or if all that is worse than Worst.
  bool eliminate(Form Zero, Rank Worst);
  /// Solves an equation among the constraints for an atom; false if there is
  /// none.
  bool eliminateAny();
  /// Bounds of all atoms by all constraints, a few times.
  void propagate();
  /// Replaces atoms that have one value, and that equal others; checks what is
  /// not zero.
  void simplify();

  /// There is no solution.
  void fail() { Contradictory = true; }
  bool isContradictory() const { return Contradictory; }
  /// Is it contradictory, or has it taken its steps?
  bool isDone() const {
    return Contradictory || map::Steps::taken() >= LastStep;
  }
  /// Has anything been learned since?
  unsigned version() const { return Version; }
  /// Of F: by its atoms and, where it is that of one, by a constraint.
  Bounds boundsOf(const Form &F) const;
  Bounds boundsOf(AtomId A) const { return Atoms[A].Within; }
  llvm::ArrayRef<Atom> atoms() const { return Atoms; }
  /// With what is in place of atoms that were replaced.
  Form current(const Form &F) const;

  const std::map<Form, Bounds> &constraints() const { return Constraints; }

private:
  void bound(AtomId A, Bounds B);
  void boundFactors(Monomial M, Int High);
  void tighten(const Form &F, Bounds B);
  /// Without its lowest digit.
  void coarsen(const Form &F, Bounds B);
  std::optional<AtomId> findNumber() const;
  bool eliminatePair();

  std::vector<Atom> Atoms;
  std::map<Form, Bounds> Constraints;
  std::vector<Form> NotZero;
  std::vector<std::pair<AtomId, Form>> Replaced; ///< in this order
  bool Contradictory = false;
  unsigned Version = 0;
  uint64_t LastStep;
};

} // namespace racemap::algebra

#endif
