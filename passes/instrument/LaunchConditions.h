// LaunchConditions - all that a proof asks of a launch, evaluated by it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_LAUNCHCONDITIONS_H
#define RACEMAP_PASSES_INSTRUMENT_LAUNCHCONDITIONS_H

#include "passes/instrument/LaunchTerms.h"
#include <set>

namespace racemap::instrument {

struct LaunchCondition {
  llvm::Value *Holds = nullptr; ///< a bit
  std::string Text;             ///< what it is
  /// The numbers in it, each of 64 bits, and pointers, by name.
  llvm::SmallVector<std::pair<std::string, llvm::Value *>, 4> Values;
  std::set<std::string> IsUnsigned = {}; ///< names
};

/// Of one proof, as driver/LeanKernels.h writes it; the last one says that
/// nothing in the others has wrapped. Nothing if it is not as it should be;
/// what was emitted then is to be thrown away.
std::optional<llvm::SmallVector<LaunchCondition, 8>>
conditionsOf(const llvm::json::Object &Proof, const LaunchValues &Launch,
             llvm::IRBuilder<> &B);

} // namespace racemap::instrument

#endif
