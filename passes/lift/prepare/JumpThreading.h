// JumpThreading - jumps over branches whose outcome is known.
//
// clang writes `break` out of a scope as a number stored before a switch, and
// `a && b` as a truth value before a branch. If such a block does nothing but
// branch on a phi that is constant for one predecessor, that predecessor jumps
// to the right successor at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_JUMPTHREADING_H
#define RACEMAP_PASSES_LIFT_PREPARE_JUMPTHREADING_H

#include "llvm/IR/Function.h"

namespace racemap::lift {

void threadBranches(llvm::Function &F);

} // namespace racemap::lift

#endif
