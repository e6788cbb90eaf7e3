// SymbolicDigits - the mixed radix whose radix is a name: y * w + x.
//
// In:  constraints Low <= F <= High of a system with products in F.
// Out: what follows for the parts of F.
// Let F = w * A + B, where A has the parts that are multiples of an atom w, and
// w >= 1. Then w * A is within [Low - B, High - B]. If w - 1 - High + B >= 0,
// w * A <= w - 1, so A <= 0; if w - 1 + Low - B >= 0, w * A >= 1 - w, so A >=
// 0. With both, A = 0 and B is within [Low, High]. The premises are forms, so
// the bound x <= w - 1 of a guard or a launch serves (Entailment). The same
// with c * w for w, where c divides all coefficients of those parts. A thread's
// coordinate is no radix. This is
// delinearisation, Grosser et al., "Optimistic Delinearization of
// Parametrically Sized Arrays" (ICS 2015), with conditions that are proved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_SYMBOLICDIGITS_H
#define RACEMAP_PASSES_ALGEBRA_SYMBOLICDIGITS_H

#include "passes/algebra/System.h"

namespace racemap::algebra {

void splitSymbolicDigits(System &S);

} // namespace racemap::algebra

#endif
