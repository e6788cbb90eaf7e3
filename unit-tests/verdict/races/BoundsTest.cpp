// BoundsTest - which accesses can leave their arrays, and how sure that is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

constexpr auto Outside = Finding::Kind::OutOfBounds;

/// One array of 256 elements of 4 bytes, one block of 256 threads.
std::string inBlock(const std::string &Body) {
  return "shared s[256] of 4 bytes; global in of 4 bytes; param n;"
         "launch \"l\" block 256 grid 1;" +
         Body;
}

/// A parameter of which the launch says how large it is.
std::string allocated(const std::string &Bytes, const std::string &Body) {
  return "param n; global p of 4 bytes; launch \"l\" block 256 grid _ {"
         "assume gridDim.x == (n +s 255) / 256; extent p = " +
         Bytes + "; } let i = blockIdx.x * 256 + threadIdx.x;" + Body;
}

unsigned countOf(const std::string &Body) {
  return Analysis(Body).count(Outside);
}

std::string certaintyOf(const std::string &Body) {
  Analysis A(Body);
  if (A.count(Outside) != 1)
    return std::to_string(A.count(Outside)) + " findings";
  switch (A.first(Outside).TheCertainty) {
  case Certainty::Provable:
    return "provable";
  case Certainty::Input:
    return "input";
  case Certainty::Possible:
    return "possible";
  }
  return "";
}

TEST(Bounds, TheLastByteCounts) {
  EXPECT_EQ(certaintyOf(inBlock("rd s[threadIdx.x + 1];")), "provable");
  EXPECT_EQ(countOf(inBlock("rd s[threadIdx.x];")), 0u);
  EXPECT_EQ(certaintyOf(inBlock("rd s[byte i64(threadIdx.x) *s 4 + 1]:4;")),
            "provable");
  EXPECT_EQ(countOf(inBlock("rd s[byte i64(threadIdx.x) *s 4 + 1]:3;")), 0u);
}

TEST(Bounds, NegativeOffsetsAreOutside) {
  EXPECT_EQ(certaintyOf(inBlock("rd s[threadIdx.x - 1];")), "provable");
  EXPECT_EQ(countOf(inBlock("if threadIdx.x > 0 { rd s[threadIdx.x - 1]; }")),
            0u);
}

TEST(Bounds, TheWitnessIsOneThreadAtItsPlace) {
  Analysis A(inBlock("if threadIdx.x == n { rd s[threadIdx.x * 2]; }"));
  const Finding &F = A.first(Outside);
  ASSERT_EQ(F.TheWitness.Threads.size(), 1u);
  uint32_t X = F.TheWitness.Threads[0].ThreadIdx[0];
  EXPECT_GE(X, 128u);
  EXPECT_EQ(F.TheWitness.Address, int64_t(X) * 8);
  EXPECT_EQ(F.TheWitness.Extent, 1024u);
  ASSERT_EQ(F.TheWitness.Values.size(), 1u);
  EXPECT_EQ(F.TheWitness.Values[0].Value, X);
  ASSERT_EQ(F.Sites.size(), 1u);
  EXPECT_EQ(F.Sites[0].TheRole, Site::Role::Read);
}

TEST(Bounds, AnyIterationCounts) {
  EXPECT_EQ(
      certaintyOf(inBlock("for i = 0; i <= 256; i += 1 { rd s[i]; sync; }")),
      "provable");
  EXPECT_EQ(countOf(inBlock("for i = 0; i < 256; i += 1 { rd s[i]; sync; }")),
            0u);
}

TEST(Bounds, InputsAndUnmodelledValuesLowerTheCertainty) {
  // Whoever fills an array of places knows; what the kernel limits is its own.
  EXPECT_EQ(certaintyOf(inBlock("rd s[in[threadIdx.x]];")), "possible");
  EXPECT_EQ(certaintyOf(inBlock("rd s[u64(in[threadIdx.x] & 511)];")), "input");
  EXPECT_EQ(countOf(inBlock("rd s[u64(in[threadIdx.x] & 255)];")), 0u);
  EXPECT_EQ(certaintyOf(inBlock("rd s[$u0];")), "possible");
}

TEST(Bounds, TheVerdictIsAboutRaces) {
  Analysis A(inBlock("rd s[threadIdx.x + 1];"));
  EXPECT_EQ(A.verdict(), "race-free");
  EXPECT_EQ(A.context().Pairs.Undecided, 0u);
}

TEST(Bounds, TheyCanBeTurnedOff) {
  Settings S;
  S.Bounds = false;
  EXPECT_EQ(Analysis(inBlock("rd s[threadIdx.x + 1];"), S).count(Outside), 0u);
}

TEST(Bounds, AllocationsOfALaunchAreKnown) {
  EXPECT_EQ(certaintyOf(allocated("i64(n) * 4", "if i <= n { wr p[i]; }")),
            "provable");
  EXPECT_EQ(countOf(allocated("i64(n) * 4", "if i < n { wr p[i]; }")), 0u);
  EXPECT_EQ(certaintyOf(allocated("i64(n) * 4", "wr p[i];")), "provable");
  EXPECT_EQ(certaintyOf(allocated("i64(n) * 4", "if i < n { rd p[i - 1]; }")),
            "provable");
}

