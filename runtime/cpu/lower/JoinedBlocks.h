// JoinedBlocks - may blocks beside each other run as one?
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_JOINEDBLOCKS_H
#define RACEMAP_RUNTIME_CPU_LOWER_JOINEDBLOCKS_H

#include "llvm/IR/Function.h"

#include <optional>

namespace racemap::cpu {

/// What blockDim.x has to be for it, 0 if it may be anything; nothing if they
/// never may. If they may, the entry computes the same for threads of blocks of
/// any width. It runs one thread, which never waits.
std::optional<unsigned> widthOfJoinedBlocks(llvm::Function &Entry);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_JOINEDBLOCKS_H
