// The last block, in protocols: where the number is not what it seems.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

const char *const Arrays = "shared last of 1 bytes; global c; global d;"
                           "global data; global p;";

/// Take gives the number $u0 to thread 0 of the block.
std::string lastBlock(const std::string &Take, const std::string &More = "",
                      const std::string &Facts = "") {
  return std::string(Arrays) + "launch \"l\" block 64 grid 64 {" + Facts +
         "} if threadIdx.x == 0 { wr data[blockIdx.x]; fence;" + Take +
         " wr last[0] = $u0 == 63 ? 1i8 : 0i8; }" + More +
         "sync; rd last[0] => $u1:i8;"
         "if $u1:i8 != 0 { rd data[threadIdx.x]; }";
}

const char *const Take = "atomic c[0] += 1 => $u0;";

std::string verdictOf(const std::string &Body) {
  return Analysis(Body).verdict();
}

TEST(BlockCounters, TheLastBlockComesAfterAllOthers) {
  Analysis R(lastBlock(Take));
  EXPECT_EQ(R.verdict(), "race-free");
  EXPECT_TRUE(assumes(R, "'c' is 0 when the kernel begins"));
}

TEST(BlockCounters, ANumberCanReleaseByItself) {
  auto Of = [](const std::string &Words, const std::string &Behind = "") {
    std::string Body = lastBlock(Words + " c[0] += 1 => $u0;" + Behind);
    Body.erase(Body.find("fence;"), 6);
    return verdictOf(Body);
  };
  EXPECT_EQ(Of("acquire release atomic"), "race-free");
  EXPECT_EQ(Of("acquire release atomic(system)"), "race-free");
  EXPECT_NE(Of("release atomic"), "race-free");
  EXPECT_NE(Of("atomic"), "race-free");
  EXPECT_NE(Of("acquire atomic"), "race-free");
  EXPECT_NE(Of("acquire release atomic(block)"), "race-free");
  EXPECT_NE(Of("acquire release atomic", "wr data[blockIdx.x];"), "race-free");
}

TEST(BlockCounters, NothingElseCounts) {
  std::string Other = "atomic p[0] += 1;";
  EXPECT_EQ(verdictOf(lastBlock(Take, Other)), "race-free");
  EXPECT_EQ(verdictOf(lastBlock(Take, "atomic c[0] += 1;")), "unknown");
  EXPECT_EQ(verdictOf(lastBlock(Take, Other, "alias p = c[0];")), "unknown");
  EXPECT_EQ(verdictOf(lastBlock(Take, Other, "alias p, c;")), "unknown");
}

TEST(BlockCounters, ANumberIsOfOneCounter) {
  EXPECT_EQ(verdictOf(lastBlock("if blockIdx.x == 3 { atomic d[0] += 1 => $u0; "
                                "} else { atomic c[0] += 1 => $u0; }")),
            "unknown");
}

TEST(BlockCounters, WhoTakesNoneHasNone) {
  EXPECT_EQ(
      verdictOf(lastBlock("if blockIdx.x != 5 {" + std::string(Take) + "}")),
      "unknown");
}

// The number of a block that takes none is in nothing that it promises.
TEST(BlockCounters, WhoTakesNonePromisesNothing) {
  auto Of = [](const std::string &Times) {
    return verdictOf("shared last of 4 bytes; global c; global data;"
                     "param x : i32; launch \"l\" block 64 grid 64 {}"
                     "if blockIdx.x <u 32 {"
                     "  if threadIdx.x == 0 { atomic c[0] += 1 => $u0;"
                     "    wr last[0] = $u0 " +
                     Times +
                     " x; }"
                     "  sync; rd last[0] => $u1; }"
                     "if x > 1000000000 {"
                     "  if (blockIdx.x <u 32 ? $u1 : 0) == 0 { wr data[0] = "
                     "blockIdx.x; } }");
  };
  EXPECT_NE(Of("*"), "race-free");
  EXPECT_NE(Of("*s"), "race-free");
}

TEST(BlockCounters, ABroadcastIsReadFromOnePlace) {
  std::string Body = lastBlock(Take);
  size_t At = Body.find("rd last[0] => $u1:i8;");
  Body.replace(At, 21,
               "if blockIdx.x == 3 { rd d[byte 0i64]:1 => $u1:i8; } else {"
               " rd last[0] => $u1:i8; }");
  EXPECT_EQ(verdictOf(Body), "unknown");
}

} // namespace
} // namespace racemap::verdict
