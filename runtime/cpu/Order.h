// Order - in which order blocks and threads run, and for how long.
//
// Without a seed: in the order of their numbers, a thread until it has to wait.
// With one: pseudo-randomly, and the same for the same seed, by priorities and
// change points (PCT: Burckhardt et al., A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs, ASPLOS 2010):
//
// * Each thread of a block draws a priority, and the one with the highest runs
//   until it waits or only looks for what others do, which makes it the last.
// * At NumChanges of the launch's synchronising operations (atomic and volatile
//   accesses, fences) the thread that runs becomes the last of its block, or,
//   every other time, the block leaves its worker to another one.
// * The distance to the next change is small or large with the same
//   probability: each of the powers of two up to 2^(Distances - 1) is as likely
//   a bound.
//
// So each of n threads of a block comes first with probability 1/n, each of two
// threads before the other with 1/2; and an order that differs from the one of
// the priorities by a change after the operation number s and, of d in all, s'
// operations later another one, has at least the probability of these
// priorities, by 1 / (4 Distances s) for each change.
// A thread that does not wait makes room, too, now and then: what others wait
// for may be what it works for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_ORDER_H
#define RACEMAP_RUNTIME_CPU_ORDER_H

#include <algorithm>
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
        State(Seed.value_or(0) * 0x9E3779B97F4A7C15ull + Stream + 1) {
    // Numbers of one seed are not those of the next one, later.
    State = next();
    if (IsSeeded)
      setChange();
  }

  bool isSeeded() const { return IsSeeded; }

  /// How long a thread may run; one that only waits not for long.
  int32_t budget(bool HasProgressed) {
    Given = HasProgressed ? FullBudget : 2 * AccessCost;
    if (IsSeeded && ToChange)
      Given = int32_t(std::min<uint64_t>(Given, *ToChange));
    return Given;
  }

  enum class Change {
    None,
    Thread, ///< it is the last one of its block from now on
    Block   ///< another block has its turn
  };
  /// With a seed, when the thread that budget() was for has left the rest of
  /// it: what changes. It may be negative.
  Change spent(int32_t Rest) {
    if (!IsSeeded)
      return Change::None;
    uint64_t Used = uint64_t(int64_t(Given) - Rest);
    if (ToChange && Used >= *ToChange) {
      setChange();
      return below(2) ? Change::Thread : Change::Block;
    }
    if (ToChange)
      *ToChange -= Used;
    // It could go on for ever.
    return Rest <= 0 && Given == FullBudget && below(8) == 0 ? Change::Thread
                                                             : Change::None;
  }

  /// A thread's that has not run.
  uint64_t priority() { return next() | LeastDrawn; }
  /// Lower than all so far.
  uint64_t lowest() { return --Lowest; }

  /// A number less than Bound.
  uint64_t below(uint64_t Bound) { return next() % Bound; }

private:
  static constexpr uint64_t LeastDrawn = uint64_t(1) << 63;
  static constexpr unsigned NumChanges = 2, Distances = 12;

  /// The next change, if there is one left.
  void setChange() {
    ToChange.reset();
    if (Changes++ < NumChanges)
      ToChange = (1 + below(uint64_t(1) << below(Distances))) * AccessCost;
  }

  /// splitmix64.
  uint64_t next() {
    uint64_t Z = State += 0x9E3779B97F4A7C15ull;
    Z = (Z ^ Z >> 30) * 0xBF58476D1CE4E5B9ull;
    Z = (Z ^ Z >> 27) * 0x94D049BB133111EBull;
    return Z ^ Z >> 31;
  }

  bool IsSeeded = false;
  uint64_t State = 0;
  uint64_t Lowest = LeastDrawn;
  /// What the thread that runs was given, and how much of it all threads use up
  /// until the next change.
  int32_t Given = 0;
  std::optional<uint64_t> ToChange;
  unsigned Changes = 0;
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
    if (Step == 1) // as nearly always, and the product takes long
      return Start + I < Count ? Start + I : Start + I - Count;
    return uint64_t((Start + (unsigned __int128)(I)*Step) % Count);
  }

private:
  uint64_t Count, Start = 0, Step = 1;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_ORDER_H
