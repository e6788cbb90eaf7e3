// LaunchesTest - what holds for which launches: dimensions, parameters,
// arrays that overlap, and what the analysis assumes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

TEST(Launches, SymbolicDimensionsAreAllDimensions) {
  std::string Index = "param n : i32; global y of 4 bytes; ";
  Analysis Saxpy(Index + "let i = blockIdx.x * blockDim.x + threadIdx.x;"
                         "if i <u n { rd y[u64(i)]; wr y[u64(i)]; }");
  EXPECT_EQ(Saxpy.verdict(), "race-free");
  EXPECT_TRUE(assumes(Saxpy, "blockDim.y == 1"));
  EXPECT_TRUE(assumes(Saxpy, "gridDim.x * blockDim.x < 2147483648"));
  EXPECT_EQ(
      Analysis(Index + "wr y[u64(blockIdx.x * 130 + threadIdx.x)];").verdict(),
      "racy");
}

TEST(Launches, OnlyAbsurdGridsAreAssumedAway) {
  auto Strided = [](const std::string &Index) {
    return "global y of 4 bytes; launch \"l\" block 64;"
           "wr y[u64(" +
           Index + " + threadIdx.x)] = blockIdx.x;";
  };
  for (const char *Hash :
       {"blockIdx.x * 16777216", "(blockIdx.x << 20)", "blockIdx.x * 65536"})
    EXPECT_EQ(Analysis(Strided(Hash)).verdict(), "racy") << Hash;
  Analysis Tile(Strided("blockIdx.x * 8192"));
  EXPECT_EQ(Tile.verdict(), "race-free");
  EXPECT_TRUE(assumes(Tile, "gridDim.x * 8192 < 2147483648"));
  Analysis Twice(Strided("blockIdx.x * 2 * 512"));
  EXPECT_EQ(Twice.verdict(), "race-free");
  EXPECT_TRUE(assumes(Twice, "gridDim.x * 1024 < 2147483648"));
  EXPECT_EQ(Analysis(Strided("blockIdx.x * 8192 * 8192")).verdict(), "racy");
  // Three elements for each thread.
  Analysis Sum(Strided("(blockIdx.x * 64 + threadIdx.x) * 3 - threadIdx.x"));
  EXPECT_EQ(Sum.verdict(), "race-free");
  EXPECT_TRUE(assumes(Sum, "gridDim.x * 192 < 2147483648"));
  Analysis Many(Strided("(blockIdx.x * 64 + threadIdx.x) * 400 - threadIdx.x"));
  EXPECT_EQ(Many.verdict(), "race-free");
  EXPECT_TRUE(assumes(Many, "gridDim.x * 25600 < 2147483648"));
  EXPECT_EQ(
      Analysis(Strided("(blockIdx.x * 8192 + threadIdx.x) * 8192")).verdict(),
      "racy");
  Analysis Row(Strided("blockIdx.y * 8192") + "assume gridDim.x == 1;");
  EXPECT_EQ(Row.verdict(), "race-free"); // 65,535 rows do not wrap
  EXPECT_FALSE(assumes(Row, "gridDim.y * 8192 < 2147483648"));
}

TEST(Launches, WhatABlockWorksOnMayBeGivenByTheLaunch) {
  auto Rows = [](const std::string &Given) {
    return "global y of 4 bytes; param n : i32; launch \"l\" block 64 { " +
           Given +
           " } wr y[u64((blockIdx.x << n) + threadIdx.x)] = blockIdx.x;";
  };
  Analysis Known(Rows("assume n == 10;"));
  EXPECT_EQ(Known.verdict(), "race-free");
  EXPECT_TRUE(assumes(Known, "gridDim.x * 1024 < 2147483648"));
  EXPECT_EQ(Analysis(Rows("assume n == 20;")).verdict(), "racy");
  EXPECT_EQ(Analysis(Rows("")).verdict(), "racy");
}

TEST(Launches, TheGridsBoundIsNamedWhereverItIsUsed) {
  auto Index = [](const char *Launch) {
    return std::string("global y of 4 bytes; launch \"l\" ") + Launch +
           "; wr y[u64(blockIdx.x * blockDim.x + threadIdx.x)] = blockIdx.x;";
  };
  const char *Bound = "gridDim.x * blockDim.x < 2147483648";
  Analysis Large(Index("grid 8388608"));
  EXPECT_EQ(Large.verdict(), "race-free");
  EXPECT_TRUE(assumes(Large, Bound));
  EXPECT_EQ(Analysis(Index("block 1024 grid 8388608")).verdict(), "racy");
  Analysis Small(Index("grid 4096"));
  EXPECT_EQ(Small.verdict(), "race-free");
  EXPECT_FALSE(assumes(Small, Bound));
  Analysis Contrary(Index("grid 8388608") + "assume blockDim.x == 512;");
  EXPECT_EQ(Contrary.verdict(), "unknown");
}

