// ClockTree: clocks as a plain table has them, in copies too, and nothing new
// where nothing changes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/ClockTree.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace racemap::cpu {
namespace {

/// A tree, and the same as a table.
struct Both {
  ClockTree Tree;
  std::map<uint64_t, uint32_t> Table;

  void raise(uint64_t Key, uint32_t Clock) {
    Tree.raise(Key, Clock);
    Table[Key] = std::max(Table[Key], Clock);
  }
  void join(const Both &O) {
    Tree.join(O.Tree);
    for (auto [Key, Clock] : O.Table)
      Table[Key] = std::max(Table[Key], Clock);
  }
  bool agree(uint64_t Key) const {
    auto Found = Table.find(Key);
    return Tree.clock(Key) == (Found == Table.end() ? 0 : Found->second);
  }
};

uint64_t seed() {
  const char *Given = std::getenv("RACEMAP_SEED");
  return Given ? std::strtoull(Given, nullptr, 10) : std::random_device()();
}

TEST(ClockTrees, HaveTheClocksOfATable) {
  uint64_t Seed = seed();
  SCOPED_TRACE("RACEMAP_SEED=" + std::to_string(Seed));
  std::mt19937_64 Random(Seed);
  std::vector<Both> All(6);
  std::vector<uint64_t> Keys = {0, 31, 32, uint64_t(1) << 34};
  // Near each other, and far away.
  for (unsigned Bits : {5, 8, 12, 20, 34})
    for (unsigned I = 0; I < 8; ++I)
      Keys.push_back(Random() >> (64 - Bits));
  for (unsigned Step = 0; Step < 3000; ++Step) {
    Both &One = All[Random() % All.size()];
    switch (Random() % 4) {
    case 0:
      One.join(All[Random() % All.size()]);
      break;
    case 1:
      One = All[Random() % All.size()];
      break;
    case 2: {
      uint64_t Key = Keys[Random() % Keys.size()];
      ClockTree::Group To{};
      for (unsigned I = 0; I < 3; ++I)
        To[Random() % To.size()] = uint32_t(1 + Random() % 100);
      One.Tree.raise(Key, To);
      for (unsigned I = 0; I < To.size(); ++I)
        if (To[I]) {
          uint32_t &Clock = One.Table[Key / To.size() * To.size() + I];
          Clock = std::max(Clock, To[I]);
        }
      break;
    }
    default:
      One.raise(Keys[Random() % Keys.size()], uint32_t(1 + Random() % 100));
    }
    for (const Both &Each : All)
      for (uint64_t Key : Keys)
        ASSERT_TRUE(Each.agree(Key)) << Key;
  }
}

TEST(ClockTrees, StayWhatTheyAreIfNothingIsHigher) {
  ClockTree A, B;
  A.raise(5, 7);
  A.raise(uint64_t(1) << 30, 9);
  ClockTree Copy = A;
  A.raise(5, 6);
  EXPECT_TRUE(A.is(Copy));
  B.raise(5, 3);
  A.join(B);
  EXPECT_TRUE(A.is(Copy));
  // Who has less gets the tree of who has more.
  B.join(A);
  EXPECT_TRUE(B.is(A));
  B.raise(6, 1);
  EXPECT_FALSE(B.is(A));
  EXPECT_EQ(A.clock(6), 0u);
}

TEST(ClockTrees, OfDifferentHeightsAreJoined) {
  ClockTree Low, High;
  Low.raise(1, 4);
  High.raise(uint64_t(1) << 33, 5);
  ClockTree LowFirst = Low, HighFirst = High;
  LowFirst.join(High);
  HighFirst.join(Low);
  for (const ClockTree &T : {LowFirst, HighFirst}) {
    EXPECT_EQ(T.clock(1), 4u);
    EXPECT_EQ(T.clock(uint64_t(1) << 33), 5u);
    EXPECT_EQ(T.clock(2), 0u);
    EXPECT_EQ(T.clock(uint64_t(1) << 60), 0u);
  }
  EXPECT_EQ(Low.clock(uint64_t(1) << 33), 0u);
}

} // namespace
} // namespace racemap::cpu
