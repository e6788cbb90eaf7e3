// Batches: every cluster once, few at a time towards the end, and as many as
// run in a short time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Batches.h"

#include <gtest/gtest.h>

namespace racemap::cpu {
namespace {

using namespace std::chrono_literals;

TEST(Batches, EachClusterIsTakenOnce) {
  for (uint64_t NumClusters : {0, 1, 5, 63, 1000}) {
    Batches All(NumClusters);
    All.begin(3);
    uint64_t Next = 0;
    for (Batch B = All.take(7); B.Count; B = All.take(7)) {
      EXPECT_EQ(B.First, Next);
      EXPECT_LE(B.Count, 7u);
      Next += B.Count;
    }
    EXPECT_EQ(Next, NumClusters);
    EXPECT_EQ(All.take(1).Count, 0u);
  }
}

TEST(Batches, NobodyTakesMoreThanAShareOfWhatIsLeft) {
  Batches All(800);
  All.begin(4);
  uint64_t Left = 800;
  for (Batch B = All.take(64); B.Count; B = All.take(64)) {
    EXPECT_LE(B.Count, std::max(Left / 16, uint64_t(1)));
    Left -= B.Count;
  }
}

TEST(Batches, ShortBlocksAreTakenTogether) {
  BatchSize Size;
  BatchSize::Clock::time_point Now{1h};
  EXPECT_EQ(Size.next(Now), 1u);
  uint64_t Last = 1;
  for (int I = 0; I < 5; ++I) {
    uint64_t Next = Size.next(Now += 10us);
    EXPECT_GE(Next, Last);
    Last = Next;
  }
  EXPECT_EQ(Last, BatchSize::Most);
}

TEST(Batches, LongBlocksAreTakenOneByOne) {
  BatchSize Size;
  BatchSize::Clock::time_point Now{1h};
  for (int I = 0; I < 10; ++I)
    EXPECT_EQ(Size.next(Now += 1ms), 1u);
  // Also after short ones.
  for (int I = 0; I < 5; ++I)
    Size.next(Now += 10us);
  for (int I = 0; I < 8; ++I)
    Size.next(Now += 1ms);
  EXPECT_EQ(Size.next(Now += 1ms), 1u);
}

} // namespace
} // namespace racemap::cpu
