// JoinedBlocks - may blocks beside each other run as one?
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_JOINEDBLOCKS_H
#define RACEMAP_RUNTIME_CPU_LOWER_JOINEDBLOCKS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace racemap::cpu {

struct JoinedBlocks {
  /// What blockDim.x has to be for it; 0: anything.
  unsigned Width = 0;
  /// What is promised of these holds in blocks of their own width.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> Sums;
};

/// Nothing if they never may. The entry runs one thread, which never waits.
std::optional<JoinedBlocks> joinedBlocks(const llvm::Function &Entry);

/// From now on, the entry computes the same for threads of blocks of any width.
void joinBlocks(llvm::Function &Entry, const JoinedBlocks &Joined);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_JOINEDBLOCKS_H
