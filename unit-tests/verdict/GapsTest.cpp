// GapsTest - kernels with something that is not modelled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

const std::string Gap = "gap \"odd\";";
const std::string Clash = "wr s[0];";
/// In the last warp, which does not write s[0] in them.
const std::string Some = "if threadIdx.x >=u 224 { gap \"odd\"; }";

std::string verdictOf(const std::string &Body) {
  return Analysis(shared("global in; " + Body)).verdict();
}

TEST(Gaps, NoKernelWithOneIsRaceFree) {
  Analysis None(shared("wr s[threadIdx.x];" + Gap));
  EXPECT_EQ(None.verdict(), "unknown");
  EXPECT_EQ(None.context().Reason, "odd");
  EXPECT_EQ(None.context().Findings.size(), 0u);
  EXPECT_EQ(verdictOf(Some + "wr s[threadIdx.x];"), "unknown");
  Analysis Vacuous("launch \"l\" block 32 grid 1; assume blockDim.x == 31;" +
                   Gap);
  EXPECT_EQ(Vacuous.verdict(), "unknown");
}

TEST(Gaps, ARaceBeforeIsOne) {
  Analysis Before(shared(Clash + Gap));
  EXPECT_EQ(Before.verdict(), "racy");
  EXPECT_EQ(Before.first(Race).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Before.Result.Remarks, std::vector<std::string>{"odd"});
  Analysis Behind(shared(Gap + Clash));
  EXPECT_EQ(Behind.verdict(), "unknown");
  EXPECT_EQ(Behind.first(Race).TheCertainty, Certainty::Possible);
  EXPECT_TRUE(llvm::StringRef(Behind.first(Race).Explanation)
                  .ends_with("(if the paths are as assumed: odd)"))
      << Behind.first(Race).Explanation;
}

TEST(Gaps, ARaceBesideIsOneIfNobodyIsMetBetween) {
  std::string Others = "if threadIdx.x <u 224 {" + Clash + "}";
  EXPECT_EQ(verdictOf(Some + Others), "racy");
  EXPECT_EQ(verdictOf("sync;" + Some + Others), "racy");
  EXPECT_EQ(verdictOf(Some + "sync;" + Others), "unknown");
  EXPECT_EQ(verdictOf("sync;" + Clash + Some + "sync;"), "racy");
}

TEST(Gaps, InALoopTheyComeBeforeItsLaterRounds) {
  auto Loop = [](const std::string &Body) {
    return verdictOf("for i = 0; i <u 4; i += 1 {" + Body + "}");
  };
  EXPECT_EQ(Loop(Clash + Gap), "racy");
  EXPECT_EQ(Loop("if i == 2 {" + Clash + "}" + Gap), "unknown");
  EXPECT_EQ(Loop("if i == 2 {" + Clash + "}"), "racy");
  EXPECT_EQ(Loop("sync;" + Clash + Gap), "unknown");
}

TEST(Gaps, WhoMeetsOthersBehindOneFindsWhatTheyHaveWritten) {
  std::string Scatter = "wr s[in[threadIdx.x]];";
  EXPECT_EQ(verdictOf(Scatter + Gap), "racy");
  EXPECT_EQ(verdictOf("sync;" + Scatter + "sync;" + Gap), "racy");
  EXPECT_EQ(verdictOf(Some + "sync;" + Scatter), "unknown");
  EXPECT_EQ(verdictOf(Some + "if threadIdx.x <u 9 {" + Scatter + "}"), "racy");
}

TEST(Gaps, WhoIsMissingAtABarrierMayComeInOne) {
  std::string Diverges = "if threadIdx.x == 0 { sync; }";
  EXPECT_EQ(Analysis(shared(Diverges)).first(Divergence).TheCertainty,
            Certainty::Provable);
  EXPECT_EQ(Analysis(shared(Diverges + Gap)).first(Divergence).TheCertainty,
            Certainty::Possible);
}

TEST(Gaps, ArrivalsInOneMayCount) {
  std::string Split = "if threadIdx.x <u 128 { rd s[0]; arrive(1, 256); } else "
                      "{ wr s[0]; sync(1, 256); }";
  EXPECT_EQ(verdictOf(Split), "racy");
  EXPECT_EQ(verdictOf(Split + Gap), "unknown");
}

TEST(Gaps, NoConditionMakesSuchAKernelRaceFree) {
  std::string Stride = "param s : i32; global out of 4 bytes;"
                       "launch \"l\" block 64 grid 1;"
                       "wr out[i64(threadIdx.x) *s i64(s)];";
  EXPECT_TRUE(Analysis(Stride).first(Race).ThePrecondition.has_value());
  EXPECT_FALSE(Analysis(Stride + Gap).first(Race).ThePrecondition.has_value());
}