TEST(Launches, BoundsOfTheBlockDoNotBoundTheGrid) {
  Analysis R("global y of 4 bytes; assume blockDim.x <=u 64;"
             "if blockIdx.x == 0 { wr y[u64(threadIdx.x & 63)]; }");
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_FALSE(assumes(R, "gridDim.x * blockDim.x < 2147483648"));
}

static Certainty certaintyUnder(const std::string &Launch,
                                const std::string &Body) {
  Analysis R("param n; param m; global a; launch \"l\" " + Launch + Body);
  return R.first(Race).TheCertainty;
}

TEST(Launches, ComputedValuesMakeFindingsPossible) {
  std::string Body = "if n == 3 { wr a[0] = threadIdx.x; }";
  EXPECT_EQ(certaintyUnder("block 64 grid 1;", Body), Certainty::Provable);
  EXPECT_EQ(certaintyUnder("block 64 grid 1 { computed n; }", Body),
            Certainty::Possible);
  EXPECT_EQ(certaintyUnder("block 64 grid 1 { computed m; }", Body),
            Certainty::Provable);
}

TEST(Launches, ConditionsHandTheDoubtOn) {
  std::string Body = "if n == 3 { wr a[0] = threadIdx.x; }";
  std::string Host = "block 64 grid 1 { host h; computed h; ";
  EXPECT_EQ(certaintyUnder(Host + "assume h < m; }", Body),
            Certainty::Provable);
  EXPECT_EQ(certaintyUnder(Host + "assume m == n + 1; assume h < m; }", Body),
            Certainty::Possible);
}

TEST(Launches, IndicesDependOnTheirDimension) {
  std::string Between = "wr a[u64(threadIdx.x)] = blockIdx.x;";
  EXPECT_EQ(certaintyUnder("block 64 grid _;", Between), Certainty::Provable);
  EXPECT_EQ(certaintyUnder("block 64 grid _ { computed gridDim.x; }", Between),
            Certainty::Possible);
  EXPECT_EQ(certaintyUnder("block 64 grid _ { computed gridDim.x; }",
                           "wr a[0] = threadIdx.x;"),
            Certainty::Provable);
}

TEST(Launches, ProofsCoverComputedValues) {
  Analysis R("param n; global a; launch \"l\" block 64 grid 1 { computed n; }"
             "if n > 3 { wr a[u64(threadIdx.x)]; }");
  EXPECT_EQ(R.verdict(), "race-free");
}

TEST(Launches, ArraysThatMayNotOverlapAreNamed) {
  std::string Arrays =
      "global in; global out; global more; launch \"l\" grid 1;"
      "let i = u64(threadIdx.x);";
  EXPECT_TRUE(assumes(Analysis(Arrays + "rd in[i]; wr out[i];"),
                      "in and out do not overlap"));
  EXPECT_TRUE(assumes(Analysis(Arrays + "rd in[i]; atomic out[i]; rd more[i];"),
                      "in, more and out do not overlap"));
  EXPECT_TRUE(assumes(Analysis(Arrays + "if in[i] == 0 { wr out[i]; }"),
                      "in and out do not overlap"));
  auto Assumptions = [](const std::string &Body) {
    return Analysis(Body).context().Assumptions.size();
  };
  EXPECT_EQ(Assumptions(Arrays + "rd in[i]; rd out[i];"),
            Assumptions(Arrays + "rd in[i];"));
  EXPECT_EQ(Assumptions("global a variable; global b variable;"
                        "launch \"l\" grid 1;"
                        "rd a[u64(threadIdx.x)]; wr b[u64(threadIdx.x)];"),
            Assumptions(Arrays + "rd in[i];"));
}

TEST(Launches, SlotsThatHoldDifferentPointersAreNamed) {
  std::string Rows = "global p of 8 bytes; global row of 4 bytes field of p;"
                     "launch \"l\" block 32 grid 1;";
  const char *Text =
      "pointers found in different places of 'p' point to different objects";
  EXPECT_TRUE(
      assumes(Analysis(Rows + "wr row[slot u64(threadIdx.x) * 8][0];"), Text));
  EXPECT_TRUE(assumes(Analysis(Rows + "wr row[slot 0][u64(threadIdx.x)];"
                                      "rd row[slot 8][0];"),
                      Text));
  EXPECT_FALSE(
      assumes(Analysis(Rows + "wr row[slot 0][u64(threadIdx.x)];"), Text));
  EXPECT_FALSE(
      assumes(Analysis(Rows + "rd row[slot u64(threadIdx.x) * 8][0];"), Text));
}

