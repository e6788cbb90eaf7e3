// Circuits - what it costs to write products and quotients down in bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_CIRCUITS_H
#define RACEMAP_PASSES_SOLVE_CIRCUITS_H

#include "passes/solve/CertainTerms.h"
#include "llvm/ADT/ArrayRef.h"

namespace racemap::solve {

/// What it takes to build the circuits of products and quotients. Z3 does so
/// before it counts anything. Measured with Z3 4.8.12: a product takes 3 ms and
/// 1 MB at 32 bits, 12 ms and 5 MB at 64; a quotient of two unknowns 6 ms and
/// 10 MB at 32 bits, 45 ms and 80 MB at 64. That a product does not wrap is a
/// circuit like its own.
uint64_t stepsOfCircuits(llvm::ArrayRef<const map::Term *> Terms,
                         const CertainTerms &Certain);

} // namespace racemap::solve

#endif
