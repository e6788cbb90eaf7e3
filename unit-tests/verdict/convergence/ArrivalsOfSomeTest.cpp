// ArrivalsOfSomeTest - arrivals at barriers, where threads have returned.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

TEST(ArrivalsOfSome, WhoHasReturnedDoesNotCome) {
  auto Half = [](const std::string &Returns, const std::string &Count) {
    return Analysis(shared("if threadIdx.x >=u 128 { return; }" + Returns +
                           "wr s[threadIdx.x]; arrive(1, " + Count +
                           "); await(1, " + Count +
                           "); rd s[threadIdx.x ^ 32];"));
  };
  EXPECT_EQ(Half("", "128").verdict(), "race-free");
  EXPECT_EQ(Half("", "256").first(Divergence).TheCertainty,
            Certainty::Provable);
  std::string Again = "if threadIdx.x >=u 64 { return; }";
  EXPECT_EQ(Half(Again, "64").verdict(), "race-free");
  EXPECT_EQ(Half(Again, "128").first(Divergence).TheCertainty,
            Certainty::Provable);
  EXPECT_EQ(Half("if threadIdx.x >=u 72 { return; }", "72").verdict(),
            "unknown");
  // Between arriving and waiting.
  auto Between = [](const std::string &First, const std::string &Second) {
    return Analysis(shared(First + Second +
                           "if threadIdx.x >=u 128 { return; } await(1, 256);"
                           "rd s[255 - threadIdx.x];"))
        .verdict();
  };
  std::string Put = "wr s[threadIdx.x];", Arrive = "arrive(1, 256);";
  EXPECT_EQ(Between(Put, Arrive), "race-free");
  EXPECT_EQ(Between(Arrive, Put), "racy");
}

TEST(ArrivalsOfSome, BarriersOfAllAreNotFollowedIfSomeComeLessOften) {
  auto Of = [](const std::string &Body) {
    return Analysis("global a of 4 bytes; launch \"l\" block 64 grid 4 cluster "
                    "2;" +
                    Body);
  };
  std::string Sync = "arrivecluster; awaitcluster;",
              Return = "if threadIdx.x >= 32 { return; }",
              Put = "wr a[blockIdx.x * 32 + threadIdx.x];",
              Get = "rd a[(blockIdx.x ^ 1) * 32 + threadIdx.x];";
  EXPECT_EQ(Of(Return + Put + Sync + Get).verdict(), "race-free");
  EXPECT_NE(Of(Return + Sync + Put + Get).verdict(), "race-free");
  // Those that have returned count as arrived.
  EXPECT_EQ(Of("wr a[blockIdx.x * 64 + threadIdx.x];" + Return + Sync +
               "rd a[(blockIdx.x ^ 1) * 64 + threadIdx.x + 32];")
                .verdict(),
            "unknown");
  Analysis Again = Of(Sync + Return + Put + Sync + Get);
  EXPECT_EQ(Again.verdict(), "unknown");
  EXPECT_EQ(Again.count(Divergence), 0u);
  // Each half waits for the other one.
  Analysis Half = Of("if threadIdx.x < 32 {" + Put + Sync +
                     "arrive(1, 64); } else { sync(1, 64); rd a[(blockIdx.x ^ "
                     "1) * 32 + (threadIdx.x & 31)]; }");
  EXPECT_EQ(Half.verdict(), "unknown");
  // The block's own barrier.
  auto Block = [](const std::string &Before) {
    return Analysis(shared(Before +
                           "if threadIdx.x >=u 128 { return; } sync; wr "
                           "s[threadIdx.x]; arrive(1, 128); await(1, 128); rd "
                           "s[threadIdx.x ^ 64];"))
        .context()
        .Reason;
  };
  EXPECT_EQ(Block(""), "");
  EXPECT_NE(Block("sync;").find("more often than others"), std::string::npos);
}

// A flag tells what was done before a barrier that its thread has passed: not
// what others do once they have arrived there.
TEST(ArrivalsOfSome, AFlagDoesNotTellWhatIsDoneBehindArrivals) {
  auto Of = [](const std::string &Put, const std::string &Tell) {
    return Analysis(
               "global flags of 4 bytes; global data of 4 bytes; launch \"l\" "
               "block 64 grid 4 cluster 2;" +
               Put +
               "if threadIdx.x == 0 { release atomic flags[blockIdx.x] = 1; if "
               "blockIdx.x >u 0 { loop it { acquire atomic flags[blockIdx.x - "
               "1] += 0 => $u1(it); if $u1(it) != 0 { break; } } rd "
               "data[blockIdx.x - 1]; } }" +
               Tell)
        .verdict();
  };
  std::string Write = "if threadIdx.x == 32 { wr data[blockIdx.x]; }";
  EXPECT_EQ(Of(Write + "synccluster;", ""), "race-free");
  EXPECT_NE(Of("if threadIdx.x >= 32 { arrivecluster;" + Write +
                   "awaitcluster; } else { synccluster;",
               "}"),
            "race-free");
}

} // namespace
} // namespace racemap::verdict
