// NamedBarriersTest - block barriers with a number and a count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

std::string across(const std::string &Barriers, unsigned N) {
  return shared("wr s[u64(threadIdx.x)]; " + Barriers +
                " rd s[u64(threadIdx.x ^ " + std::to_string(N) + ")];");
}

std::string halves(const std::string &One, const std::string &Other) {
  return "if threadIdx.x <u 128 { " + One + " } else { " + Other + " }";
}

TEST(NamedBarriers, OrderThoseThatComeToThem) {
  std::string Both = halves("sync(1, 128);", "sync(2, 128);");
  EXPECT_EQ(Analysis(across(Both, 64)).verdict(), "race-free");
  Analysis Other(across(Both, 128));
  EXPECT_EQ(Other.verdict(), "racy");
  EXPECT_EQ(Other.first(Race).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Other.count(Divergence), 0u);
  EXPECT_EQ(Analysis(across("sync(3, 256);", 128)).verdict(), "race-free");
}

TEST(NamedBarriers, ThreadsThatReturnedBeforeDoNotCount) {
  Analysis R(shared("if threadIdx.x >=u 64 { return; } wr s[u64(threadIdx.x)];"
                    "sync(1, 64); rd s[u64(threadIdx.x ^ 32)];"));
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_EQ(R.count(EarlyExit), 0u);
}

TEST(NamedBarriers, MissingParticipantsDiverge) {
  Analysis R(across("if threadIdx.x <u 64 { sync(1, 128); }", 32));
  EXPECT_EQ(R.verdict(), "unknown");
  const Finding &F = R.first(Divergence);
  EXPECT_EQ(F.TheCertainty, Certainty::Provable);
  EXPECT_LT(F.TheWitness.Threads[0].ThreadIdx[0], 64u);
  EXPECT_GE(F.TheWitness.Threads[1].ThreadIdx[0], 64u);
  // More than there are.
  EXPECT_EQ(Analysis(across("sync(1, 288);", 32)).count(Divergence), 1u);
  // Some of a warp count as all of it.
  EXPECT_EQ(Analysis(across("if threadIdx.x <u 8 { sync(1, 64); }", 1))
                .count(Divergence),
            1u);
}

TEST(NamedBarriers, WithMoreThanItCountsNobodyKnowsWhoMeets) {
  Analysis R(across("sync(1, 128);", 128));
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_EQ(R.count(Divergence), 0u);
}

TEST(NamedBarriers, PartsOfWarpsAreNotCounted) {
  EXPECT_EQ(
      Analysis(across("if threadIdx.x <u 48 { sync(1, 48); }", 1)).verdict(),
      "unknown");
}

TEST(NamedBarriers, APartialWarpCountsAsAWholeOne) {
  auto Of = [](const std::string &Barrier) {
    return Analysis("shared s of 4 bytes; launch \"l\" block 48 grid 1; wr "
                    "s[threadIdx.x];" +
                    Barrier + "rd s[47 - threadIdx.x];");
  };
  for (std::string Sync : {"sync(1, 48);", "sync(1, 64);"}) {
    EXPECT_EQ(Of(Sync).verdict(), "unknown");
    EXPECT_EQ(Of(Sync).count(Divergence), 0u);
  }
  EXPECT_EQ(Of("sync(1, 96);").first(Divergence).TheCertainty,
            Certainty::Provable);
  // Objects count threads.
  EXPECT_EQ(Of("sync(16, 48);").verdict(), "race-free");
  EXPECT_EQ(Of("sync(16, 64);").first(Divergence).TheCertainty,
            Certainty::Provable);
}

TEST(NamedBarriers, OneNumberForDifferentThreadsOrdersNothing) {
  std::string Both = halves("sync(1, 128);", "sync(1, 128);");
  EXPECT_EQ(Analysis(across(Both, 64)).verdict(), "unknown");
  EXPECT_EQ(Analysis(across(Both, 64)).count(Divergence), 0u);
}

TEST(NamedBarriers, InLoops) {
  auto Loop = [](const std::string &Limit) {
    return Analysis(shared("param n; if threadIdx.x <u 64 { for i = 0; i < " +
                           Limit +
                           "; i += 1 { wr s[u64(threadIdx.x)]; sync(1, 64);"
                           "rd s[u64(threadIdx.x ^ 32)]; sync(1, 64); } }"));
  };
  EXPECT_EQ(Loop("n").verdict(), "race-free");
  EXPECT_EQ(Loop("i32(threadIdx.x)").verdict(), "unknown");
  Analysis Missing(shared("if threadIdx.x <u 64 { for i = 0; i < 3; i += 1 {"
                          "wr s[u64(threadIdx.x)]; sync(1, 64);"
                          "rd s[u64(threadIdx.x ^ 32)]; } }"));
  EXPECT_EQ(Missing.verdict(), "racy");
}

TEST(NamedBarriers, ObjectsCountThreadsAndNotWarps) {
  auto Of = [](const std::string &Number, const std::string &Count,
               const std::string &Limit = "24") {
    std::string At = "(" + Number + ", " + Count + ");";
    return Analysis("shared s of 4 bytes; launch \"l\" block 48 grid 1; if "
                    "threadIdx.x < " +
                    Limit + " { wr s[threadIdx.x]; arrive" + At +
                    "} else { sync" + At + "rd s[47 - threadIdx.x]; }");
  };
  EXPECT_EQ(Of("16", "48").verdict(), "race-free");
  EXPECT_EQ(Of("16", "64").first(Divergence).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Of("1", "48").verdict(), "unknown");
  // The last warp of 16 threads counts as 32.
  for (std::string Count : {"48", "64"}) {
    Analysis Partial = Of("1", Count, "32");
    EXPECT_EQ(Partial.verdict(), "unknown");
    EXPECT_EQ(Partial.count(Divergence), 0u);
  }
}

} // namespace
} // namespace racemap::verdict
