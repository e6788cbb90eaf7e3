// AsynchronousTest - accesses that happen at any time until they are waited
// for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

constexpr const char *Mine = "async wr s[u64(threadIdx.x)]; ";
constexpr const char *Others = "rd s[u64(threadIdx.x ^ 1)];";

std::string verdictOf(const std::string &Body) {
  return Analysis(shared(Body)).verdict();
}

TEST(Asynchronous, AreOverAfterTheWaitForTheirGroup) {
  std::string Copy = Mine;
  EXPECT_EQ(verdictOf(Copy + "commit; wait 0; sync; " + Others), "race-free");
  EXPECT_EQ(verdictOf(Copy + "commit; wait 0; " + Others), "racy");
  EXPECT_EQ(verdictOf(Copy + "commit; sync; wait 0; " + Others), "racy");
  EXPECT_EQ(verdictOf(Copy + "commit; sync; wait 0; sync; " + Others),
            "race-free");
}

TEST(Asynchronous, WaitsLetTheLatestGroupsGoOn) {
  std::string Copy = std::string(Mine) + "commit; ";
  EXPECT_EQ(verdictOf(Copy + "wait 1; sync; " + Others + " wait 0;"), "racy");
  EXPECT_EQ(verdictOf(Copy + "commit; wait 1; sync; " + Others), "race-free");
  EXPECT_EQ(verdictOf(Copy + "commit; wait 2; sync; " + Others + " wait 0;"),
            "racy");
}

TEST(Asynchronous, WithoutAGroupNothingIsWaitedFor) {
  std::string Copy = Mine;
  EXPECT_EQ(verdictOf(Copy + "wait 0; sync; " + Others + " commit; wait 0;"),
            "racy");
}

TEST(Asynchronous, AThreadMayNotUseWhatItCopies) {
  std::string Copy = std::string(Mine) + "commit; ";
  Analysis R(shared(Copy + "rd s[u64(threadIdx.x)]; wait 0;"));
  EXPECT_EQ(R.verdict(), "racy");
  const Finding &F = R.first(Race);
  EXPECT_EQ(F.TheCertainty, Certainty::Provable);
  EXPECT_EQ(F.Relation, map::Scope::Thread);
  EXPECT_EQ(F.TheWitness.Threads.size(), 1u);
  EXPECT_EQ(verdictOf(Copy + "wait 0; rd s[u64(threadIdx.x)];"), "race-free");
  EXPECT_EQ(verdictOf(Copy + Copy + "wait 0;"), "racy");
  EXPECT_EQ(verdictOf(Copy + "wait 0; " + Copy + "wait 0;"), "race-free");
}

TEST(Asynchronous, WhoeverEndsBeforeIsUndecided) {
  Analysis R(shared(std::string(Mine) + "commit; if threadIdx.x <u 4 { wait 0; "
                                        "}"));
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_EQ(R.context().Reason,
            "asynchronous copy is not waited for before the end of the thread");
}

TEST(Asynchronous, BehindADivergentBarrierNothingIsProvable) {
  Analysis R(shared("if threadIdx.x == 0 { sync; } " + std::string(Mine) +
                    "commit; rd s[u64(threadIdx.x)]; wait 0;"));
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_EQ(R.first(Race).TheCertainty, Certainty::Possible);
}

std::string pipeline(const std::string &Slot, const std::string &Wait,
                     const std::string &Last) {
  return "param n; async wr s[u64(threadIdx.x)]; commit;"
         "for i = 0; i < n; i += 1 {"
         "  async wr s[u64(((i + 1) & 1) * 256 + threadIdx.x)]; commit; " +
         Wait + " sync; rd s[u64((" + Slot + ") * 256 + (threadIdx.x ^ 1))]; " +
         Last + "} wait 0;";
}

TEST(Asynchronous, PipelinesOfTwoStages) {
  EXPECT_EQ(verdictOf(pipeline("i & 1", "wait 1;", "sync;")), "race-free");
  EXPECT_EQ(verdictOf(pipeline("i & 1", "wait 1;", "")), "racy");
  EXPECT_EQ(verdictOf(pipeline("i & 1", "wait 2;", "sync;")), "racy");
  EXPECT_EQ(verdictOf(pipeline("(i + 1) & 1", "wait 1;", "sync;")), "racy");
}

TEST(Asynchronous, GroupsOfEarlierIterations) {
  auto Loop = [](const std::string &Wait) {
    return "for i = 0; i < 4; i += 1 { async wr s[u64(i * 256 + threadIdx.x)];"
           " commit; }" +
           Wait + " sync; rd s[u64(256 + (threadIdx.x ^ 1))]; wait 0;";
  };
  EXPECT_EQ(verdictOf(Loop("wait 2;")), "race-free");
  EXPECT_EQ(verdictOf(Loop("wait 3;")), "racy");
}

} // namespace
} // namespace racemap::verdict
