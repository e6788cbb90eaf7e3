// Butterflies - what steps of a warp join, against a warp that takes them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/Butterflies.h"
#include "llvm/ADT/Hashing.h"
#include "gtest/gtest.h"
#include <array>
#include <random>

namespace racemap::lift {
namespace {

using Warp = std::array<uint64_t, 32>;

/// Commutative and nothing else.
uint64_t combine(uint64_t A, uint64_t B) {
  return std::min(A, B) * 0x9e3779b97f4a7c15 ^ (std::max(A, B) + 0x7f4a7c15);
}

Warp run(llvm::ArrayRef<unsigned> Distances) {
  Warp Now;
  for (unsigned I = 0; I < 32; ++I)
    Now[I] = 1000003 * (I + 1);
  for (unsigned D : Distances) {
    Warp Next;
    for (unsigned I = 0; I < 32; ++I)
      Next[I] = combine(Now[I], Now[I ^ D]);
    Now = Next;
  }
  return Now;
}

/// The most lanes one behind the other, a power of two of them and all of the
/// warp in such tiles, that have the same.
unsigned tileIn(const Warp &W) {
  for (unsigned Lanes : {32u, 16u, 8u, 4u, 2u}) {
    bool AreAlike = true;
    for (unsigned I = 0; I < 32; ++I)
      AreAlike &= W[I] == W[I / Lanes * Lanes];
    if (AreAlike)
      return Lanes;
  }
  return 0;
}

TEST(Butterflies, JoinTilesByPowersOfTwoInAnyOrder) {
  EXPECT_EQ(tileOf({16, 8, 4, 2, 1}), 32u);
  EXPECT_EQ(tileOf({1, 2, 4, 8, 16}), 32u);
  EXPECT_EQ(tileOf({4, 1, 2}), 8u);
  EXPECT_EQ(tileOf({1}), 2u);
  EXPECT_EQ(tileOf({31, 15, 7, 3, 1}), 32u);
  EXPECT_EQ(tileOf({16, 8, 8, 4, 2, 1, 1}), 32u);
  EXPECT_EQ(tileOf({16, 8, 4, 2}), 0u);
  EXPECT_EQ(tileOf({16, 4, 1}), 0u);
  EXPECT_EQ(tileOf({3, 3}), 0u);
  EXPECT_EQ(tileOf({0}), 0u);
  EXPECT_EQ(tileOf({}), 0u);
}

TEST(Butterflies, JoinWhatHasTheSameWhateverIsCombined) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::vector<unsigned> Distances(Random() % 8);
    unsigned Below = 1u << (1 + Random() % 5);
    for (unsigned &D : Distances)
      D = Random() % 3 ? 1u << (Random() % 5) : Random() % Below;
    unsigned Lanes = tileOf(Distances), Seen = tileIn(run(Distances));
    // Steps that join more than tiles of this size are of no tile.
    EXPECT_TRUE(Lanes == Seen || Lanes == 0) << Round;
    if (Lanes == 0 && Seen != 0) {
      EXPECT_GE(*std::max_element(Distances.begin(), Distances.end()), Seen)
          << Round;
    }
  }
}

} // namespace
} // namespace racemap::lift
