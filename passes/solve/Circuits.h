// Circuits - what it costs to write terms down in bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_CIRCUITS_H
#define RACEMAP_PASSES_SOLVE_CIRCUITS_H

#include "passes/solve/CertainTerms.h"
#include "llvm/ADT/ArrayRef.h"

namespace racemap::solve {

/// What it takes to build the circuits of products and quotients, and of long
/// chains of sums and exclusive ors. Z3 does so before it counts anything.
/// Measured with Z3 4.8.12: a product takes 3 ms and 1 MB at 32 bits, 12 ms and
/// 5 MB at 64; a quotient of two unknowns 6 ms and 10 MB at 32 bits, 45 ms and
/// 80 MB at 64. That a product does not wrap is a circuit like its own. A sum
/// of 32 bits takes no time to speak of, but where each is an operand of the
/// next, in turn with exclusive ors, 50 take 20 ms, 200 take 90 to 150 and 400
/// take 700 to 900: a bit of each takes as long as it is far from the first.
uint64_t stepsOfCircuits(llvm::ArrayRef<const map::Term *> Terms,
                         const CertainTerms &Certain);

} // namespace racemap::solve

#endif
