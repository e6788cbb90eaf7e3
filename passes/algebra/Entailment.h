// Entailment - is a form never negative?
//
// In:  a system and a form P.
// Out: true only if P >= 0 in every solution.
// P >= 0 if its bounds say so. Otherwise, let Q >= 0 be a constraint and l > 0:
// P = (P - l * Q) + l * Q, so P >= 0 if P - l * Q >= 0. Tried with the
// constraints that take away a part of P that may be negative, a few steps
// deep. So bounds that are names count: w - 1 - x + y >= 0 follows from
// w - 1 - x >= 0 and y >= 0. If that does not do, it is tried once more where
// the indices in products have given way to their dimensions (Dimensions): a
// row of a whole grid, w - 1 - (b * n + t) >= 0, follows from w - g * n >= 0,
// n - 1 - t >= 0 and g - 1 - b >= 0.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_ENTAILMENT_H
#define RACEMAP_PASSES_ALGEBRA_ENTAILMENT_H

#include "passes/algebra/System.h"

namespace racemap::algebra {

bool isNeverNegative(const Form &P, const System &S);

} // namespace racemap::algebra

#endif
