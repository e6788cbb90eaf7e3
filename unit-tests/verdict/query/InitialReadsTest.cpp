// InitialReadsTest - what is certain if the two threads come first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

/// Is it certain that 32 threads that do this race on 'out'? g is written.
bool isCertain(const std::string &Body, const std::string &Launch = "") {
  Analysis A("shared s[64] of 4 bytes; global g of 4 bytes;"
             "global other of 4 bytes; global out of 4 bytes;"
             "launch \"l\" block 32 grid 1 {" +
             Launch + "}" + Body + "if $other:i1 { wr g[1000]; }");
  return llvm::any_of(A.context().Findings, [](const Finding &F) {
    return F.isCertainRace() && F.Array == "out";
  });
}

const std::string ReadOne = "rd g[0] => $u0;";
const std::string ReadOwn = "rd g[u64(threadIdx.x)] => $u0;";
const std::string WriteIfZero = "if $u0 == 0 { wr out[0]; }";
const std::string WriteThere = "wr out[u64($u0)];";

TEST(InitialReads, WhatTheyFindIsAnInput) {
  EXPECT_TRUE(isCertain(ReadOne + WriteIfZero));
  EXPECT_TRUE(isCertain(ReadOwn + WriteThere));
  Analysis A("global g of 4 bytes; launch \"l\" block 32 grid 1;" + ReadOwn +
             "if $u0 == 5 { wr g[7]; }");
  const Finding &F = A.first(Race);
  EXPECT_EQ(F.TheCertainty, Certainty::Input);
  auto IsIt = [](const Witness::InputValue &I) {
    return I.Array == "g" && I.Value == 5;
  };
  EXPECT_TRUE(llvm::any_of(F.TheWitness.Inputs, IsIt));
}

TEST(InitialReads, AddressesAndValuesAreThoseOfTheInputs) {
  std::string Arrays = "global g of 4 bytes; global out of 4 bytes;"
                       "launch \"l\" block 32 grid 1;" +
                       ReadOne + "if $u0 > 4 { wr out[u64($u0)] = ";
  auto OfOut = [](const Analysis &A) {
    auto Is = [](const Finding &F) { return F.Array == "out"; };
    return *llvm::find_if(A.context().Findings, Is);
  };
  Finding Same = OfOut(Analysis(Arrays + "7; } wr g[9];"));
  EXPECT_TRUE(Same.Benign);
  EXPECT_EQ(Same.TheCertainty, Certainty::Input);
  Finding Other = OfOut(Analysis(Arrays + "threadIdx.x; } wr g[9];"));
  EXPECT_TRUE(Other.isCertainRace());
  EXPECT_EQ(Other.TheWitness.Address, 4 * Other.TheWitness.Inputs[0].Value);
}

TEST(InitialReads, OnePlaceHasOneValue) {
  EXPECT_FALSE(isCertain(ReadOne + "if $u0 == threadIdx.x { wr out[0]; }"));
  EXPECT_TRUE(isCertain(ReadOwn + "if $u0 == threadIdx.x { wr out[0]; }"));
}

TEST(InitialReads, NotOfWhatTheThreadHasWritten) {
  EXPECT_FALSE(isCertain("wr g[u64(threadIdx.x)];" + ReadOwn + WriteThere));
  EXPECT_TRUE(isCertain("wr g[u64(threadIdx.x) + 32];" + ReadOwn + WriteThere));
  EXPECT_FALSE(
      isCertain("wr g[u64($where)];" + ReadOwn + "if $u0 == 0 { wr out[0]; }"));
}

TEST(InitialReads, WhatTheThreadWritesThenIsNothingToIt) {
  EXPECT_TRUE(isCertain(ReadOwn + "wr g[u64(threadIdx.x)];" + WriteThere));
}

TEST(InitialReads, NorOfWhatTheOtherHasWritten) {
  // One of them writes what the other reads: that one comes first.
  EXPECT_TRUE(
      isCertain("if threadIdx.x < 2 { if threadIdx.x == 0 { wr g[1]; }" +
                ReadOwn + "if $u0 == 9 { wr out[0]; } }"));
  // Both write both words before they read.
  EXPECT_FALSE(isCertain("if threadIdx.x < 2 { wr g[u64(threadIdx.x ^ 1)];" +
                         ReadOwn + "if $u0 == 9 { wr out[0]; } }"));
}

TEST(InitialReads, NorThroughAnotherName) {
  std::string Two = "wr other[u64(threadIdx.x)];" + ReadOwn + WriteThere;
  EXPECT_TRUE(isCertain(Two));
  EXPECT_FALSE(isCertain(Two, "alias other = g[0];"));
}

