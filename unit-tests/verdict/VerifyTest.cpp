// VerifyTest - what the analysis says about small protocols, each bad one
// beside its corrected twin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

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
  // Two reads never race, whatever their scopes are; a store is a write.
  EXPECT_EQ(Analysis(G + "atomic rd g[0]; rd g[0];").verdict(), "race-free");
  EXPECT_EQ(Analysis(G + "atomic(block) rd g[0];").verdict(), "race-free");
  EXPECT_EQ(Analysis(G + "atomic rd g[0]; wr g[0];").verdict(), "racy");
  EXPECT_EQ(Analysis(G + "atomic(block) rd g[0]; atomic g[0];").verdict(),
            "racy");
  EXPECT_EQ(Analysis(G + "atomic rd g[0]; atomic wr g[0] = 1;").verdict(),
            "race-free");
  EXPECT_EQ(Analysis(G + "atomic wr g[0] = 1; rd g[0];").verdict(), "racy");
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
  EXPECT_NE(Unmodelled.first(Race).Explanation.find("not modelled"),
            std::string::npos);
  EXPECT_EQ(Scatter.Result.ExactAccesses, 1u);
}

/// A race of all threads of a block, behind what Before says.
static std::string behind(const std::string &Before) {
  return "shared s of 4 bytes; global in of 4 bytes; param n : i32;"
         "launch \"l\" block 64 grid 1;" +
         Before + " wr s[0] = threadIdx.x;";
}

TEST(Verify, ARunShowsThatALoopEnds) {
  // Their tests have no closed form.
  Analysis Square(
      behind("loop it while it * it + n <u 1000 { rd in[u64(it)]; }"));
  EXPECT_EQ(Square.verdict(), "racy");
  EXPECT_EQ(Square.first(Race).TheCertainty, Certainty::Provable);
  Analysis Found(behind("loop it while in[u64(it)] < n { rd in[u64(it)]; }"));
  EXPECT_EQ(Found.verdict(), "racy");
  EXPECT_EQ(Found.first(Race).TheCertainty, Certainty::Input);
}

TEST(Verify, ARunDoesNotShowWhatIsNotModelled) {
  const char *Loops[] = {
      "loop it while $u0(it) <u 9 { rd in[u64(it)]; }",
      "if threadIdx.x <u 32 { sync; }"
      "loop it while it * it + n <u 1000 { rd in[u64(it)]; }"};
  for (const char *Loop : Loops)
    EXPECT_EQ(Analysis(behind(Loop)).verdict(), "unknown") << Loop;
}

/// Writes Value at the steps in a loop that Last leaves.
static std::string leftBy(const std::string &Steps, const std::string &Value,
                          const std::string &Last,
                          const std::string &Before = "") {
  return "global in of 4 bytes; global out of 4 bytes; " + Before +
         "for i = 0; i < 100; i += 1 { if " + Steps +
         " { wr out[0] = " + Value + "; } if " + Last + " { break; } }";
}

// What the query left out when it approximated, a run may not make up.
TEST(Verify, ARunSettlesOnlyWhatItIsGiven) {
  std::string One = "launch \"l\" block 32 grid 1;";
  std::string Thread = "i32(threadIdx.x)";
  EXPECT_EQ(Analysis(leftBy("i == 50", Thread, "i == 60", One)).verdict(),
            "racy");
  EXPECT_EQ(Analysis(leftBy("i == 50", Thread, "in[i] != 0", One)).verdict(),
            "unknown");
  EXPECT_EQ(
      Analysis(leftBy("i == 50 || i == 80", "i", "i == 60", One)).verdict(),
      "unknown");
  std::string Computed = "param s; launch \"l\" block 32 grid 1 ";
  std::string Left =
      leftBy("i == 50", Thread, "i == s - 2", Computed + "{ assume s >= 1; }");
  EXPECT_EQ(Analysis(Left).verdict(), "racy");
  Left = leftBy("i == 50", Thread, "i == s - 2",
                Computed + "{ computed s; assume s >= 1; }");
  EXPECT_EQ(Analysis(Left).verdict(), "unknown");
}

TEST(Verify, BarriersOfOtherClustersAreOthers) {
  Analysis R("global d; launch \"l\" block 32 grid 8 cluster 2;"
             "if (blockIdx.x & 2) == 2 { synccluster; }");
  EXPECT_EQ(R.first(Divergence).TheCertainty, Certainty::Possible);
}

