// LaunchTerms - what a launch is asked (runtime/host/LaunchCheck.h), as
// instructions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_LAUNCHTERMS_H
#define RACEMAP_PASSES_INSTRUMENT_LAUNCHTERMS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/JSON.h"

namespace racemap::instrument {

/// Where a launch has its dimensions and its arguments.
struct LaunchValues {
  llvm::Value *Dimensions[6] = {}; ///< i32: x, y, z of the block, then the grid
  llvm::Value *Arguments = nullptr; ///< pointer to pointers to them
};

class LaunchTerms {
public:
  LaunchTerms(llvm::IRBuilder<> &B, const LaunchValues &Launch)
      : B(B), Launch(Launch) {}

  /// Emits the steps of a check, each an integer of its width. False if they
  /// are not as they should be; what was emitted then is to be thrown away.
  bool add(const llvm::json::Array &Steps);

  llvm::ArrayRef<llvm::Value *> steps() const { return Values; }
  /// A bit: a step promises not to wrap, and does.
  llvm::Value *wraps() const { return Wraps ? Wraps : B.getFalse(); }
  /// What is at an argument's place, of the type.
  llvm::Value *argument(llvm::Type *T, uint64_t Number, uint64_t Offset);

private:
  llvm::Value *step(const llvm::json::Array &Its);
  llvm::Value *operation(unsigned Op, const llvm::json::Array &Its,
                         unsigned Width);

  llvm::IRBuilder<> &B;
  const LaunchValues &Launch;
  llvm::SmallVector<llvm::Value *> Values;
  llvm::Value *Wraps = nullptr;
};

} // namespace racemap::instrument

#endif
