// DrawingTest - the way of a witness's threads, and what is around them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"
#include <set>

namespace racemap::verdict {
namespace {

/// "6(i=0) 6(i=1)": the lines of barriers and what loop variables were.
std::string text(const std::vector<Witness::Passage> &Way) {
  std::string Text;
  for (const Witness::Passage &P : Way) {
    Text += (Text.empty() ? "" : " ") + std::to_string(P.Where.Line);
    for (const Witness::Named &V : P.Values)
      Text += "(" + V.Name + "=" + std::to_string(V.Value) + ")";
  }
  return Text;
}

std::vector<std::string> waysOf(const Finding &F) {
  std::vector<std::string> All;
  for (const auto &Way : F.TheWitness.Ways)
    All.push_back(text(Way));
  return All;
}

using Ways = std::vector<std::string>;

TEST(Drawing, BothWaysHaveTheBarriersThatOrder) {
  Analysis A(shared("sync @ 3:1;"
                    "if threadIdx.x < 64 { wr s[threadIdx.x] @ 4:1; }"
                    "rd s[threadIdx.x + 1] @ 5:1; sync @ 6:1;"));
  EXPECT_EQ(waysOf(A.first(Race)), (Ways{"3", "3"}));
}

TEST(Drawing, BarriersOfLoopsSayTheIteration) {
  // In the third iteration alone.
  Analysis A(shared("for i = 0; i < 5; i += 1 { sync @ 6:1; if i == 2 {"
                    "wr s[threadIdx.x]; rd s[threadIdx.x + 1]; } }"));
  EXPECT_EQ(waysOf(A.first(Race)),
            (Ways{"6(i=0) 6(i=1) 6(i=2)", "6(i=0) 6(i=1) 6(i=2)"}));
}

TEST(Drawing, BarriersOfABlockAreNotOnTheWayBetweenBlocks) {
  Analysis A("global out of 4 bytes; launch \"l\" block 32 grid 4;"
             "sync @ 3:1; wr out[threadIdx.x] @ 4:1;");
  const Finding &F = A.first(Race);
  EXPECT_EQ(F.Relation, map::Scope::Grid);
  EXPECT_EQ(waysOf(F), (Ways{"", ""}));
}

TEST(Drawing, NeighboursTouchWhatTheirIndicesSay) {
  Analysis A(shared("wr s[threadIdx.x]; rd s[threadIdx.x + 100];"));
  const Finding &F = A.first(Race);
  EXPECT_EQ(F.ElementBytes, 4u);
  ASSERT_FALSE(F.TheWitness.Touches.empty());
  unsigned BySite[2] = {0, 0};
  for (const Witness::Touch &T : F.TheWitness.Touches) {
    bool Reads = F.Sites[T.Site].TheRole == Site::Role::Read;
    EXPECT_EQ(T.Address, 4 * T.Who.ThreadIdx[0] + (Reads ? 400 : 0));
    ++BySite[T.Site];
  }
  EXPECT_GE(BySite[0], 16u);
  EXPECT_GE(BySite[1], 16u);
  for (unsigned Site : {0u, 1u})
    EXPECT_TRUE(llvm::any_of(F.TheWitness.Touches, [&](const auto &T) {
      return T.Site == Site && T.Address == F.TheWitness.Address &&
             T.Who.ThreadIdx == F.TheWitness.Threads[Site].ThreadIdx;
    }));
}

TEST(Drawing, WhatIsBehindAnotherBarrierIsNotTouched) {
  // They meet in the last iteration.
  Analysis A(shared("for i = 0; i < 3; i += 1 { wr s[threadIdx.x + 8 * i];"
                    "if i == 2 { rd s[threadIdx.x + 8 * i + 1]; } sync; }"));
  std::set<std::pair<unsigned, unsigned>> Seen;
  for (const Witness::Touch &T : A.first(Race).TheWitness.Touches)
    EXPECT_TRUE(Seen.insert({T.Site, T.Who.ThreadIdx[0]}).second);
  EXPECT_GE(Seen.size(), 32u);
}

TEST(Drawing, NothingIsDrawnIfNotAsked) {
  Settings S;
  S.Draw = false;
  Analysis A(shared("wr s[threadIdx.x]; rd s[threadIdx.x + 1];"), S);
  EXPECT_TRUE(A.first(Race).TheWitness.Ways.empty());
  EXPECT_TRUE(A.first(Race).TheWitness.Touches.empty());
}

} // namespace
} // namespace racemap::verdict
