// UnitBudget - shares the steps of a unit among its kernels.
//
// In:  how many steps all kernels of a unit may take together, and for each
//      kernel what it looks like it costs.
// Out: the order in which they are decided, and when each has to end.
// Cheap kernels come first; those that look alike stay in their order, and
// kernels that the user did not write come last. A kernel may take an eighth of
// what is left, or an equal part if that is more: so one that costs more than
// it looks leaves enough for the others, and few kernels use all there is.
// Those that were cut short begin anew if the others have left them twice as
// much. What is counted are steps, and what is compared are numbers of
// accesses, so that the outcome depends on the unit alone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_UNITBUDGET_H
#define RACEMAP_PASSES_DRIVER_UNITBUDGET_H

#include "passes/map/Steps.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace racemap {

class UnitBudget {
public:
  /// What `racemap check` allows for a file, in milliseconds (see
  /// map::Steps::PerMillisecond). It is what a unit has if nobody says more.
  static constexpr uint64_t OfCheck = 300'000;
  /// What a compilation allows that has read so many tokens and generated so
  /// many instructions for the device, in milliseconds.
  static uint64_t ofBuild(uint64_t Tokens, uint64_t Instructions);

  /// From now on; 0: no limit.
  explicit UnitBudget(uint64_t Milliseconds);

  /// When lifting has to end, which has half of it.
  uint64_t lastStepOfLifting() const;
  uint64_t milliseconds() const { return Milliseconds; }
  /// When the next kernel has to end that shares what is left with so many
  /// (including itself), in steps of this thread.
  uint64_t lastStepOfOne(size_t Kernels) const;
  /// How many steps that are from now on.
  uint64_t stepsOfOne(size_t Kernels) const {
    uint64_t Now = map::Steps::taken(), Last = lastStepOfOne(Kernels);
    return Last - std::min(Last, Now);
  }

private:
  uint64_t Milliseconds;
  uint64_t Last; ///< step of this thread
};

/// The numbers of kernels in the order in which they are decided.
struct KernelCost {
  bool IsForeign = false; ///< nobody here wrote it
  size_t Accesses = 0;
  size_t Contexts = 1;
};
std::vector<size_t> cheapestFirst(llvm::ArrayRef<KernelCost> Kernels);

} // namespace racemap

#endif
