// HittingSetsTest - the cheapest candidates that exclude all cases.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/HittingSets.h"
#include <gtest/gtest.h>

namespace racemap::verdict {
namespace {

using Set = HittingSets::Set;

llvm::BitVector excludedBy(std::initializer_list<unsigned> Candidates) {
  llvm::BitVector B(4);
  for (unsigned I : Candidates)
    B.set(I);
  return B;
}

/// Four candidates of size 1 and rising cost; the last counts as three.
HittingSets four() { return HittingSets({{1, 1}, {1, 2}, {1, 3}, {3, 4}}); }

TEST(HittingSets, OneForAllBeatsTwoThatCostLess) {
  HittingSets S({{1, 1}, {1, 1}, {1, 9}});
  S.addCase(excludedBy({0, 2}));
  S.addCase(excludedBy({1, 2}));
  EXPECT_EQ(S.cheapest(3), Set({2}));
}

TEST(HittingSets, OfOneSizeTheCheapestWins) {
  HittingSets S = four();
  S.addCase(excludedBy({1, 2, 3}));
  EXPECT_EQ(S.cheapest(3), Set({1}));
}

TEST(HittingSets, CandidatesCountByTheirSize) {
  HittingSets S = four();
  S.addCase(excludedBy({0, 3}));
  S.addCase(excludedBy({1, 3}));
  EXPECT_EQ(S.cheapest(3), Set({0, 1}));
  EXPECT_EQ(S.cheapest(1), std::nullopt);
}

TEST(HittingSets, ABanIsOnAllThatContainTheSet) {
  HittingSets S = four();
  S.addCase(excludedBy({0, 2}));
  S.ban({0});
  EXPECT_EQ(S.cheapest(3), Set({2}));
  S.addCase(excludedBy({1}));
  EXPECT_EQ(S.cheapest(3), Set({1, 2}));
  S.ban({1, 2});
  EXPECT_EQ(S.cheapest(3), std::nullopt);
}

TEST(HittingSets, ACaseThatNothingExcludesHasNone) {
  HittingSets S = four();
  S.addCase(excludedBy({}));
  EXPECT_EQ(S.cheapest(3), std::nullopt);
}

} // namespace
} // namespace racemap::verdict
