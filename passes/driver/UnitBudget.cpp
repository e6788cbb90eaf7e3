// UnitBudget - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/UnitBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>
#include <tuple>

namespace racemap {

using map::Steps;

/// Aims at a third of what clang needs itself on an ordinary machine, host and
/// device together: what is hard takes up to three times as long as it counts.
/// bench/compile.sh measures what comes out.
uint64_t UnitBudget::ofBuild(uint64_t Tokens, uint64_t Instructions) {
  constexpr uint64_t Least = 200;
  return Least + Tokens / 5000 + Instructions / 250;
}

UnitBudget::UnitBudget(uint64_t Milliseconds)
    : Milliseconds(Milliseconds),
      Last(Milliseconds
               ? llvm::SaturatingAdd(Steps::taken(),
                                     llvm::SaturatingMultiply(
                                         Milliseconds, Steps::PerMillisecond))
               : std::numeric_limits<uint64_t>::max()) {}

uint64_t UnitBudget::lastStepOfLifting() const {
  return Milliseconds ? Last - (Last - Steps::taken()) / 2 : Last;
}

uint64_t UnitBudget::lastStepOfOne(size_t Kernels) const {
  constexpr size_t LargestPart = 8;
  if (!Milliseconds)
    return Last;
  uint64_t Now = Steps::taken(), Left = Last - std::min(Last, Now);
  return Now + Left / std::clamp<size_t>(Kernels, 1, LargestPart);
}

/// Costs that differ by less than a factor of two, or are small, are alike.
static unsigned magnitude(const KernelCost &K) {
  constexpr uint64_t Small = 256;
  uint64_t Pairs = uint64_t(K.Accesses) * K.Accesses * K.Contexts;
  return llvm::Log2_64(std::max(Pairs, Small));
}

std::vector<size_t> cheapestFirst(llvm::ArrayRef<KernelCost> Kernels) {
  std::vector<size_t> Order(Kernels.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::tuple(Kernels[A].IsForeign, magnitude(Kernels[A]), A) <
           std::tuple(Kernels[B].IsForeign, magnitude(Kernels[B]), B);
  });
  return Order;
}

} // namespace racemap
