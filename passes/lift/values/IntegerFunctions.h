// IntegerFunctions - functions of integers that are more than an operator.
//
// libdevice's integer functions and the intrinsics of LLVM that mean the same,
// written with the operators of terms (counting bits by the usual halving).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_VALUES_INTEGERFUNCTIONS_H
#define RACEMAP_PASSES_LIFT_VALUES_INTEGERFUNCTIONS_H

#include "passes/map/TermContext.h"

namespace racemap::lift {

/// What libdevice's function of this name (without "__nv_") gives; null if it
/// is not known or has no term. "mul24" and "umul24" promise that their
/// operands fit in 24 bits.
const map::Term *libdeviceTerm(map::TermContext &Terms, llvm::StringRef Name,
                               llvm::ArrayRef<const map::Term *> Arguments);

/// Has it 8, 16, 32 or 64 bits?
bool hasWholeBytes(const map::Term *A);

// Of whole bytes; the result has the width of the operand.
const map::Term *leadingZeros(map::TermContext &Terms, const map::Term *A);
const map::Term *trailingZeros(map::TermContext &Terms, const map::Term *A);
const map::Term *reversedBits(map::TermContext &Terms, const map::Term *A);
const map::Term *reversedBytes(map::TermContext &Terms, const map::Term *A);

} // namespace racemap::lift

#endif