TEST(InitialReads, TwoNamesOfOneWordFindTheSame) {
  std::string Differ = "rd g[0] => $u0; rd other[0] => $u1;"
                       "if $u0 == 1 && $u1 == 2 { wr out[0]; } wr other[900];";
  EXPECT_TRUE(isCertain(Differ));
  EXPECT_TRUE(isCertain(Differ, "alias other = g[1];"));
  EXPECT_FALSE(isCertain(Differ, "alias other = g[0];"));
  EXPECT_FALSE(isCertain(Differ, "alias other, g;"));
}

TEST(InitialReads, TwoWidthsOfOneWordFindTheSame) {
  auto Differ = [](const std::string &Index, const std::string &Value) {
    return "rd g[0] => $u0; rd g[byte " + Index +
           "] : 1 => $u1:i8; if $u0 == 258 && $u1:i8 == " + Value +
           " { wr out[0]; }";
  };
  EXPECT_TRUE(isCertain(Differ("0", "2")));
  EXPECT_TRUE(isCertain(Differ("1", "1")));
  EXPECT_TRUE(isCertain(Differ("4", "7")));
  EXPECT_FALSE(isCertain(Differ("1", "2")));
}

TEST(InitialReads, NotInLockstep) {
  Settings Lockstep;
  Lockstep.Lockstep = true;
  std::string Body = "global g of 4 bytes; global out of 4 bytes;"
                     "launch \"l\" block 64 grid 1;" +
                     ReadOne +
                     "if $u0 == 3 { wr out[u64(threadIdx.x / 48)]; }"
                     "if $other:i1 { wr g[1000]; }";
  auto Certain = [](const Analysis &A) { return A.context().hasCertainRace(); };
  EXPECT_TRUE(Certain(Analysis(Body)));
  EXPECT_FALSE(Certain(Analysis(Body, Lockstep)));
}

TEST(InitialReads, WhatIsOnlyWrittenDecidesNothing) {
  EXPECT_TRUE(
      isCertain("wr g[u64(threadIdx.x)];" + ReadOwn + "wr out[0] = $u0;"));
}

TEST(InitialReads, WhatNothingDependsOnMayBeAnything) {
  EXPECT_TRUE(isCertain("rd g[0] => $u0; rd other[0] => $u1;"
                        "wr out[0] = threadIdx.x;"
                        "wr g[u64(threadIdx.x) + 64] = $u0 + $u1;",
                        "alias other, g;"));
}

TEST(InitialReads, EqualThenIsNotEqualAlways) {
  auto OfOut = [](const std::string &Others) {
    Analysis A("global g of 4 bytes; global out of 4 bytes;"
               "launch \"l\" block 32 grid 1;" +
               ReadOne + "if $u0 < 5 { wr out[0] = $u0; }" + Others);
    auto Is = [](const Finding &F) { return F.Array == "out"; };
    return *llvm::find_if(A.context().Findings, Is);
  };
  EXPECT_TRUE(OfOut("if threadIdx.x == 31 { wr g[1] = 3; }").Benign);
  Finding F = OfOut("if threadIdx.x == 31 { wr g[0] = 3; }");
  EXPECT_FALSE(F.Benign);
  EXPECT_EQ(F.TheCertainty, Certainty::Possible);
}

TEST(InitialReads, NotBehindABarrier) {
  EXPECT_FALSE(isCertain("sync;" + ReadOwn + WriteThere));
  EXPECT_TRUE(isCertain(ReadOwn + "sync;" + WriteThere));
}

TEST(InitialReads, NotOfSharedMemoryAndNotAtomic) {
  EXPECT_FALSE(isCertain("rd s[u64(threadIdx.x)] => $u0; wr out[u64($u0)];"
                         "sync; wr s[0];"));
  EXPECT_FALSE(isCertain("atomic g[0] += 0 => $u0;" + WriteThere));
}

TEST(InitialReads, ChainsThatGoOnAreNotFollowed) {
  EXPECT_FALSE(isCertain("loop it while it < 4 {"
                         "rd g[u64($u0(it + 1))] => $u0(it);"
                         "wr out[u64($u0(it))]; }"));
}

TEST(InitialReads, NamesOfOtherFormAreOthers) {
  EXPECT_FALSE(isCertain("loop it while it < 4 { rd g[0] => $u0(it); }"
                         "if $u0 == 0 { wr out[0]; }"));
}

TEST(InitialReads, OfItsOwnIteration) {
  EXPECT_TRUE(isCertain("for i counter it = 0; i < 4; i += 1 {"
                        "rd g[u64(threadIdx.x) + u64(i)] => $u0(it);"
                        "if $u0(it) == 3 { wr out[0]; } }"));
}

} // namespace
} // namespace racemap::verdict
