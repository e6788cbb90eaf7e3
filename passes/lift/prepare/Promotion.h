// Promotion - local variables become values, without losing an access.
//
// SROA and mem2reg remove accesses to thread-private variables and nothing
// else; structs that are only passed on are taken apart, and loops over local
// arrays are written out. Passes that merge,
// delete or move accesses of the user's memory are never run. Then branches
// whose outcome is known from where the block was entered (clang's cleanup
// switches, && and ||) are threaded, and loops get one preheader and one latch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_PREPARE_PROMOTION_H
#define RACEMAP_PASSES_LIFT_PREPARE_PROMOTION_H

#include "llvm/IR/PassManager.h"
#include <memory>

namespace racemap::lift {

/// Holds LLVM's analyses for one module.
class Promotion {
public:
  Promotion();
  ~Promotion();
  void promoteVariables(llvm::Function &F);
  /// After inlining: what loops over local arrays hold back is promoted, too.
  void promoteArrays(llvm::Function &F);
  void simplifyLoops(llvm::Function &F);
  /// True if calls through pointers became direct ones.
  bool makeCallsDirect(llvm::Function &F);

private:
  struct Managers;
  void run(llvm::Function &F, llvm::FunctionPassManager Passes);
  std::unique_ptr<Managers> M;
};

} // namespace racemap::lift

#endif