TEST(Bounds, TheGridThatIsLaunchedCounts) {
  EXPECT_EQ(certaintyOf(allocated("4", "wr p[blockIdx.x] = 0;")), "provable");
  EXPECT_EQ(countOf(allocated("i64(n) * 4", "wr p[blockIdx.x] = 0;")), 0u);
}

TEST(Bounds, VariablesOfTheDeviceHaveTheirSize) {
  std::string Head =
      "global g[4] of 4 bytes variable; constant c[4] of 8 bytes;"
      "launch \"l\" block 4 grid 2;";
  EXPECT_EQ(countOf(Head + "atomic g[threadIdx.x]; rd c[threadIdx.x];"), 0u);
  EXPECT_EQ(certaintyOf(Head + "atomic g[blockIdx.x * 4 + threadIdx.x];"),
            "provable");
  EXPECT_EQ(certaintyOf(Head + "rd c[threadIdx.x + 1];"), "provable");
}

TEST(Bounds, NoAllocationIsSoLargeThatItsSizeWraps) {
  std::string Head = "param n : u64; global p of 4 bytes; launch \"l\" block 1 "
                     "grid 1 { extent p = n * 4; }";
  EXPECT_EQ(countOf(Head + "if n >u 0 { wr p[0]; }"), 0u);
  EXPECT_EQ(countOf(Head + "if n >u 0 { wr p[1]; }"), 1u);
}

TEST(Bounds, WhatTheKernelDoesNotSeeProvesNothing) {
  EXPECT_EQ(certaintyOf("param n; global p of 4 bytes; launch \"l\" block 1 "
                        "grid 1 { host size : i64; extent p = size; }"
                        "wr p[i64(n)];"),
            "possible");
}

TEST(Bounds, WhatDeterminesTheGridIsSeen) {
  std::string Head = "global p of 4 bytes; launch \"l\" block 256 grid _ { "
                     "host n; assume gridDim.x == (n +s 255) / 256;"
                     "extent p = i64(n) * 4;";
  std::string Body = "} wr p[blockIdx.x * 256 + threadIdx.x];";
  Analysis Bad(Head + Body);
  EXPECT_EQ(Bad.first(Outside).TheCertainty, Certainty::Provable);
  ASSERT_TRUE(Bad.first(Outside).ThePrecondition);
  EXPECT_EQ(Bad.first(Outside).ThePrecondition->Text,
            "n >= gridDim.x * blockDim.x");
  EXPECT_EQ(countOf(Head + "assume n % 256 == 0;" + Body), 0u);
}

TEST(Bounds, AParameterIsAtMostTheSizeOfAnArray) {
  Analysis A(inBlock("for i = i32(threadIdx.x); i < n; i += 256 "
                     "{ wr s[i]; } sync; if n > 0 { rd s[n - 1]; }"));
  EXPECT_EQ(A.count(Outside), 2u);
  for (const Finding &F : A.context().Findings)
    EXPECT_EQ(F.ThePrecondition ? F.ThePrecondition->Text : "", "n <= 256");
}

TEST(Bounds, UnknownSizesAreSilent) {
  EXPECT_EQ(countOf("shared s of 4 bytes; launch \"l\" block 256 grid 1;"
                    "rd s[threadIdx.x - 1]; rd s[100000];"),
            0u);
}

TEST(Bounds, OpenDimensionsAreTheLaunchersChoice) {
  auto Open = [](const std::string &Body) {
    return certaintyOf("shared s[256] of 4 bytes; param n;" + Body);
  };
  EXPECT_EQ(Open("wr s[threadIdx.x];"), "possible");
  EXPECT_EQ(Open("wr s[threadIdx.x + 256];"), "provable");
  EXPECT_EQ(Open("for i = i32(threadIdx.x); i <= 256; i += i32(blockDim.x) "
                 "{ wr s[i]; }"),
            "provable");
  // No ordinary launch but one of 256 threads and more comes to it.
  EXPECT_EQ(Open("if threadIdx.x == 255 { wr s[threadIdx.x + 1]; }"),
            "provable");
}

TEST(Bounds, BehindADivergentBarrierNothingIsSure) {
  EXPECT_EQ(certaintyOf(inBlock("if threadIdx.x <u 32 { sync; }"
                                "rd s[threadIdx.x + 1];")),
            "possible");
}

TEST(Bounds, WhatIsNotDecidedIsSaid) {
  Settings S;
  S.ResourceLimit = 0;
  S.KernelBudgetMs = 0;
  Analysis A(inBlock("rd s[n]; rd s[n + 1];"), S);
  EXPECT_EQ(A.count(Outside), 0u);
  ASSERT_EQ(A.context().UndecidedPairs.size(), 1u);
  EXPECT_EQ(A.context().UndecidedPairs[0].Sites.size(), 2u);
  EXPECT_NE(A.context().UndecidedPairs[0].Reason.find("stays in its array"),
            std::string::npos);
}

} // namespace
} // namespace racemap::verdict