TEST(Launches, ContradictoryAssumptionsAreSaid) {
  Analysis R("param n : i32; global y of 4 bytes; assume n < 0; assume 0 < n;"
             "wr y[0];");
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_EQ(R.context().Reason, "contradictory assumptions");
  EXPECT_EQ(Analysis("").context().Reason, "no accesses");
}

TEST(Launches, WhatOnlyTheAnalysisExcludesIsUnknown) {
  std::string Kernel = "param n : i32; global y of 4 bytes; wr y[0];";
  for (const char *Excluded : {"assume n < 0 derived; assume 0 < n;",
                               "assume n < 0 derived; assume 0 < n derived;"}) {
    Analysis R(Kernel + Excluded);
    EXPECT_EQ(R.verdict(), "unknown");
    EXPECT_EQ(R.context().Reason,
              "assumptions of the analysis contradict each other");
  }
  Analysis Said(Kernel + "assume n == 5 derived; assume n < 0; assume 0 < n;");
  EXPECT_EQ(Said.context().Reason, "contradictory assumptions");
  // The source's bound of the block against the one that RaceMap takes.
  Analysis Grid("global y of 4 bytes; launch \"l\" grid 2147483647;"
                "assume blockDim.x == 2;"
                "wr y[u64(blockIdx.x * blockDim.x + threadIdx.x)];");
  EXPECT_EQ(Grid.verdict(), "unknown");
}

TEST(Launches, PointersFoundInDifferentSlotsPointToDifferentObjects) {
  std::string Rows = "global p of 8 bytes; global row of 4 bytes field of p;"
                     "launch \"l\" block 32 grid 1;";
  EXPECT_EQ(Analysis(Rows + "wr row[slot u64(threadIdx.x) * 8][0];").verdict(),
            "race-free");
  EXPECT_EQ(Analysis(Rows + "wr row[slot 8][0];").verdict(), "racy");
}

TEST(Launches, ConditionsOfALaunchRestrictIt) {
  // Rows of w elements: apart only if the block is not wider than they are.
  std::string Body = R"MAP(
    param w;
    global a;
    launch block (_, 2) grid 1 { assume w == blockDim.x; }
    launch block (_, 2) grid 1 { host h; assume w == h * 4 "w % 4 == 0"; }
    launch block (_, 2) grid 1 { host h; assume h == w +s 1; assume h == w; }
    wr a[threadIdx.y * w + threadIdx.x];
  )MAP";
  Analysis A(Body);
  EXPECT_EQ(A.verdict(0), "race-free");
  EXPECT_EQ(A.context(0).Assumptions,
            std::vector<std::string>{"w == blockDim.x"});
  EXPECT_EQ(A.verdict(1), "unknown");
  EXPECT_EQ(A.context(1).Reason,
            "race if w < blockDim.x; no launch in sight rules that out");
  EXPECT_EQ(A.verdict(2), "race-free");
  EXPECT_EQ(A.context(2).Reason, "contradictory assumptions");
}

TEST(Launches, AParameterThatTheLaunchFixesIsAConstant) {
  std::string Body = R"MAP(
    param w;
    global a;
    launch block (16, 16) grid 1 { assume w == 16; }
    launch block (16, 16) grid 1 { assume w == 15; }
    wr a[threadIdx.y * w + threadIdx.x];
  )MAP";
  Analysis A(Body);
  EXPECT_EQ(A.verdict(0), "race-free");
  EXPECT_EQ(A.verdict(1), "racy");
}

