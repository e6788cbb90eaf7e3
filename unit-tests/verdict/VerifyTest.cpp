// VerifyTest - what the analysis says about small protocols, each bad one
// beside its corrected twin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Verify.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include <gtest/gtest.h>

namespace racemap::verdict {
namespace {

/// Runs the analysis on a kernel's text; keeps everything alive.
class Analysis {
public:
  explicit Analysis(const std::string &Body, Settings S = Settings()) {
    auto Parsed =
        map::parseProtocols("kernel k {\n" + Body + "\n}\n", "t.map", Terms);
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      return;
    }
    Protocols = std::move(*Parsed);
    Result = verify(Protocols.front(), S);
  }

  const ContextResult &context(unsigned I = 0) const {
    return Result.Contexts.at(I);
  }
  std::string verdict(unsigned I = 0) const {
    switch (context(I).TheVerdict) {
    case Verdict::RaceFree:
      return "race-free";
    case Verdict::Racy:
      return "racy";
    case Verdict::Unknown:
      return "unknown";
    }
    return "";
  }
  unsigned count(Finding::Kind K, unsigned I = 0) const {
    return llvm::count_if(context(I).Findings,
                          [&](const Finding &F) { return F.TheKind == K; });
  }
  const Finding &first(Finding::Kind K) const {
    for (const Finding &F : context().Findings)
      if (F.TheKind == K)
        return F;
    ADD_FAILURE() << "no such finding";
    static const Finding None;
    return None;
  }

