// Batches: every cluster once, in order where that is asked for; and nobody has
// clusters that have not begun when another one has none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Batches.h"

#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

namespace racemap::cpu {
namespace {

constexpr unsigned NumWorkers = 8;

TEST(Batches, OneRangeIsTakenInOrder) {
  for (uint64_t NumClusters : {0, 1, 5, 63, 1000}) {
    Batches All(NumClusters, 50, 1);
    uint64_t Next = 0;
    unsigned Worker = 0;
    for (Batch B = All.take(0, 7); B.Count; B = All.take(++Worker % 3, 7)) {
      EXPECT_EQ(B.First, Next);
      EXPECT_LE(B.Count, 7u);
      EXPECT_EQ(B.First / 50, (B.First + B.Count - 1) / 50);
      Next += B.Count;
    }
    EXPECT_EQ(Next, NumClusters);
    EXPECT_EQ(All.take(0, 1).Count, 0u);
  }
}

/// Workers that take Most, whose clusters take so long; when the last one ends.
uint64_t endOf(const std::vector<uint64_t> &Times, uint64_t Most) {
  Batches All(Times.size(), Times.size(), NumWorkers);
  std::vector<uint64_t> Now(NumWorkers), IsTaken(Times.size());
  std::vector<bool> IsOver(NumWorkers);
  while (true) {
    unsigned First = NumWorkers;
    for (unsigned I = 0; I < NumWorkers; ++I)
      if (!IsOver[I] && (First == NumWorkers || Now[I] < Now[First]))
        First = I;
    if (First == NumWorkers)
      break;
    Batch B = All.take(First, Most);
    IsOver[First] = B.Count == 0;
    for (uint64_t I = B.First; I < B.First + B.Count; ++I) {
      ++IsTaken[I];
      Now[First] += Times[I];
    }
  }
  EXPECT_EQ(IsTaken, std::vector<uint64_t>(Times.size(), 1));
  return *std::max_element(Now.begin(), Now.end());
}

/// Wherever the long ones are, each worker ends when all have done their share,
/// but for what is taken at once.
TEST(Batches, ShortOnesThenLongOnes) {
  constexpr uint64_t Long = 10000, NumLong = 64;
  for (uint64_t First : {0, 100, 2048, 4032})
    for (uint64_t Most : {1, 4, 16}) {
      std::vector<uint64_t> Times(4096, 1);
      std::fill_n(Times.begin() + int64_t(First), NumLong, Long);
      uint64_t All = std::accumulate(Times.begin(), Times.end(), uint64_t(0));
      EXPECT_LE(endOf(Times, Most), All / NumWorkers + Most * Long)
          << First << " " << Most;
    }
}

TEST(Batches, NobodyTakesAllThatIsLeft) {
  Batches All(16, 16, NumWorkers);
  for (unsigned I = 0; I < 2 * NumWorkers; ++I)
    EXPECT_EQ(All.take(0, 64).Count, 1u);
}

TEST(Batches, WorkersTakeEachClusterOnce) {
  constexpr uint64_t NumClusters = 20000;
  Batches All(NumClusters, 100, NumWorkers);
  std::vector<std::atomic<unsigned>> NumTaken(NumClusters);
  std::vector<std::thread> Workers;
  for (unsigned I = 0; I < NumWorkers; ++I)
    Workers.emplace_back([&, I] {
      for (Batch B = All.take(I, 3); B.Count; B = All.take(I, 3))
        while (B.Count)
          ++NumTaken[B.First + --B.Count];
    });
  for (std::thread &T : Workers)
    T.join();
  for (auto &Times : NumTaken)
    EXPECT_EQ(Times, 1u);
}

} // namespace
} // namespace racemap::cpu
