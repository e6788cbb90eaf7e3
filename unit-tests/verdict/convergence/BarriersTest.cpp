// BarriersTest - what barriers order, and where they diverge.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

TEST(Barriers, ANonUniformConditionMakesABarrierDivergent) {
  Analysis Bad(shared("wr s[u64(threadIdx.x)]; if threadIdx.x <u 32 { sync; }"
                      "rd s[u64(threadIdx.x + 1)];"));
  EXPECT_EQ(Bad.count(Divergence), 1u);
  EXPECT_EQ(Bad.first(Divergence).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Bad.verdict(), "unknown");
  EXPECT_EQ(Bad.context().Reason, "divergent barrier");
  Analysis Good(shared("wr s[u64(threadIdx.x)]; if threadIdx.x <u 256 { sync; }"
                       "rd s[u64(threadIdx.x + 1)];"));
  EXPECT_EQ(Good.count(Divergence), 0u);
  EXPECT_EQ(Good.verdict(), "race-free");
}

TEST(Barriers, ThreadDependentTripCountsDiverge) {
  EXPECT_EQ(Analysis(shared("for i = threadIdx.x; i <u 300; i += 64 { sync; }"))
                .count(Divergence),
            1u);
  EXPECT_EQ(
      Analysis(shared("for i = threadIdx.x; i <u 256; i += 256 { sync; }"))
          .count(Divergence),
      0u);
}

TEST(Barriers, ABreakThatOnlySomeThreadsTakeDiverges) {
  std::string Head = "for i = 0; i < 8; i += 1 {";
  EXPECT_EQ(Analysis(shared(Head + "if threadIdx.x <u 7 { break; } sync; }"))
                .count(Divergence),
            1u);
  EXPECT_EQ(
      Analysis(shared(Head + "if i == 3 { break; } sync; }")).count(Divergence),
      0u);
}

TEST(Barriers, AnEarlyReturnIsNoDivergence) {
  Analysis R(shared("if threadIdx.x <u 32 { return; } wr s[u64(threadIdx.x)];"
                    "sync; rd s[u64(threadIdx.x - 1)];"));
  EXPECT_EQ(R.count(Divergence), 0u);
  EXPECT_EQ(R.count(EarlyExit), 1u);
  EXPECT_EQ(R.verdict(), "race-free");
}

TEST(Barriers, ABarrierBehindADivergentOneOrdersNothing) {
  Analysis R(
      shared("if threadIdx.x <u 32 { sync; } wr s[u64(threadIdx.x)]; sync;"
             "rd s[u64(threadIdx.x + 1)];"));
  EXPECT_EQ(R.verdict(), "unknown");
}

TEST(Barriers, SkippedBarriersOrderNothing) {
  // Uniform: even iterations have no barrier.
  std::string Loop = "param n : i32; for i = 0; i < 6; i += 1 {"
                     "if (i & 1) == 1 { sync; }";
  EXPECT_EQ(Analysis(shared(Loop + "wr s[u64(threadIdx.x)]; }")).verdict(),
            "race-free");
  EXPECT_EQ(Analysis(shared(Loop + "wr s[u64(threadIdx.x + u32(i & 1))]; }"))
                .verdict(),
            "racy");
}

TEST(Barriers, WarpBarriersOrderWarpsOnly) {
  std::string Body = "wr s[u64(threadIdx.x)]; syncwarp; "
                     "rd s[u64(threadIdx.x ^ 1)];";
  EXPECT_EQ(Analysis(shared(Body)).verdict(), "race-free");
  EXPECT_EQ(Analysis(shared("wr s[u64(threadIdx.x)]; syncwarp; "
                            "rd s[u64(threadIdx.x ^ 32)];"))
                .verdict(),
            "racy");
}

TEST(Barriers, AWarpBarrierIsForTheThreadsOfOneWarp) {
  auto Within = [](const std::string &Condition) {
    return shared("if " + Condition +
                  " { wr s[u64(threadIdx.x)]; syncwarp;"
                  "   rd s[u64(threadIdx.x ^ 1)]; }");
  };
  // What whole warps decide keeps the threads of each together.
  Analysis Whole(Within("threadIdx.x <u 64"));
  EXPECT_EQ(Whole.verdict(), "race-free");
  EXPECT_EQ(Whole.count(Finding::Kind::BarrierDivergence), 0u);
  Analysis Parted(Within("threadIdx.x <u 48"));
  const Witness &W = Parted.first(Finding::Kind::BarrierDivergence).TheWitness;
  EXPECT_EQ(W.Threads[0].ThreadIdx[0] / 32, W.Threads[1].ThreadIdx[0] / 32);
}

TEST(Barriers, AClusterBarrierOrdersTheBlocksOfACluster) {
  auto Exchange = [](const std::string &Cluster, unsigned N) {
    return "global g of 4 bytes; launch \"l\" block 1 grid 8" + Cluster +
           "; wr g[blockIdx.x]; synccluster; rd g[blockIdx.x ^ " +
           std::to_string(N) + "];";
  };
  EXPECT_EQ(Analysis(Exchange(" cluster 2", 1)).verdict(), "race-free");
  Analysis Other(Exchange(" cluster 2", 2));
  EXPECT_EQ(Other.verdict(), "racy");
  EXPECT_EQ(Other.first(Race).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Analysis(Exchange("", 1)).verdict(), "unknown");
}

} // namespace
} // namespace racemap::verdict
