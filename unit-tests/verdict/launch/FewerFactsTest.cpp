// Which facts of a launch are left out, and that a proof without them counts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/FewerFacts.h"
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

/// Turned within groups of seven. What the launches say of n and m helps no
/// proof and is hard to divide.
const std::string Kernel =
    "param n : u64; param m : u64; global x of 4 bytes;"
    "launch \"a\" block 500 grid _ {"
    "  assume gridDim.x == u32((n * m + 499) /u 500) \"blocks\";"
    "  assume n * m %u 1000003 == 7 \"rest\"; }"
    "launch \"b\" block 500 grid 9 { assume n * m %u 1000003 == 7 \"rest\"; }"
    "let t = u64(blockIdx.x) * u64(blockDim.x) + u64(threadIdx.x);"
    "if t <u n { wr x[(t /u 7) * 7 + (t %u 7 + 3) %u 7]; }";

Settings small() {
  Settings S;
  S.KernelBudgetMs = 200;
  return S;
}

TEST(FewerFacts, DecideWhatMoreDoNot) {
  Analysis Known(Kernel, small());
  uint64_t Alone[2];
  for (unsigned I : {0u, 1u}) {
    ContextResult A =
        verify(Known.protocol(), Known.context(I).Context, small());
    ASSERT_EQ(A.TheVerdict, Verdict::Unknown);
    Alone[I] = A.Steps;
    const ContextResult &C = Known.context(I);
    EXPECT_EQ(Known.verdict(I), "race-free");
    EXPECT_EQ(C.Reason, "");
    EXPECT_EQ(C.Pairs.Undecided, 0u);
    EXPECT_TRUE(C.UndecidedPairs.empty());
  }
  // What the proof assumes: nothing that is said of n and m, and nothing that
  // the sizes of the second launch settle.
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Known.context(0).Assumptions,
            Texts{"gridDim.x * blockDim.x < 2147483648"});
  EXPECT_EQ(Known.context(1).Assumptions, Texts{});
  // The first launch pays for the proof.
  EXPECT_GT(Known.context(0).Steps, Alone[0] + 1000);
  EXPECT_LT(Known.context(1).Steps, Alone[1] + 1000);
}

TEST(FewerFacts, ExcludeNoRaceOfTheLaunch) {
  Analysis Racy("global x of 4 bytes; launch \"a\" block 500 grid 2;"
                "wr x[u64(threadIdx.x)];");
  EXPECT_EQ(Racy.verdict(), "racy");
}

} // namespace
} // namespace racemap::verdict
