// Order - in which order blocks and threads run, and for how long.
//
// Without a seed: in the order of their numbers, a thread until it has to wait.
// With one: pseudo-randomly, and the same for the same seed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_ORDER_H
#define RACEMAP_RUNTIME_CPU_ORDER_H

#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>

namespace racemap::cpu {

/// What an iteration of a loop takes from a thread's budget is 1; what an
/// access takes whose value the thread may be waiting for:
inline constexpr int32_t AccessCost = 1024;
inline constexpr int32_t FullBudget = 64 * AccessCost;
/// A thread that waits in a loop comes to the access that it waits at, so that
/// it is not taken for one that computes.
inline constexpr int32_t LeastBudget = 64;

class Order {
public:
  Order() = default;
  Order(std::optional<uint64_t> Seed, uint64_t Stream)
      : IsSeeded(Seed.has_value()),
        State(Seed.value_or(0) * 0x9E3779B97F4A7C15ull + Stream + 1) {}

  bool isSeeded() const { return IsSeeded; }

  /// One of Lanes, which is not empty.
  unsigned pick(uint32_t Lanes) {
    if (!IsSeeded)
      return unsigned(std::countr_zero(Lanes));
    for (uint64_t Skip = below(std::popcount(Lanes)); Skip; --Skip)
      Lanes &= Lanes - 1;
    return unsigned(std::countr_zero(Lanes));
  }

  /// How long a thread may run; one that only waits not for long.
  int32_t budget(bool HasProgressed) {
    if (IsSeeded)
      return LeastBudget << below(
                 std::countr_zero(unsigned(FullBudget / LeastBudget)));
    return HasProgressed ? FullBudget : 2 * AccessCost;
  }

  /// A number less than Bound.
  uint64_t below(uint64_t Bound) { return next() % Bound; }

private:
  /// splitmix64.
  uint64_t next() {
    uint64_t Z = State += 0x9E3779B97F4A7C15ull;
    Z = (Z ^ Z >> 30) * 0xBF58476D1CE4E5B9ull;
    Z = (Z ^ Z >> 27) * 0x94D049BB133111EBull;
    return Z ^ Z >> 31;
  }

  bool IsSeeded = false;
  uint64_t State = 0;
};

/// The numbers below Count in an order of the seed's.
class Permutation {
public:
  Permutation(uint64_t Count, Order &O) : Count(Count) {
    if (!O.isSeeded() || Count < 2)
      return;
    Start = O.below(Count);
    do
      Step = 1 + O.below(Count - 1);
    while (std::gcd(Step, Count) != 1);
  }
  uint64_t at(uint64_t I) const {
    return uint64_t((Start + (unsigned __int128)(I)*Step) % Count);
  }

private:
  uint64_t Count, Start = 0, Step = 1;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_ORDER_H