  KernelResult Result;

private:
  map::TermContext Terms;
  std::vector<map::Protocol> Protocols;
};

constexpr auto Race = Finding::Kind::DataRace;
constexpr auto Divergence = Finding::Kind::BarrierDivergence;
constexpr auto EarlyExit = Finding::Kind::EarlyExit;

std::string shared(const std::string &Body) {
  return "shared s[1024] of 4 bytes; launch \"l\" block 256 grid 4;" + Body;
}

bool assumes(const Analysis &A, const char *Text) {
  return llvm::is_contained(A.context().Assumptions, Text);
}

TEST(Verify, ABarrierOrdersTheThreadsOfABlock) {
  EXPECT_EQ(Analysis(shared("wr s[u64(threadIdx.x)];"
                            "rd s[u64(threadIdx.x + 1)];"))
                .verdict(),
            "racy");
  EXPECT_EQ(Analysis(shared("wr s[u64(threadIdx.x)]; sync;"
                            "rd s[u64(threadIdx.x + 1)];"))
                .verdict(),
            "race-free");
}

TEST(Verify, ABarrierDoesNotOrderBlocks) {
  std::string Body = "global g of 4 bytes; launch \"l\" block 32 grid 2;"
                     "if threadIdx.x == 0 { wr g[0]; } sync;";
  EXPECT_EQ(Analysis(Body).verdict(), "racy");
  EXPECT_EQ(Analysis(Body).first(Race).Relation, map::Scope::Grid);
  Settings BlockOnly;
  BlockOnly.GridLevel = false;
  EXPECT_EQ(Analysis(Body, BlockOnly).verdict(), "race-free");
}

TEST(Verify, SharedMemoryIsOnePerBlock) {
  EXPECT_EQ(Analysis(shared("if threadIdx.x == 0 { wr s[0]; }")).verdict(),
            "race-free");
}

TEST(Verify, TheBackEdgeOfALoopIsAWayToTheNextIteration) {
  // Write after read over the back edge: the second barrier is missing.
  std::string Loop = "param n : i32; for i = 0; i < n; i += 1 {"
                     "wr s[u64(threadIdx.x)]; sync;"
                     "rd s[u64(threadIdx.x + 1)];";
  EXPECT_EQ(Analysis(shared(Loop + "}")).verdict(), "racy");
  EXPECT_EQ(Analysis(shared(Loop + "sync; }")).verdict(), "race-free");
}

TEST(Verify, TheSameIterationIsSharedBehindABarrier) {
  // Iteration i reads what iteration i wrote one row above.
  EXPECT_EQ(Analysis(shared("param n : i32; for i = 0; i < n; i += 1 {"
                            "wr s[i64(i) * 256 + u64(threadIdx.x)]; sync; }"))
                .verdict(),
            "race-free");
}

TEST(Verify, SignedLoopsGoThroughZero) {
  auto Reaches = [&](const char *I) {
    return Analysis(shared("for i = -4; i < 4; i += 1 { if i == " +
                           std::string(I) + "{ wr s[0] = threadIdx.x; } }"))
        .verdict();
  };
  EXPECT_EQ(Reaches("-5"), "race-free");
  EXPECT_EQ(Reaches("-4"), "racy");
  EXPECT_EQ(Reaches("3"), "racy");
  EXPECT_EQ(Reaches("4"), "race-free");
}

TEST(Verify, MachineArithmeticCounts) {
  auto Narrow = [](const char *Block) {
    return Analysis(
               std::string("shared s[256] of 4 bytes; launch \"l\" block ") +
               Block + " grid 1; wr s[u64(u8(threadIdx.x))];")
        .verdict();
  };
  EXPECT_EQ(Narrow("256"), "race-free");
  EXPECT_EQ(Narrow("512"), "racy");
  auto Wraps = [](const char *Block) {
    return Analysis(std::string("global s of 4 bytes; launch \"l\" block ") +
                    Block + " grid 1; wr s[u64(threadIdx.x * 16777216)];")
        .verdict();
  };
  EXPECT_EQ(Wraps("256"), "race-free");
  EXPECT_EQ(Wraps("257"), "racy");
}

TEST(Verify, OverlapIsByBytes) {
  EXPECT_EQ(Analysis(shared("wr s[byte u64(threadIdx.x)]:1;")).verdict(),
            "race-free");
  EXPECT_EQ(Analysis(shared("wr s[byte u64(threadIdx.x)]:2;")).verdict(),
            "racy");
  EXPECT_EQ(Analysis(shared("wr s[byte u64(threadIdx.x) * 16]:16;"
                            "rd s[byte u64(threadIdx.x) * 16 + 12]:4;"))
                .verdict(),
            "race-free");
  EXPECT_EQ(Analysis(shared("wr s[byte u64(threadIdx.x) * 16]:16;"
                            "rd s[byte u64(threadIdx.x) * 16 + 16]:4;"))
                .verdict(),
            "racy");
  // The first lies in the middle of the second.
  EXPECT_EQ(Analysis(shared("wr s[byte u64(threadIdx.x) * 16 + 20]:4;"
                            "rd s[byte u64(threadIdx.x) * 16]:16;"))
                .verdict(),
            "racy");
}

TEST(Verify, AtomicsConflictWithPlainAccessesAndNarrowScopes) {
  std::string G = "global g of 4 bytes; launch \"l\" block 32 grid 2;";
  EXPECT_EQ(Analysis(G + "atomic g[0];").verdict(), "race-free");
  EXPECT_EQ(Analysis(G + "atomic(block) g[0];").verdict(), "racy");
  EXPECT_EQ(Analysis(G + "atomic(block) g[u64(blockIdx.x)];").verdict(),
            "race-free");
  EXPECT_EQ(Analysis(G + "atomic g[0]; rd g[0];").verdict(), "racy");
  // One narrow scope of the two is enough.
  std::string Own = "atomic(block) g[u64(blockIdx.x)];", All = "atomic g[0];";
  EXPECT_EQ(Analysis(G + Own + All).verdict(), "racy");
  EXPECT_EQ(Analysis(G + All + Own).verdict(), "racy");
}

TEST(Verify, CertaintyFollowsTheUnknowns) {
  std::string G = "global in of 4 bytes; global out of 4 bytes;"
                  "launch \"l\" block 32 grid 1;";
  Analysis Scatter(G + "rd in[u64(threadIdx.x)];"
                       "wr out[i64(in[u64(threadIdx.x)])];");
  EXPECT_EQ(Scatter.verdict(), "racy");
  EXPECT_EQ(Scatter.first(Race).TheCertainty, Certainty::Input);
  const auto &Inputs = Scatter.first(Race).TheWitness.Inputs;
  ASSERT_EQ(Inputs.size(), 2u);
  EXPECT_EQ(Inputs[0].Value, Inputs[1].Value);
  Analysis Unmodelled(G + "wr out[i64($u0)];");
  EXPECT_EQ(Unmodelled.verdict(), "unknown");
  EXPECT_EQ(Unmodelled.context().Reason, "only possible findings");
  EXPECT_EQ(Unmodelled.first(Race).TheCertainty, Certainty::Possible);
  EXPECT_EQ(Scatter.Result.ExactAccesses, 1u);
}

TEST(Verify, EqualAddressesOfAnInputGiveEqualValues) {
  std::string G = "global in of 4 bytes; global out of 4 bytes;"
                  "launch \"l\" block 32 grid 1; ";
  EXPECT_EQ(
      Analysis(G + "if in[0] == 0 { wr out[0]; sync; } else { wr out[0]; }")
          .count(Divergence),
      0u);
  EXPECT_EQ(
      Analysis(G + "if in[u64(threadIdx.x)] == 0 { sync; }").count(Divergence),
      1u);
}

TEST(Verify, SameValueWritesAreBenign) {
  Analysis Same(shared("wr s[0] = 7;"));
  EXPECT_EQ(Same.verdict(), "race-free");
  EXPECT_TRUE(Same.first(Race).Benign);
  Analysis Different(shared("wr s[0] = threadIdx.x;"));
  EXPECT_EQ(Different.verdict(), "racy");
  EXPECT_FALSE(Different.first(Race).Benign);
}

TEST(Verify, ANonUniformConditionMakesABarrierDivergent) {
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

TEST(Verify, ThreadDependentTripCountsDiverge) {
  EXPECT_EQ(Analysis(shared("for i = threadIdx.x; i <u 300; i += 64 { sync; }"))
                .count(Divergence),
            1u);
  EXPECT_EQ(
      Analysis(shared("for i = threadIdx.x; i <u 256; i += 256 { sync; }"))
          .count(Divergence),
      0u);
}

TEST(Verify, ABreakThatOnlySomeThreadsTakeDiverges) {
  std::string Head = "for i = 0; i < 8; i += 1 {";
  EXPECT_EQ(Analysis(shared(Head + "if threadIdx.x <u 7 { break; } sync; }"))
                .count(Divergence),
            1u);
  EXPECT_EQ(
      Analysis(shared(Head + "if i == 3 { break; } sync; }")).count(Divergence),
      0u);
}

TEST(Verify, AnEarlyReturnIsNoDivergence) {
  Analysis R(shared("if threadIdx.x <u 32 { return; } wr s[u64(threadIdx.x)];"
                    "sync; rd s[u64(threadIdx.x - 1)];"));
  EXPECT_EQ(R.count(Divergence), 0u);
  EXPECT_EQ(R.count(EarlyExit), 1u);
  EXPECT_EQ(R.verdict(), "race-free");
}

TEST(Verify, ABarrierBehindADivergentOneOrdersNothing) {
  Analysis R(
      shared("if threadIdx.x <u 32 { sync; } wr s[u64(threadIdx.x)]; sync;"
             "rd s[u64(threadIdx.x + 1)];"));
  EXPECT_EQ(R.verdict(), "unknown");
}

TEST(Verify, SkippedBarriersOrderNothing) {
  // Uniform: even iterations have no barrier.
  std::string Loop = "param n : i32; for i = 0; i < 6; i += 1 {"
                     "if (i & 1) == 1 { sync; }";
  EXPECT_EQ(Analysis(shared(Loop + "wr s[u64(threadIdx.x)]; }")).verdict(),
            "race-free");
  EXPECT_EQ(Analysis(shared(Loop + "wr s[u64(threadIdx.x + u32(i & 1))]; }"))
                .verdict(),
            "racy");
}

TEST(Verify, GeometricLoopsStayAtZero) {
  auto Loop = [](const char *Header, const char *Write) {
    return shared(std::string("param p : i32; ") + Header + " { if k == 50 { " +
                  Write + " } }");
  };
  const char *One = "wr s[0] = threadIdx.x;";
  const char *Own = "wr s[u64(threadIdx.x)];";
  for (const char *Header : {"for i counter k = p; i <u 10; i *= 2",
                             "for i counter k = 8; 0 <=u i; i /= 2"}) {
    EXPECT_EQ(Analysis(Loop(Header, One)).verdict(), "racy") << Header;
    EXPECT_EQ(Analysis(Loop(Header, Own)).verdict(), "race-free") << Header;
  }
  EXPECT_EQ(
      Analysis(Loop("for i counter k = p | 1; i <u 10; i *= 2", One)).verdict(),
      "race-free");
  EXPECT_EQ(
      Analysis(Loop("for i counter k = p; i >u 0; i /= 2", One)).verdict(),
      "race-free");
}

TEST(Verify, FactorsOfLoopsAreUnsigned) {
  // The variable ends at 2, which is -2 of two bits.
  auto Loop = [](const char *Place) {
    return shared(std::string("for i : i2 = 1; i <u 2; i *= 2 { "
                              "rd s[u64(threadIdx.x)]; } "
                              "if i == 2 { wr s[") +
                  Place + "]; }");
  };
  EXPECT_EQ(Analysis(Loop("u64(threadIdx.x + 1)")).verdict(), "racy");
  EXPECT_EQ(Analysis(Loop("u64(threadIdx.x)")).verdict(), "race-free");
}

TEST(Verify, WarpBarriersOrderWarpsOnly) {
  std::string Body = "wr s[u64(threadIdx.x)]; syncwarp; "
                     "rd s[u64(threadIdx.x ^ 1)];";
  EXPECT_EQ(Analysis(shared(Body)).verdict(), "race-free");
  EXPECT_EQ(Analysis(shared("wr s[u64(threadIdx.x)]; syncwarp; "
                            "rd s[u64(threadIdx.x ^ 32)];"))
                .verdict(),
            "racy");
}

TEST(Verify, AWarpBarrierIsForTheThreadsOfOneWarp) {
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

TEST(Verify, AVariableOfALoopInOneBranchIsKnownBehindTheConditional) {
  auto Behind = [](const std::string &Index) {
    return "shared b[4096]; global c; param p; launch block 32 grid 1;"
           "if p == 1 { rd b[0]; }"
           "else { for i = 0; i < threadIdx.x; i += 1 { rd b[i]; } }"
           "wr c[p == 1 ? threadIdx.x : " +
           Index + "] = threadIdx.x;";
  };
  EXPECT_EQ(Analysis(Behind("i")).verdict(), "race-free");
  EXPECT_EQ(Analysis(Behind("i / 2")).verdict(), "racy");
}

TEST(Verify, ASharedValueIsOfOneBlockAndOneInterval) {
  std::string Body = "shared s[1]; global a; launch block 1 grid 2;"
                     "let v = stable(s[0]);"
                     "if v == i32(blockIdx.x) { wr a[0] = blockIdx.x; }";
  EXPECT_EQ(Analysis(Body).verdict(), "unknown");
  EXPECT_EQ(Analysis(Body).count(Finding::Kind::DataRace), 1u);
}

TEST(Verify, SymbolicDimensionsAreAllDimensions) {
  std::string Index = "param n : i32; global y of 4 bytes; ";
  Analysis Saxpy(Index + "let i = blockIdx.x * blockDim.x + threadIdx.x;"
                         "if i <u n { rd y[u64(i)]; wr y[u64(i)]; }");
  EXPECT_EQ(Saxpy.verdict(), "race-free");
  EXPECT_TRUE(assumes(Saxpy, "blockDim.y == 1"));
  EXPECT_TRUE(assumes(Saxpy, "gridDim.x * blockDim.x < 2147483648"));
  EXPECT_EQ(
      Analysis(Index + "wr y[u64(blockIdx.x * 128 + threadIdx.x)];").verdict(),
      "racy");
}

TEST(Verify, OnlyAbsurdGridsAreAssumedAway) {
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
  Analysis Row(Strided("blockIdx.y * 8192") + "assume gridDim.x == 1;");
  EXPECT_EQ(Row.verdict(), "race-free"); // 65,535 rows do not wrap
  EXPECT_FALSE(assumes(Row, "gridDim.y * 8192 < 2147483648"));
}

TEST(Verify, TheGridsBoundIsNamedWhereverItIsUsed) {
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

TEST(Verify, BoundsOfTheBlockDoNotBoundTheGrid) {
  Analysis R("global y of 4 bytes; assume blockDim.x <=u 64;"
             "if blockIdx.x == 0 { wr y[u64(threadIdx.x & 63)]; }");
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_FALSE(assumes(R, "gridDim.x * blockDim.x < 2147483648"));
}

TEST(Verify, ArraysThatMayNotOverlapAreNamed) {
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

TEST(Verify, SlotsThatHoldDifferentPointersAreNamed) {
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

TEST(Verify, ContradictoryAssumptionsAreSaid) {
  Analysis R("param n : i32; global y of 4 bytes; assume n < 0; assume 0 < n;"
             "wr y[0];");
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_EQ(R.context().Reason, "contradictory assumptions");
  EXPECT_EQ(Analysis("").context().Reason, "no accesses");
}

TEST(Verify, WhatOnlyTheAnalysisExcludesIsUnknown) {
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

TEST(Verify, AGapMakesTheKernelUnknown) {
  Analysis R("gap \"inline assembly\"; shared s; wr s[u64(threadIdx.x)];");
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_EQ(R.context().Reason, "inline assembly");
}

TEST(Verify, AnExhaustedBudgetIsUnknown) {
  Settings Tiny;
  Tiny.KernelBudgetMs = 0;
  Analysis R(shared("wr s[u64(threadIdx.x)];"), Tiny);
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_NE(R.context().Reason.find("budget"), std::string::npos);
}

TEST(Verify, PointersFoundInDifferentSlotsPointToDifferentObjects) {
  std::string Rows = "global p of 8 bytes; global row of 4 bytes field of p;"
                     "launch \"l\" block 32 grid 1;";
  EXPECT_EQ(Analysis(Rows + "wr row[slot u64(threadIdx.x) * 8][0];").verdict(),
            "race-free");
  EXPECT_EQ(Analysis(Rows + "wr row[slot 8][0];").verdict(), "racy");
}

TEST(Verify, ConditionsOfALaunchRestrictIt) {
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
  EXPECT_EQ(A.verdict(1), "racy");
  EXPECT_EQ(A.verdict(2), "race-free");
  EXPECT_EQ(A.context(2).Reason, "contradictory assumptions");
}

TEST(Verify, AParameterThatTheLaunchFixesIsAConstant) {
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

TEST(Verify, ArraysThatOverlapInALaunchConflict) {
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

TEST(Verify, FieldsOfArraysThatOverlapAreTheSameObjects) {
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

} // namespace
} // namespace racemap::verdict
