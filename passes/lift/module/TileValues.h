// TileValues - the mark on a value that the lanes of a tile have in common.
//
// In:  a value of 32 bits, and how many lanes a tile has: 2, 4, 8, 16 or 32.
// Out: a call of a function without body, which stands for the value: it is one
//      and the same for the lanes of the thread's tile, if the block has them
//      all and they come to the call together.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_TILEVALUES_H
#define RACEMAP_PASSES_LIFT_MODULE_TILEVALUES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace racemap::lift {

/// The call: its operands are Value, an integer of 32 bits, and Lanes.
llvm::CallInst *createTileValue(llvm::IRBuilder<> &At, llvm::Value *Value,
                                unsigned Lanes);
/// Is Callee what such a call calls?
bool isTileValue(const llvm::Function &Callee);

} // namespace racemap::lift

#endif
