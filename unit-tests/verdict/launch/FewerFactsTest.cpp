// Which facts of a launch are left out, and that a proof without them counts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/FewerFacts.h"
#include "passes/verdict/GeneralProofs.h"
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

using map::LaunchContext;
using Dim = LaunchContext::Dim;

LaunchContext sized(LaunchContext::Sizes Block, LaunchContext::Sizes Grid) {
  LaunchContext C;
  C.BlockDim = Block;
  C.GridDim = Grid;
  return C;
}

TEST(FewerFacts, AreTheSizesAlongTheOthersAlone) {
  auto W = withFewerFacts(sized(Dim{500, 2, 3}, Dim{7, 1, 4}));
  ASSERT_TRUE(W);
  EXPECT_FALSE(W->BlockDim[0] || W->GridDim[0]);
  EXPECT_EQ(W->BlockDim[1], 2u);
  EXPECT_EQ(W->BlockDim[2], 3u);
  EXPECT_EQ(W->GridDim[1], 1u);
  EXPECT_EQ(W->GridDim[2], 4u);
}

TEST(FewerFacts, AreNoneWhereNothingIsKnown) {
  EXPECT_FALSE(withFewerFacts(LaunchContext()));
}

/// Else they would be taken as 1.
TEST(FewerFacts, KeepWhatAssumptionsOfOthersRestOn) {
  LaunchContext C;
  C.BlockDim[0] = 500;
  EXPECT_FALSE(withFewerFacts(C));
}

/// A grid of unknown size is taken as one that wraps no index.
TEST(FewerFacts, KeepGridsThatWrapAnIndex) {
  EXPECT_FALSE(withFewerFacts(sized(Dim{32, 1, 1}, Dim{1u << 20, 1, 1})));
  EXPECT_TRUE(withFewerFacts(sized(Dim{32, 1, 1}, Dim{1u << 17, 1, 1})));
}

/// Of a context that was too hard with all its facts.
ContextResult undecided(const LaunchContext &C) {
  ContextResult R;
  R.Context = C;
  R.TheVerdict = Verdict::Unknown;
  R.Reason = "kernel budget exhausted";
  R.Pairs.Total = R.Pairs.Undecided = 1;
  R.UndecidedPairs.push_back({{}, R.Reason});
  R.Assumptions = {"gridDim.x * blockDim.x < 2147483648", "blocks"};
  return R;
}

TEST(FewerFacts, DecideWhatMoreDoNot) {
  Analysis K("param n : u64; global x of 4 bytes;"
             "launch \"a\" block 500 grid _ {"
             "  assume gridDim.x == u32((n + 499) /u 500) \"blocks\"; }"
             "launch \"b\" block 500 grid 9;"
             "let t = u64(blockIdx.x) * u64(blockDim.x) + u64(threadIdx.x);"
             "if t <u n { wr x[((t >>u 5) << 5) + (t & 31)]; }");
  GeneralProofs General(K.protocol(), Settings());
  uint64_t Steps[2];
  // What the proof assumes: not how the grid is computed, and nothing that the
  // sizes of the second launch settle.
  std::vector<std::string> Assumed[2] = {
      {"gridDim.x * blockDim.x < 2147483648"}, {}};
  for (unsigned I : {0u, 1u}) {
    ContextResult C = undecided(K.context(I).Context);
    if (I == 1)
      C.Assumptions.clear();
    General.improve(C);
    EXPECT_EQ(C.TheVerdict, Verdict::RaceFree);
    EXPECT_EQ(C.Reason, "");
    EXPECT_EQ(C.Pairs.Undecided, 0u);
    EXPECT_TRUE(C.UndecidedPairs.empty());
    EXPECT_EQ(C.Assumptions, Assumed[I]);
    Steps[I] = C.Steps;
  }
  EXPECT_GT(Steps[0], 0u);
  EXPECT_EQ(Steps[1], 0u) << "the first launch pays for the proof";
}

/// What the launch says of n helps no proof, and takes far more than the budget
/// to look at.
TEST(FewerFacts, DecideWhatTheLaunchMakesTooLong) {
  std::string Said;
  for (unsigned I = 1; I != 2000; ++I)
    Said += "assume (n ^ " + std::to_string(7919 * I + 1) + ") %u " +
            std::to_string(1000 + I) + " != " + std::to_string(I) + ";";
  Settings S;
  S.KernelBudgetMs = 300;
  auto With = [&](const std::string &Launch, const std::string &Shift) {
    return Analysis("param n : u64; global x of 4 bytes;"
                    "launch \"a\" block 500 grid _ {" +
                        Launch +
                        "}"
                        "let t = u64(blockIdx.x) * u64(blockDim.x) +"
                        "        u64(threadIdx.x);"
                        "if t <u n { wr x[(t /u 7) * 7 + " +
                        Shift + "]; }",
                    S)
        .verdict();
  };
  EXPECT_EQ(With("", "(t %u 7 + 3) %u 7"), "race-free");
  EXPECT_EQ(With(Said, "(t %u 7 + 3) %u 7"), "race-free");
  EXPECT_NE(With(Said, "(t %u 7 + 3) %u 6"), "race-free");
}

TEST(FewerFacts, DecideBarriersToo) {
  Analysis K("shared s[64] of 4 bytes; launch \"a\" block 64 grid 2;"
             "wr s[u64(threadIdx.x)]; sync; rd s[63 - u64(threadIdx.x)];");
  GeneralProofs General(K.protocol(), Settings());
  ContextResult C = undecided(K.context().Context), D = C;
  C.Pairs.Undecided = D.Pairs.Undecided = 0;
  General.improve(C);
  EXPECT_EQ(C.TheVerdict, Verdict::RaceFree);
  D.UndecidedPairs.clear();
  General.improve(D);
  EXPECT_EQ(D.TheVerdict, Verdict::Unknown) << "nothing is undecided";
}

TEST(FewerFacts, DecideNothingThatRaces) {
  Analysis K("global x of 4 bytes; launch \"a\" block 500 grid 2;"
             "wr x[u64(threadIdx.x)];");
  ContextResult C = undecided(K.context().Context);
  GeneralProofs(K.protocol(), Settings()).improve(C);
  EXPECT_EQ(C.TheVerdict, Verdict::Unknown);
  EXPECT_EQ(C.Reason, "kernel budget exhausted");
}

TEST(FewerFacts, ExcludeNoRaceOfTheLaunch) {
  Analysis Racy("global x of 4 bytes; launch \"a\" block 500 grid 2;"
                "wr x[u64(threadIdx.x)];");
  EXPECT_EQ(Racy.verdict(), "racy");
}

} // namespace
} // namespace racemap::verdict
