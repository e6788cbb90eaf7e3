// Digits - a sum is bounded: so are its parts, by the size of their factors.
//
// In:  constraints Low <= F <= High of a system.
// Out: what follows for the parts of F.
// For any g > 0, F = g * A + B, where A has the parts whose coefficients g
// divides, and B the others. With B within [b, b'], g * A is within
// [Low - b', High - b], and A, an integer, between the quotients, rounded
// inwards. If none is left there is no solution. If one is left, A = a, then B
// is within [Low - g * a, High - g * a]. Tried for each coefficient g.
//
// That is a congruence where B is empty: g divides F, and not what F is to be.
// And it is the argument of the mixed radix: where each coefficient exceeds
// what all smaller ones can add up to, plus the width of the access, F in [1 -
// w, w' - 1] leaves A = 0, and the rest again F in [1 - w, w' - 1], digit by
// digit. It needs no order, and no coefficient has to be larger than another
// one: each step is an implication.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_DIGITS_H
#define RACEMAP_PASSES_ALGEBRA_DIGITS_H

#include "passes/algebra/System.h"

namespace racemap::algebra {

void splitDigits(System &S);

} // namespace racemap::algebra

#endif
