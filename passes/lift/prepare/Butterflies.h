// Butterflies - values that shuffles have made one and the same for a tile.
//
// In:  a kernel whose local variables are values.
// Out: the same kernel; where each lane has combined its value with that of
//      lane (own ^ d) step by step, what comes out is marked (TileValues).
// A step makes g(i) = op(f(i), f(i ^ d)), op commutative. Then g(i ^ d) =
// op(f(i ^ d), f(i)) = g(i). And if f(i ^ c) = f(i), of an earlier step,
// g(i ^ c) = op(f(i ^ c), f(i ^ c ^ d)) = op(f(i), f(i ^ d)) = g(i). So steps
// by 1, 2, 4, … W / 2 in any order give all lanes of a tile of W the same bits:
// op need not be associative, and floats round alike in all of them. For that
//   * the lane (own ^ d) must be there, which the mark leaves to be shown;
//   * all lanes must compute op alike: a product that is the first operand
//     could be rounded on one side and fused with the addition on the other;
//   * no other butterfly shuffle may be in the kernel: lanes at one could be
//     counted for lanes at the other. Then nothing is marked.
// Steps stand one behind the other, or are those of a loop whose distances are
// constants.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_BUTTERFLIES_H
#define RACEMAP_PASSES_LIFT_PREPARE_BUTTERFLIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace racemap::lift {

/// How many lanes are joined by steps of these distances, each below 32, if
/// they are those of tiles: 2, 4, 8, 16 or 32 lanes one behind the other. Else
/// 0.
unsigned tileOf(llvm::ArrayRef<unsigned> Distances);

void markButterflies(llvm::Function &F);

} // namespace racemap::lift

#endif
