// RepairTest - where one more barrier mends a race, and where none does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Printer.h"
#include "unit-tests/verdict/Analysis.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::verdict {
namespace {

const char *const Write = "wr s[u64(threadIdx.x)] @ ";
const char *const Read = "rd s[u64(threadIdx.x + 1)] @ ";

/// "2" for each race that has a repair, "-" for each that has none.
std::string repairs(const Analysis &A, unsigned Context = 0) {
  std::string Text;
  for (const Finding &F : A.context(Context).Findings) {
    Text += Text.empty() ? "" : " ";
    if (!F.TheRepair) {
      Text += "-";
      continue;
    }
    EXPECT_EQ(F.TheRepair->Insert, "__syncthreads();");
    EXPECT_TRUE(F.TheRepair->Verified);
    EXPECT_EQ(F.TheRepair->Where.Column, 1u);
    Text += std::to_string(F.TheRepair->Where.Line);
  }
  return Text;
}

std::string repairsOf(const std::string &Body) {
  return repairs(Analysis(shared(Body)));
}

TEST(Repairs, ABarrierBetweenTwoStatements) {
  EXPECT_EQ(repairsOf(Write + std::string("1:3;") + Read + "2:4;"), "2");
}

TEST(Repairs, NoneWithinOneStatement) {
  EXPECT_EQ(repairsOf(Read + std::string("1:20;") + Write + "1:3;"), "-");
}

TEST(Repairs, AtTheBeginningOfALoopForTheWayBack) {
  EXPECT_EQ(repairsOf("for i = 0; i < 8; i += 1 @ 1:3 {" + std::string(Read) +
                      "2:5; sync @ 3:5;" + Write + "4:5; }"),
            "2");
}

TEST(Repairs, NoneWhereTwoBarriersAreMissing) {
  EXPECT_EQ(repairsOf("for i = 0; i < 8; i += 1 @ 1:3 {" + std::string(Read) +
                      "2:5;" + Write + "4:5; }"),
            "-");
}

TEST(Repairs, OutsideOfAConditionThatDiffers) {
  EXPECT_EQ(repairsOf(Write + std::string("1:3;") +
                      "if threadIdx.x == 0 @ 2:3 { rd s[5] @ 3:5; }"),
            "2");
}

TEST(Repairs, NoneWhereThreadsPart) {
  auto Under = [](const std::string &Condition) {
    return repairsOf("if " + Condition + " @ 1:3 {" + Write + "2:5;" + Read +
                     "3:5; }");
  };
  EXPECT_EQ(Under("threadIdx.x <u 40"), "-");
  EXPECT_EQ(Under("blockIdx.x <u 2"), "3");
}

TEST(Repairs, NoneWithinWhatHasNoPlace) {
  EXPECT_EQ(repairsOf("if blockIdx.x <u 2 {" + std::string(Write) + "2:5;" +
                      Read + "3:5; }"),
            "-");
}

TEST(Repairs, NoneThatIsDivergentInAnotherLaunch) {
  std::string Body = "if threadIdx.x <u 256 @ 1:3 {" + std::string(Write) +
                     "2:5;" + Read + "3:5; }";
  EXPECT_EQ(repairsOf(Body), "3");
  Analysis Two(shared("launch \"m\" block 512 grid 4;" + Body));
  EXPECT_EQ(repairs(Two, 0), "-");
  EXPECT_EQ(repairs(Two, 1), "-");
}

TEST(Repairs, NoneBehindAReturnOfSomeThreads) {
  EXPECT_EQ(repairsOf("if threadIdx.x <u 32 @ 1:3 { return; }" +
                      std::string(Write) + "2:3;" + Read + "3:3;"),
            "-");
}

TEST(Repairs, NoneBetweenBlocks) {
  EXPECT_EQ(repairsOf("global out of 4 bytes;"
                      "wr out[u64(threadIdx.x)] @ 1:3;"),
            "-");
}

TEST(Repairs, NoneForWhatRacesBetweenBlocksToo) {
  std::string Body = "wr out[u64(threadIdx.x)] @ 1:3;"
                     "rd out[u64(threadIdx.x + 1)] @ 2:3;";
  EXPECT_EQ(repairsOf("global out of 4 bytes;" + Body), "- - -");
  EXPECT_EQ(repairsOf("shared out[257] of 4 bytes;" + Body), "2");
}

TEST(Repairs, OneForAllRacesThatItMends) {
  EXPECT_EQ(repairsOf("shared q[1024] of 4 bytes;" + std::string(Write) +
                      "1:3; wr q[u64(threadIdx.x)] @ 2:3;" + Read +
                      "3:3; rd q[u64(threadIdx.x + 1)] @ 4:3;"),
            "3 3");
}

TEST(Repairs, NoneForARaceThatNeedsACondition) {
  std::string Body = shared("param k : i32; assume 0 <= k; assume k < 2;"
                            "wr s[i64(threadIdx.x)] @ 1:3 ;"
                            "rd s[i64(threadIdx.x * k)] @ 2:3;");
  Settings Silent;
  Silent.NamePreconditions = false;
  EXPECT_EQ(repairs(Analysis(Body, Silent)), "2");
  Analysis A(Body);
  EXPECT_TRUE(A.first(Race).ThePrecondition);
  EXPECT_EQ(repairs(A), "-");
}

TEST(Repairs, NoneForWhatRacesWithItselfToo) {
  std::string All = "wr s[i64(threadIdx.x / 2)] @ 1:3;",
              Rest = Read + std::string("2:3;");
  EXPECT_EQ(repairsOf(All + Rest), "- -");
  EXPECT_EQ(repairsOf("if threadIdx.x == 4 {" + All + "}" + Rest), "2");
}

TEST(Repairs, WhatWasInlinedStandsWhereTheKernelCallsIt) {
  std::string Call = " in \"f\" from ";
  EXPECT_EQ(repairsOf(Write + ("1:3" + Call + "11:3;") + Read + "1:3" + Call +
                      "12:3;"),
            "12");
}

TEST(Repairs, LeaveTheProtocolAsItWas) {
  std::string Body = shared(Write + std::string("1:3; sync @ 2:3;") + Write +
                            "3:3;" + Read + "4:3;");
  auto TextOf = [](const Analysis &A) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    map::print(A.protocol(), OS);
    return Text;
  };
  Analysis A(Body);
  EXPECT_EQ(repairs(A), "4");
  EXPECT_EQ(A.protocol().barriers().size(), 1u);
  EXPECT_EQ(TextOf(A).find("sync"), TextOf(A).rfind("sync"));
}

} // namespace
} // namespace racemap::verdict
