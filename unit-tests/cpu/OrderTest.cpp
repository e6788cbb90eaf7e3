// Order: with which probability a seed gives an order, as its header has it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Order.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace racemap::cpu {
namespace {

constexpr unsigned NumSeeds = 20000;

/// After how many synchronising operations of one thread after the other
/// something changes, and what.
std::vector<std::pair<unsigned, Order::Change>> changes(uint64_t Seed) {
  Order O(Seed, 1);
  std::vector<std::pair<unsigned, Order::Change>> All;
  unsigned Operations = 0;
  while (Operations < 100) {
    int32_t Given = O.budget(/*HasProgressed=*/true);
    int32_t Rest = Given;
    for (; Rest > 0; Rest -= AccessCost)
      ++Operations;
    if (Order::Change Now = O.spent(Rest); Now != Order::Change::None)
      All.emplace_back(Operations, Now);
  }
  return All;
}

TEST(Order, ChangesAfterEachOfTheFirstOperationsOftenEnough) {
  std::map<unsigned, unsigned> Threads, Blocks;
  for (unsigned Seed = 0; Seed < NumSeeds; ++Seed) {
    if (auto All = changes(Seed); !All.empty())
      ++(All[0].second == Order::Change::Thread ? Threads
                                                : Blocks)[All[0].first];
  }
  for (unsigned S = 1; S <= 16; ++S) {
    // Three quarters of what is promised: the rest is chance.
    unsigned Promised = NumSeeds / (4 * 12 * S) * 3 / 4;
    EXPECT_GE(Threads[S], Promised) << S;
    EXPECT_GE(Blocks[S], Promised) << S;
  }
}

TEST(Order, ChangesTwice) {
  std::map<std::pair<unsigned, unsigned>, unsigned> Both;
  for (unsigned Seed = 0; Seed < NumSeeds; ++Seed)
    if (auto All = changes(Seed); All.size() > 1)
      ++Both[{All[0].first, All[1].first - All[0].first}];
  for (unsigned First = 1; First <= 2; ++First)
    for (unsigned Second = 1; Second <= 2; ++Second)
      EXPECT_GE((Both[{First, Second}]),
                NumSeeds / (24 * First * 24 * Second) * 3 / 4)
          << First << ' ' << Second;
}

TEST(Order, MakesRoomForOthersInTheEnd) {
  // A thread that never waits, after both changes.
  for (unsigned Seed = 0; Seed < 100; ++Seed) {
    Order O(Seed, 1);
    unsigned NumChanges = 0;
    for (unsigned Turn = 0; Turn < 1000; ++Turn) {
      O.budget(/*HasProgressed=*/true);
      NumChanges += O.spent(0) != Order::Change::None;
    }
    EXPECT_GT(NumChanges, 10u) << Seed;
  }
}

TEST(Order, DrawsPrioritiesAboveThoseOfWhoHasHadATurn) {
  Order O(7, 1);
  uint64_t Low = O.lowest(), Lower = O.lowest();
  EXPECT_LT(Lower, Low);
  std::vector<unsigned> First(4);
  for (unsigned I = 0; I < 4000; ++I) {
    unsigned Best = 0;
    uint64_t Most = 0;
    for (unsigned Thread = 0; Thread < 4; ++Thread)
      if (uint64_t P = O.priority(); P > Most)
        Most = P, Best = Thread;
    EXPECT_GT(Most, Low);
    ++First[Best];
  }
  for (unsigned Thread = 0; Thread < 4; ++Thread)
    EXPECT_GE(First[Thread], 800u) << Thread;
}

TEST(Order, IsThatOfTheNumbersWithoutASeed) {
  Order O;
  EXPECT_EQ(O.budget(true), FullBudget);
  EXPECT_EQ(O.spent(-1), Order::Change::None);
  EXPECT_LT(O.budget(false), FullBudget);
}

} // namespace
} // namespace racemap::cpu