TEST(Launches, ArraysThatOverlapInALaunchConflict) {
  std::string Body = R"MAP(
    param n;
    global in;
    global out;
    launch block 32 grid 1;
    launch block 32 grid 1 { alias out = in[0]; }
    launch block 32 grid 1 { alias out = in[1]; }
    launch block 32 grid 1 { alias in = out[byte i64(n)]; assume n == 0; }
    launch block 32 grid 1 { alias in = out[32]; }
    launch block 32 grid 1 { alias out, in; }
    rd in[threadIdx.x];
    wr out[threadIdx.x];
  )MAP";
  Analysis A(Body);
  EXPECT_EQ(A.verdict(0), "race-free"); // different objects
  EXPECT_EQ(A.context(0).Assumptions,
            std::vector<std::string>{"in and out do not overlap"});
  EXPECT_EQ(A.verdict(1), "race-free"); // each thread has its own element
  EXPECT_EQ(A.context(1).Assumptions, std::vector<std::string>());
  EXPECT_EQ(A.verdict(2), "racy"); // the next thread's
  EXPECT_EQ(A.context(2).Findings.at(0).TheCertainty, Certainty::Provable);
  EXPECT_EQ(A.verdict(3), "race-free");
  EXPECT_EQ(A.verdict(4), "race-free"); // behind the end
  EXPECT_EQ(A.verdict(5), "unknown");   // anywhere
  EXPECT_EQ(A.context(5).Findings.at(0).TheCertainty, Certainty::Possible);
}

TEST(Launches, FieldsOfArraysThatOverlapAreTheSameObjects) {
  std::string Body = R"MAP(
    global p;
    global q;
    global pf field of p;
    global qf field of q;
    launch block 32 grid 1 { alias q = p[byte 8]; }
    launch block 32 grid 1 { alias q = p[byte 16]; }
    wr pf[slot 8][threadIdx.x];
    rd qf[slot 0][threadIdx.x + 1];
  )MAP";
  Analysis A(Body);
  EXPECT_EQ(A.verdict(0), "racy");
  EXPECT_EQ(A.verdict(1), "race-free");
}

TEST(Launches, WhatIsAssumedHoldsForThreadsThatNobodyLooksAt) {
  auto Assuming = [](const std::string &What, const std::string &When) {
    return Analysis("global a; param n; launch \"l\" block 64 grid 1; assume " +
                    What + " \"said\"; if " + When + " { wr a[0]; }");
  };
  // The last thread is below n.
  EXPECT_EQ(Assuming("threadIdx.x < n", "n < 10").verdict(), "race-free");
  EXPECT_EQ(Assuming("threadIdx.x < n", "n < 100").verdict(), "racy");
  // Thread 7 of the launch does not keep to it.
  Analysis Third = Assuming("threadIdx.x != n", "n == 7");
  EXPECT_EQ(Third.verdict(), "unknown");
  EXPECT_EQ(Third.first(Race).TheCertainty, Certainty::Possible);
  EXPECT_EQ(Assuming("threadIdx.x != n", "n == 70").verdict(), "racy");
}

/// Threads that the assumption does not tell apart are looked at once; where
/// too many are left, nobody does.
TEST(Launches, NobodyLooksAtAllThreadsOfALargeLaunch) {
  auto Verdict = [](const std::string &What) {
    return Analysis("global a; param n; launch \"l\" block 1024 grid 4096;"
                    "assume " +
                    What + " \"said\"; if n == 9999 { wr a[0]; }")
        .verdict();
  };
  EXPECT_EQ(Verdict("blockIdx.x != n"), "racy");
  EXPECT_EQ(Verdict("threadIdx.x != n"), "racy");
  EXPECT_EQ(Verdict("blockIdx.x * 1024 + threadIdx.x != n"), "unknown");
}

/// Sizes that stand in different terms scale one index all the same.
TEST(Launches, AbsurdGridsAreAssumedAwayWhereverTheSizesStand) {
  EXPECT_EQ(Analysis("global out of 4 bytes;"
                     "for tile = blockIdx.x; tile < gridDim.x; "
                     "tile += gridDim.x {"
                     "  wr out[i64(tile * blockDim.x + threadIdx.x)]; }")
                .verdict(),
            "race-free");
}

/// A slot is no mention of a dimension; an index that is the same term is one.
TEST(Launches, OnlySlotsAreNoMention) {
  auto Verdict = [](const std::string &Index) {
    return Analysis("shared s[4096] of 1 byte distributed; "
                    "launch \"m\" block 1 cluster 2;"
                    "if (blockIdx.x & 1) == 1 {"
                    "  wr s[slot u64(blockIdx.x - 1), u64(blockIdx.y), "
                    "u64(blockIdx.z)][byte 1i64]:1; }"
                    "else { wr s[slot u64(blockIdx.x), u64(blockIdx.y), "
                    "u64(blockIdx.z)][byte " +
                    Index + "]:1; }")
        .verdict();
  };
  EXPECT_EQ(Verdict("0i64"), "race-free");
  EXPECT_EQ(Verdict("1i64"), "racy");
  EXPECT_EQ(Verdict("u64(blockIdx.y)"), "racy");
}

} // namespace
} // namespace racemap::verdict
