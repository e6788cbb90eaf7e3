// Dimensions - an index in a product gives way to what it is below.
//
// Let G = H - x >= 0 for an index x, c > 0, and m a product of atoms that are
// never negative. A form F with a part c * m * x is at most F + c * m * G,
// which has c * m * H in the place of that part. What is left of the
// dimension's own product goes away against the next: with y <= h - 1 and
// x <= w - 1, y * w + x is at most h * w - w + x, and that is at most
// h * w - 1.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_DIMENSIONS_H
#define RACEMAP_PASSES_ALGEBRA_DIMENSIONS_H

#include "passes/algebra/Problem.h"
#include <optional>

namespace racemap::algebra {

/// A fact about an index.
struct Below {
  AtomId X;
  Form G; ///< at least 0; the factor of X in it is -1
};

/// Is it of a thread: a coordinate or a variable of a loop?
bool isIndex(const Atom &A);
/// Has M a factor that may be negative?
bool mayBeNegative(Monomial M, llvm::ArrayRef<Atom> Atoms);
/// What F is not above: B's dimension in the place of its index in P, a part of
/// F. Nothing if P makes F smaller, has no such index or a factor that may be
/// negative, or if the result is broken.
std::optional<Form> atDimension(const Form &F, const Form::Part &P,
                                const Below &B, llvm::ArrayRef<Atom> Atoms);

} // namespace racemap::algebra

#endif
