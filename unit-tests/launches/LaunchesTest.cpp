// Launches: each way of launching a kernel once, many folded into one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/launches/Launches.h"

#include <gtest/gtest.h>

namespace racemap::launches {
namespace {

constexpr Range One{1, 1};

Launch launch(int64_t N, uint64_t Number = 1) {
  Launch L;
  L.Mangled = "k";
  L.Grid = {Range::one(4), One, One};
  L.Block = {Range::one(64), One, One};
  L.Cluster = {One, One, One};
  L.Values = {{1, 0, 4, Range::one(N)}};
  L.Pointers = {{0, 0, 0, 0, 1024, {}}};
  L.Number = Number;
  L.Places = {{"a.cu", 7}};
  return L;
}

TEST(Launches, ThatAreTheSameAreCounted) {
  Launches All;
  EXPECT_TRUE(All.add(launch(5, 1)));
  EXPECT_FALSE(All.add(launch(5, 2)));
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All.all()[0].Count, 2u);
  EXPECT_EQ(All.all()[0].Number, 1u);
  EXPECT_FALSE(All.all()[0].IsFolded);
}

TEST(Launches, DifferInAllThatTheKernelIsGiven) {
  Launches All;
  All.add(launch(5));
  std::vector<Launch> Others(9, launch(5));
  Others[0].Grid[0] = Range::one(5);
  Others[1].Block[1] = Range::one(2);
  Others[2].Cluster[2] = Range::one(2);
  Others[3].Values[0].In = Range::one(6);
  Others[4].Values[0].Offset = 4;
  Others[5].Pointers[0].At = 4;
  Others[6].Pointers[0].Bytes = 1028;
  Others[7].Pointers[0].Variables = {"table"};
  Others[8].Mangled = "other";
  for (const Launch &L : Others)
    EXPECT_TRUE(All.add(L));
  EXPECT_EQ(All.size(), 10u);
}

TEST(Launches, OfTwoPlacesHaveBoth) {
  Launches All;
  All.add(launch(5));
  Launch Elsewhere = launch(5);
  Elsewhere.Places = {{"b.cu", 9}};
  All.add(Elsewhere);
  All.add(Elsewhere);
  EXPECT_EQ(All.all()[0].Places,
            (std::vector<Place>{{"a.cu", 7}, {"b.cu", 9}}));
}

TEST(Launches, OfWhichThereAreManyTakeNoMoreMemory) {
  Launches All;
  constexpr int64_t Last = 5000;
  for (int64_t N = 1; N <= Last; ++N)
    All.add(launch(N, uint64_t(N)));
  Launch Other = launch(1);
  Other.Mangled = "other"; // has room of its own
  All.add(Other);
  ASSERT_EQ(All.size(), Launches::MostExact + 2);
  const Launch &Rest = All.all()[Launches::MostExact];
  EXPECT_TRUE(Rest.IsFolded);
  EXPECT_EQ(Rest.Count, uint64_t(Last) - Launches::MostExact);
  EXPECT_EQ(Rest.Values[0].In, (Range{Launches::MostExact + 1, Last}));
  EXPECT_EQ(All.all()[0].Values[0].In, Range::one(1));
  // A folded one of another run stays folded.
  Launch Folded = Rest;
  Folded.Values[0].In = {-3, 0};
  All.add(Folded);
  EXPECT_EQ(All.size(), Launches::MostExact + 2);
  EXPECT_EQ(All.all()[Launches::MostExact].Values[0].In, (Range{-3, Last}));
}

TEST(Launches, AFoldedOneIsNeverTakenForAnExactOne) {
  Launch Folded = launch(5);
  Folded.IsFolded = true;
  Launches All;
  All.add(Folded);
  All.add(launch(5));
  ASSERT_EQ(All.size(), 2u);
  EXPECT_TRUE(All.all()[0].IsFolded);
  EXPECT_FALSE(All.all()[1].IsFolded);
}

TEST(Fold, SizesAndNumbersBecomeRanges) {
  Launch All = launch(5), Other = launch(-7);
  Other.Grid[0] = Range::one(9);
  Other.Block[2] = Range::one(3);
  Other.Cluster[1] = Range::one(2);
  All.fold(Other);
  EXPECT_TRUE(All.IsFolded);
  EXPECT_EQ(All.Grid[0], (Range{4, 9}));
  EXPECT_EQ(All.Block[2], (Range{1, 3}));
  EXPECT_EQ(All.Cluster[1], (Range{1, 2}));
  EXPECT_EQ(All.Values[0].In, (Range{-7, 5}));
}

TEST(Fold, ANumberThatOneDoesNotHaveIsNotKnown) {
  Launch All = launch(5), Other = launch(5);
  Other.Values.clear();
  All.fold(Other);
  EXPECT_TRUE(All.Values.empty());
}

Launch pointers(std::vector<Pointer> All) {
  Launch L = launch(5);
  L.Pointers = std::move(All);
  return L;
}

TEST(Fold, PointersThatOverlapInOneLaunchOverlap) {
  Launch All = pointers({{0, 0, 0, 0, 64, {}}, {1, 0, 1, 0, 64, {}}});
  All.fold(pointers({{0, 0, 0, 0, 64, {}}, {1, 0, 0, 32, 64, {}}}));
  ASSERT_EQ(All.Pointers.size(), 2u);
  EXPECT_EQ(All.Pointers[0].Object, All.Pointers[1].Object);
  // Nobody knows how far apart, in all of them.
  EXPECT_EQ(All.Pointers[0].At, std::nullopt);
  EXPECT_EQ(All.Pointers[1].At, std::nullopt);
  EXPECT_EQ(All.Pointers[1].Bytes, 64u);
}

TEST(Fold, OverlapsOfSeveralLaunchesAddUp) {
  Launch All = pointers(
      {{0, 0, 0, 0, 64, {}}, {1, 0, 0, 8, 64, {}}, {2, 0, 1, 0, 64, {}}});
  All.fold(pointers(
      {{0, 0, 0, 0, 64, {}}, {1, 0, 1, 8, 64, {}}, {2, 0, 1, 0, 64, {}}}));
  EXPECT_EQ(All.Pointers[0].Object, All.Pointers[1].Object);
  EXPECT_EQ(All.Pointers[1].Object, All.Pointers[2].Object);
}

TEST(Fold, WhatOverlapsInEachStaysWhereItIs) {
  Launch All = pointers({{0, 0, 0, 0, 64, {}}, {1, 0, 0, 8, 64, {}}});
  All.fold(pointers({{0, 0, 5, 0, 64, {}}, {1, 0, 5, 8, 64, {}}}));
  EXPECT_EQ(All.Pointers[0].Object, All.Pointers[1].Object);
  EXPECT_EQ(All.Pointers[0].At, 0);
  EXPECT_EQ(All.Pointers[1].At, 8);
}

Launch withNull(unsigned Argument, std::vector<Pointer> All) {
  Launch L = pointers(std::move(All));
  L.Values.push_back({Argument, 0, 8, Range::one(0)});
  return L;
}

TEST(Fold, ANullPointerOverlapsNothing) {
  Launch All = withNull(0, {{1, 0, 0, 0, 64, {}}});
  All.fold(withNull(1, {{0, 0, 0, 0, 32, {}}}));
  ASSERT_EQ(All.Pointers.size(), 2u);
  EXPECT_EQ(All.Pointers[0].Argument, 0u);
  EXPECT_NE(All.Pointers[0].Object, All.Pointers[1].Object);
  EXPECT_FALSE(All.Pointers[0].IsElsewhere || All.Pointers[1].IsElsewhere);
  // In one object where neither is null: as far apart as there.
  All = withNull(1, {{0, 0, 0, 0, 64, {}}});
  All.fold(pointers({{0, 0, 0, 0, 64, {}}, {1, 0, 0, 8, 64, {}}}));
  EXPECT_EQ(All.Pointers[0].Object, All.Pointers[1].Object);
  EXPECT_EQ(All.Pointers[1].At, 8);
}

TEST(Fold, WhatIsNoPointerInOneOfThemMayBeAnything) {
  for (bool IsFirst : {true, false}) {
    Launch One = pointers({{0, 0, 0, 0, 64, {}}, {1, 0, 1, 0, 64, {}}});
    Launch Other = pointers({{0, 0, 0, 0, 64, {}}});
    Launch &All = IsFirst ? One : Other;
    All.fold(IsFirst ? Other : One);
    ASSERT_EQ(All.Pointers.size(), 2u);
    EXPECT_FALSE(All.Pointers[0].IsElsewhere);
    EXPECT_TRUE(All.Pointers[1].IsElsewhere);
  }
}

TEST(Fold, APointerMayLeadToAnyOfItsVariables) {
  Launch All = pointers({{0, 0, 0, 0, 64, {"b"}}});
  All.fold(pointers({{0, 0, 0, 0, 64, {"a"}}}));
  All.fold(pointers({{0, 0, 0, 0, 64, {}}}));
  EXPECT_EQ(All.Pointers[0].Variables, (std::vector<std::string>{"a", "b"}));
}

} // namespace
} // namespace racemap::launches