TEST(Given, HoldsOfWhoComesThere) {
  const std::string Length = "if threadIdx.x <u in[0] {"
                             "wr s[threadIdx.x % 5] = threadIdx.x; }";
  EXPECT_EQ(verdictOf(Length), "racy");
  EXPECT_EQ(verdictOf("given in[0] <u 6;" + Length), "race-free");
  EXPECT_EQ(verdictOf("given in[0] <u 7;" + Length), "racy");
  const std::string Own = "given in[threadIdx.x] == threadIdx.x;",
                    Scatter = "wr s[in[threadIdx.x]];";
  EXPECT_EQ(verdictOf(Own + Scatter), "race-free");
  EXPECT_EQ(verdictOf("if threadIdx.x >u 1 {" + Own + "}" + Scatter), "racy");
}

TEST(Given, HoldsOfAllThreadsOfTheBlock) {
  const std::string Few = "if in[0] <u 9 {" + Clash + "}";
  EXPECT_EQ(verdictOf(Few), "racy");
  EXPECT_EQ(verdictOf("given threadIdx.x <u in[0];" + Few), "unknown");
}

/// The witness's in[0] is checked, not chosen, for those who are not in it.
TEST(Given, HoldsOfAllThreadsOfTheGrid) {
  const std::string Few = "if in[0] <u 9 {" + Clash + "}";
  auto Said = [&](const char *Block, const char *Bound) {
    return verdictOf(std::string("if blockIdx.x == ") + Block +
                     " { given in[0] >u " + Bound + "; }" + Few);
  };
  EXPECT_EQ(Said("1", "20"), "unknown");
  EXPECT_EQ(Said("4", "20"), "racy"); // there is no such block
}

TEST(Given, LeavesOtherMemoryOpen) {
  const std::string Few = "if in[0] <u 9 {" + Clash + "}";
  EXPECT_EQ(verdictOf("given in[threadIdx.x + 1] == 5;" + Few), "racy");
  EXPECT_EQ(verdictOf("given in[threadIdx.x + 1] == threadIdx.x + 1;" + Few),
            "racy");
  EXPECT_EQ(verdictOf("given in[threadIdx.x + 1] >u 5;" + Few), "racy");
  EXPECT_EQ(verdictOf("given in[0] == 3; given in[1] >u 5;" + Few), "racy");
}

/// What a thread finds that others may have written decides whether it comes to
/// what is given.
TEST(Given, IsNotPassedByWhoIsStuckBefore) {
  const std::string Few = "if in[0] <u 9 {" + Clash + "}",
                    Last = "{ given in[0] >u 20; }";
  EXPECT_EQ(verdictOf("if in[1] == 1 " + Last + Few), "racy");
  const std::string Before = "wr s[threadIdx.x + 1]; sync;" + Few,
                    Behind = "sync; rd s[1] => $u; if $u == 1 ";
  EXPECT_EQ(verdictOf(Before + Behind + "{ }"), "racy");
  EXPECT_EQ(verdictOf(Before + Behind + Last), "unknown");
}

/// Of findings of all kinds.
TEST(Given, HoldsOfThoseWhoAreNotInAFinding) {
  const std::string Last = "if threadIdx.x == 200 { given in[0] >u 20; }";
  auto Certain = [](Finding::Kind Kind, const std::string &Body) {
    Analysis A(shared("global in; " + Body));
    return A.first(Kind).TheCertainty != Certainty::Possible;
  };
  const std::string Diverges =
                        "if in[0] <u 9 { if threadIdx.x == 0 { sync; } }",
                    Leaves = "if in[0] <u 9 { if threadIdx.x == 0 { return; } "
                             "sync; }",
                    Outside = "if in[0] <u 9 && threadIdx.x == 0 {"
                              "wr s[1024]; }";
  EXPECT_TRUE(Certain(Divergence, Diverges));
  EXPECT_FALSE(Certain(Divergence, Last + Diverges));
  EXPECT_TRUE(Certain(Finding::Kind::EarlyExit, Leaves));
  EXPECT_FALSE(Certain(Finding::Kind::EarlyExit, Last + Leaves));
  EXPECT_TRUE(Certain(Finding::Kind::OutOfBounds, Outside));
  EXPECT_FALSE(Certain(Finding::Kind::OutOfBounds, Last + Outside));
}

} // namespace
} // namespace racemap::verdict