TEST(Verify, MasksAndCountsOfTheHostAreDoubtful) {
  auto Under = [](const char *Fact, const char *Body) {
    return Analysis(std::string("param m : u32; global a;"
                                "launch \"l\" block 32 grid 1 {") +
                    Fact + "}" + Body)
        .first(Divergence)
        .TheCertainty;
  };
  EXPECT_EQ(Under("", "syncwarp(m); wr a[u64(threadIdx.x)];"),
            Certainty::Provable);
  EXPECT_EQ(Under("computed m;", "syncwarp(m); wr a[u64(threadIdx.x)];"),
            Certainty::Possible);
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

// A witness in which both write the same would show nothing.
TEST(Verify, WitnessesWriteDifferentValues) {
  std::string Masked = "param n : u32; launch \"l\" block 256 grid 1;"
                       "shared s[4] of 4 bytes;";
  Analysis Known(Masked + "wr s[0] = threadIdx.x & n;");
  const Witness &W = Known.first(Race).TheWitness;
  ASSERT_EQ(W.Values.size(), 1u);
  EXPECT_NE(W.Threads[0].ThreadIdx[0] & W.Values[0].Value,
            W.Threads[1].ThreadIdx[0] & W.Values[0].Value);
  // Of values that nobody knows it is a launch in which they may differ.
  Analysis Found("param n : u32; shared s[4] of 4 bytes;"
                 "launch \"l\" block _ grid 1 { assume blockDim.x == n; }"
                 "vote among ((n & 31) == 0 ? 0xffffffff : 0) => $u0;"
                 "wr s[u64(threadIdx.x / 32)] = $u0;");
  EXPECT_NE(Found.first(Race).TheWitness.BlockDim[0] % 32, 0u);
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

TEST(Verify, AFallingLoopMayStartBelowItsEnd) {
  const std::string Below = " {} if i <u 2 { wr a[0] = threadIdx.x; }";
  for (std::string Test : {"4 < i", "4 <u i", "5 <= i"}) {
    Analysis R("global a; for i = threadIdx.x; " + Test + "; i -= 2" + Below);
    EXPECT_EQ(R.verdict(), "racy") << Test;
  }
  // From 9 it ends at 3.
  Analysis Above("global a; for i = 9; 4 < i; i -= 2" + Below);
  EXPECT_EQ(Above.verdict(), "race-free");
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

TEST(Verify, ContextsShareWhatTheUnitLeaves) {
  std::string Hard = "param a : i64; param b : i64; global g of 4 bytes;"
                     "if a * b == 9223372021822390277 && a > 1 && b > a &&"
                     "   b < 9223372036 { wr g[0] = threadIdx.x; }";
  Settings S;
  S.UnitBudgetMs = 500;
  uint64_t Before = map::Steps::taken();
  S.LastStep = Before + 400 * map::Steps::PerMillisecond;
  Analysis R(Hard + "launch \"l\" block 32 grid 3; launch \"m\" block 64;", S);
  EXPECT_LT(map::Steps::taken() - Before, 450 * map::Steps::PerMillisecond);
  for (unsigned C : {0, 1}) {
    EXPECT_EQ(R.context(C).Reason,
              "unit budget exhausted (unit-budget-ms=500)");
    EXPECT_TRUE(R.context(C).IsCutShort);
    EXPECT_GT(R.context(C).Steps, 100 * map::Steps::PerMillisecond);
  }
}

TEST(Verify, WhatEndsWithinItsShareIsAsWithoutOne) {
  std::string Body = shared("wr s[u64(threadIdx.x)];"
                            "rd s[u64(threadIdx.x + 1)];");
  Settings S;
  Analysis All(Body, S);
  S.LastStep = map::Steps::taken() + 2000 * map::Steps::PerMillisecond;
  Analysis Some(Body, S);
  EXPECT_EQ(Some.context().Steps, All.context().Steps);
  EXPECT_FALSE(Some.context().IsCutShort);
  EXPECT_EQ(Some.verdict(), "racy");
}

TEST(Verify, NothingGoesBeyondTheShareOfTheUnit) {
  // Racy, with conditions to look for, places to repair, and bounds.
  std::string Body;
  for (unsigned I = 0; I < 6; ++I)
    Body += "if a * b + " + std::to_string(I) +
            " < n * a { wr g[i64(a) * i64(n) + i64(threadIdx.x)]; }";
  Settings S;
  S.LastStep = map::Steps::taken() + 30 * map::Steps::PerMillisecond;
  uint64_t End = S.LastStep;
  Analysis R("param a : i32; param b : i32; param n : i32;"
             "global g of 4 bytes;" +
                 Body,
             S);
  EXPECT_LT(map::Steps::taken(), End + 40 * map::Steps::PerMillisecond);
}

TEST(Verify, TheSameKernelTakesTheSameSteps) {
  std::string Product = std::to_string(int64_t(2147483647 * 4294967291));
  std::string Hard = "param a : i64; param b : i64; global g of 4 bytes;"
                     "if a * b == " +
                     Product +
                     " && a > 1 && b > a && b < 9223372036 {"
                     "  wr g[0] = threadIdx.x; }";
  Settings S;
  S.KernelBudgetMs = 200;
  auto Told = [&](const Analysis &A) {
    return A.verdict() + ": " + A.context().Reason;
  };
  Analysis First(Hard, S);
  EXPECT_EQ(First.verdict(), "unknown");
  EXPECT_GT(First.context().Steps, S.kernelSteps() / 100);
  for (unsigned Run = 0; Run < 3; ++Run) {
    Analysis Another(Hard, S);
    EXPECT_EQ(Another.context().Steps, First.context().Steps);
    EXPECT_EQ(Told(Another), Told(First));
  }
}

TEST(Verify, WhatTheClockEndsSaysSo) {
  Settings S;
  S.KernelBudgetMs = S.LeastClockMs = 0;
  Analysis R(shared("wr s[u64(threadIdx.x)];"), S);
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_TRUE(
      llvm::StringRef(R.context().Reason).starts_with("stopped by the clock"))
      << R.context().Reason;
  ASSERT_EQ(R.Result.Remarks.size(), 1u);
  EXPECT_NE(R.Result.Remarks[0].find("from run to run"), std::string::npos);
  S.LeastClockMs = 30'000;
  EXPECT_TRUE(
      Analysis(shared("wr s[u64(threadIdx.x)];"), S).Result.Remarks.empty());
}

TEST(Verify, HardPairsOfARacyKernelAreLeftAside) {
  std::string Arrays, Hard;
  uint64_t Product = uint64_t(2147483647) * 4294967291; // of two primes
  for (unsigned I = 1; I < 9; ++I) {
    std::string A = "h" + std::to_string(I);
    Arrays += "global " + A + " of 4 bytes; ";
    Hard += "if a * b == " + std::to_string(int64_t(Product)) + " && a > " +
            std::to_string(I) +
            " && a < 2147483647 && b > a && b < 9223372036"
            "{ wr " +
            A + "[0] = threadIdx.x; }";
  }
  Settings S;
  S.KernelBudgetMs = 500;
  auto Reasons = [&](const std::string &First) {
    Analysis R(Arrays + "param a : i64; param b : i64; global g of 4 bytes;" +
                   First + Hard,
               S);
    std::string All = R.verdict();
    for (const Undecided &U : R.context().UndecidedPairs)
      All += "; " + U.Reason;
    return All;
  };
  std::string Racy = Reasons("wr g[0] = threadIdx.x;"),
              Open = Reasons("if threadIdx.x == 0 && blockIdx.x == 0 "
                             "{ wr g[0] = threadIdx.x; }");
  EXPECT_TRUE(llvm::StringRef(Racy).starts_with("racy; ")) << Racy;
  EXPECT_NE(Racy.find("left aside in a racy kernel"), std::string::npos)
      << Racy;
  EXPECT_TRUE(llvm::StringRef(Open).starts_with("unknown; ")) << Open;
  EXPECT_EQ(Open.find("left aside"), std::string::npos) << Open;
}

TEST(Verify, PairsOfTheSamePlacesAreLeftUndecidedOnce) {
  Settings S;
  S.KernelBudgetMs = 0;
  Analysis A("  shared s of 4 bytes;\n"
             "  wr s[threadIdx.x] @ 3:1;\n"
             "  wr s[threadIdx.x + 1] @ 3:1;\n"
             "  wr s[threadIdx.x + 2] @ 4:1;",
             S);
  EXPECT_EQ(A.verdict(), "unknown");
  EXPECT_GT(A.context().Pairs.Undecided, 4u);
  auto Left = A.context().UndecidedPairs;
  for (unsigned I = 0; I < Left.size(); ++I)
    EXPECT_EQ(llvm::count(Left, Left[I]), 1) << I;
  EXPECT_GE(Left.size(), 3u);
}

} // namespace
} // namespace racemap::verdict
