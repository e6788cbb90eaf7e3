// Batches - clusters of a launch, handed out to workers several at a time.
//
// A worker asks for more the less time its last ones took: to take short blocks
// one by one costs as much as to run them, and who has taken long ones keeps
// them from others. Towards the end, nobody gets more than a share of what is
// left, so that all workers end at about the same time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_BATCHES_H
#define RACEMAP_RUNTIME_CPU_BATCHES_H

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace racemap::cpu {

/// Clusters that follow each other.
struct Batch {
  uint64_t First = 0, Count = 0;
};

/// All of a launch.
class Batches {
public:
  explicit Batches(uint64_t NumClusters) : NumClusters(NumClusters) {}
  /// So many take from it; before they do.
  void begin(unsigned Workers) { NumWorkers = Workers; }

  /// The next Most (at least 1) or fewer; none if none is left.
  Batch take(uint64_t Most) {
    uint64_t Taken = Next.load(std::memory_order_relaxed);
    uint64_t Left = NumClusters - std::min(Taken, NumClusters);
    uint64_t Share = std::max(Left / (4 * NumWorkers), uint64_t(1));
    uint64_t Count = std::min(Share, Most);
    uint64_t First = Next.fetch_add(Count, std::memory_order_relaxed);
    if (First >= NumClusters)
      return {};
    return {First, std::min(Count, NumClusters - First)};
  }

private:
  const uint64_t NumClusters;
  uint64_t NumWorkers = 1;
  std::atomic<uint64_t> Next = 0;
};

/// How many a worker asks for.
class BatchSize {
public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::microseconds ShortTime{20};
  static constexpr uint64_t Most = 64;

  /// It has run all that it asked for before.
  uint64_t next(Clock::time_point Now) {
    Size = Now - Since < ShortTime ? std::min(4 * Size, Most)
                                   : std::max(Size / 2, uint64_t(1));
    Since = Now;
    return Size;
  }

private:
  uint64_t Size = 1;
  Clock::time_point Since;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_BATCHES_H
