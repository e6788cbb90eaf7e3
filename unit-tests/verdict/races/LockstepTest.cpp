// LockstepTest - threads of a warp that advance together.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

Analysis lockstep(const std::string &Body) {
  Settings S;
  S.Lockstep = true;
  return Analysis(shared(Body), S);
}

const std::string First = "if threadIdx.x <u 32 {";
const std::string Step = "rd s[threadIdx.x + 16]; wr s[threadIdx.x];"
                         "rd s[threadIdx.x + 8]; wr s[threadIdx.x];";

TEST(Lockstep, StatementsOfAWarpAreInOrder) {
  Analysis R = lockstep(First + Step + "}");
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_TRUE(assumes(R, "the threads of a warp advance in lockstep"));
  Analysis Independent(shared(First + Step + "}"));
  EXPECT_EQ(Independent.verdict(), "racy");
  EXPECT_FALSE(
      assumes(Independent, "the threads of a warp advance in lockstep"));
}

TEST(Lockstep, WarpsAreNot) {
  Analysis R = lockstep("if threadIdx.x <u 64 {" + Step + "}");
  EXPECT_EQ(R.verdict(), "racy");
  for (const Finding &F : R.context().Findings) {
    const auto &Who = F.TheWitness.Threads;
    EXPECT_NE(Who[0].ThreadIdx[0] / 32, Who[1].ThreadIdx[0] / 32);
  }
}

TEST(Lockstep, OneInstructionIsDoneByAllAtOnce) {
  Analysis R = lockstep(First + "wr s[threadIdx.x & 15] = threadIdx.x; }");
  EXPECT_EQ(R.verdict(), "racy");
  EXPECT_EQ(R.first(Race).TheCertainty, Certainty::Provable);
  // Reads do not conflict, and atomics do not race.
  EXPECT_EQ(lockstep(First + "rd s[0]; atomic s[0]; }").verdict(), "race-free");
}

TEST(Lockstep, TheSidesOfAConditionAreNotInOrder) {
  auto Sides = [](const std::string &Second) {
    return lockstep(First + "if threadIdx.x <u 16 { wr s[threadIdx.x]; }" +
                    Second + " }");
  };
  Analysis R = Sides("else { rd s[threadIdx.x - 16]; }");
  EXPECT_EQ(R.verdict(), "racy");
  EXPECT_EQ(R.first(Race).TheCertainty, Certainty::Provable);
  EXPECT_EQ(
      Sides("if threadIdx.x >=u 16 { rd s[threadIdx.x - 16]; }").verdict(),
      "race-free");
}

TEST(Lockstep, ASideThatLeavesIsBesideAllBehindIt) {
  auto Leaving = [](const std::string &Last) {
    return lockstep(First + "if threadIdx.x <u 16 { wr s[threadIdx.x]; " +
                    Last +
                    " } if threadIdx.x >=u 16 {"
                    " rd s[threadIdx.x - 16]; } }");
  };
  EXPECT_EQ(Leaving("").verdict(), "race-free");
  EXPECT_EQ(Leaving("return;").verdict(), "racy");
  // Nobody can tell whether the warp is together again.
  EXPECT_EQ(Leaving("if threadIdx.x == 5 { return; }").verdict(), "unknown");
}

TEST(Lockstep, IterationsAreInOrderIfAWarpLeavesTogether) {
  auto Loop = [](const std::string &Limit, const std::string &Body) {
    return lockstep("param n; " + First + "for i = 0; i < " + Limit +
                    "; i += 1 {" + Body + "} }");
  };
  std::string Shifted = "wr s[(threadIdx.x + u32(i)) & 31];";
  EXPECT_EQ(Loop("n", Shifted).verdict(), "race-free");
  EXPECT_EQ(Loop("i32(threadIdx.x)", Shifted).verdict(), "unknown");
  EXPECT_EQ(Loop("n", "if threadIdx.x == 3 { break; }" + Shifted).verdict(),
            "unknown");
  EXPECT_EQ(Loop("n", "if threadIdx.x == 3 { return; }" + Shifted).verdict(),
            "unknown");
  EXPECT_EQ(Loop("n", "if i == 3 { break; }" + Shifted).verdict(), "race-free");
  EXPECT_EQ(Loop("n", "wr s[0] = i; rd s[1];").count(Race), 1u);
}

TEST(Lockstep, BehindALoopTheWarpIsTogetherAgain) {
  EXPECT_EQ(lockstep(First + "for i = 0; i < i32(threadIdx.x); i += 1 {"
                             "wr s[threadIdx.x]; } rd s[threadIdx.x ^ 1]; }")
                .verdict(),
            "race-free");
}

TEST(Lockstep, ConditionsFromOnePlaceAreOneJump) {
  auto Ways = [](const std::string &Line) {
    return lockstep(First +
                    "if threadIdx.x <u 4 @ 1:2 { wr s[threadIdx.x]; }"
                    "if threadIdx.x >=u 16 @ " +
                    Line + " { rd s[threadIdx.x - 16]; } }");
  };
  EXPECT_EQ(Ways("2:2").verdict(), "race-free");
  EXPECT_EQ(Ways("1:2").verdict(), "unknown");
}

TEST(Lockstep, WritesFromOnePlaceAreOneInstruction) {
  auto Twice = [](const std::string &Place) {
    return lockstep(First +
                    "wr s[threadIdx.x] @ 1:2;"
                    "wr s[threadIdx.x ^ 1] @ " +
                    Place + "; }");
  };
  EXPECT_EQ(Twice("2:2").verdict(), "race-free");
  EXPECT_EQ(Twice("1:2").verdict(), "unknown");
}

TEST(Lockstep, BehindADivergentBarrierNothingIsProvable) {
  Analysis R = lockstep("if threadIdx.x == 0 { sync; } wr s[0] = threadIdx.x;");
  for (const Finding &F : R.context().Findings)
    EXPECT_TRUE(F.TheKind != Race || F.TheCertainty == Certainty::Possible);
  EXPECT_EQ(R.verdict(), "unknown");
}

TEST(Lockstep, CopiesThatGoOnAreNotInOrder) {
  std::string Copy = "async wr s[threadIdx.x]; commit; wait 0;";
  EXPECT_EQ(lockstep(Copy).verdict(), "unknown");
}

} // namespace
} // namespace racemap::verdict
