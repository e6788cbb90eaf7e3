// What barriers and votes return: the same to all who meet there, and where it
// is not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

TEST(Observations, ABarrierReturnsTheSameToAllOfItsBlock) {
  auto Of = [](const std::string &Body) {
    return Analysis("shared s of 4 bytes; global g;"
                    "launch \"l\" block 64 grid 2;" +
                    Body)
        .verdict();
  };
  auto Use = [](const std::string &Value, const std::string &Array = "s") {
    return "if " + Value + " != 0 { wr " + Array +
           "[threadIdx.x]; } else { rd " + Array + "[threadIdx.x + 1]; }";
  };
  EXPECT_EQ(Of("sync => $u0;" + Use("$u0")), "race-free");
  EXPECT_EQ(Of("sync => $u0:i1;" + Use("u32($u0:i1)")), "race-free");
  EXPECT_EQ(Of("sync;" + Use("$u0")), "unknown");
  EXPECT_EQ(Of("sync => $u1;" + Use("$u0")), "unknown");
  // Not of another block, nor of another name.
  EXPECT_EQ(Of("sync => $u0;" + Use("$u0", "g")), "unknown");
  EXPECT_EQ(Of("sync => $u0; sync => $u1;"
               "if $u0 != 0 { wr s[threadIdx.x]; }"
               "if $u1 == 0 { rd s[threadIdx.x + 1]; }"),
            "unknown");
  // One name for two barriers, or for what an access finds.
  EXPECT_EQ(Of("sync => $u0; sync => $u0;" + Use("$u0")), "unknown");
  EXPECT_EQ(Of("sync => $u0; rd g[threadIdx.x] => $u0;" + Use("$u0")),
            "unknown");
}

TEST(Observations, ABarrierReturnsTheSameInOneIteration) {
  auto Of = [](const std::string &Result, const std::string &Loop,
               const std::string &Behind = "sync;") {
    return Analysis("shared s of 4 bytes; launch \"l\" block 64 grid 2;" +
                    Loop +
                    "{ rd s[threadIdx.x + 1]; sync; wr s[threadIdx.x];"
                    "sync => " +
                    Result + "; if " + Result + " == 0 { break; }" + Behind +
                    "} rd s[threadIdx.x + 2];")
        .verdict();
  };
  EXPECT_EQ(Of("$u0(it)", "loop it"), "race-free");
  EXPECT_EQ(Of("$u0(it)", "loop it", ""), "race-free");
  // In which iteration it returns that is not said.
  EXPECT_EQ(Of("$u0", "loop it"), "unknown");
  EXPECT_EQ(Of("$u0(k)", "for k = threadIdx.x; k < 100; k += 1"), "unknown");
}

TEST(Observations, ADivergentBarrierReturnsAnything) {
  auto Of = [](const std::string &Condition) {
    return Analysis("shared s of 4 bytes; param n : i32;"
                    "launch \"l\" block 64 grid 1;"
                    "loop it while it <u 4 { if " +
                    Condition +
                    " { sync => $u0(it);"
                    "if $u0(it) != 0 { wr s[threadIdx.x]; } else {"
                    " rd s[threadIdx.x + 1]; } sync; } }")
        .verdict();
  };
  EXPECT_EQ(Of("it < n"), "race-free");
  EXPECT_NE(Of("it < n + threadIdx.x"), "race-free");
}

TEST(Observations, AVoteGivesTheSameToAllLanesThatComeTogether) {
  auto Of = [](const std::string &Body) {
    return Analysis("shared s of 4 bytes; launch \"l\" block 64 grid 1;"
                    "param n;" +
                    Body)
        .verdict();
  };
  auto Use = [](const std::string &Value, const std::string &Partner = "1") {
    return "if " + Value +
           " { wr s[threadIdx.x]; } else { rd s[threadIdx.x ^ " + Partner +
           "]; }";
  };
  EXPECT_EQ(Of("vote => $u0:i1;" + Use("$u0:i1")), "race-free");
  EXPECT_EQ(Of("ballot threadIdx.x > n => $u0;" + Use("$u0 > 5")), "race-free");
  EXPECT_EQ(Of("shuffle $u1 from 3 => $u0;" + Use("$u0 > 5")), "unknown");
  EXPECT_EQ(Of("shuffle $u1 from n => $u0;" + Use("$u0 > 5")), "unknown");
  EXPECT_EQ(Of("match n => $u0;" + Use("$u0 > 5")), "unknown");
  // Not of another warp, nor where only some come, or more often.
  EXPECT_EQ(Of("vote => $u0:i1;" + Use("$u0:i1", "32")), "unknown");
  EXPECT_EQ(Of("if threadIdx.x < 9 { vote => $u0:i1; }" + Use("$u0:i1")),
            "unknown");
  EXPECT_EQ(Of("if threadIdx.x < 9 { vote => $u1:i1; } vote => $u0:i1;" +
               Use("$u0:i1")),
            "unknown");
  EXPECT_EQ(Of("if threadIdx.x < 9 { ballot n == 1 => $u1; } vote => $u0:i1;" +
               Use("$u0:i1")),
            "race-free");
}

TEST(Observations, AVoteIsOfThoseThatItsMaskNames) {
  auto Of = [](const std::string &Mask, const std::string &Partner) {
    return Analysis("shared s of 4 bytes; launch \"l\" block 32 grid 1;"
                    "param n; if threadIdx.x <u 16 { vote among " +
                    Mask +
                    " => $u0:i1; if $u0:i1 { wr s[threadIdx.x]; } else {"
                    " rd s[threadIdx.x ^ " +
                    Partner + "]; } }")
        .verdict();
  };
  EXPECT_EQ(Of("65535", "1"), "race-free");
  EXPECT_EQ(Of("threadIdx.x <u 8 ? 255 : 65280", "1"), "race-free");
  EXPECT_EQ(Of("threadIdx.x <u 8 ? 255 : 65280", "8"), "unknown");
  EXPECT_EQ(Of("-1", "1"), "unknown");
  EXPECT_EQ(Of("3", "1"), "unknown");
  EXPECT_EQ(Of("$u1", "1"), "unknown");
}

TEST(Observations, AVoteInALoopIsOfOneIteration) {
  auto Of = [](const std::string &Vote, const std::string &Test) {
    return Analysis("shared s of 4 bytes; launch \"l\" block 32 grid 1;"
                    "loop it { " +
                    Vote + " if " + Test +
                    " { break; } syncwarp; rd s[threadIdx.x ^ 1]; syncwarp;"
                    " wr s[threadIdx.x]; }")
        .verdict();
  };
  EXPECT_EQ(Of("vote => $u0(it):i1;", "$u0(it):i1"), "race-free");
  EXPECT_NE(Of("vote => $u0:i1;", "$u0:i1"), "race-free");
  EXPECT_NE(Of("", "$u0(it):i1"), "race-free");
  EXPECT_NE(Of("vote => $u0(it):i1; if $u1(it):i1 { break; }", "$u0(it):i1"),
            "race-free");
}

} // namespace
} // namespace racemap::verdict
