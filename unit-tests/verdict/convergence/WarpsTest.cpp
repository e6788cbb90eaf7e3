// WarpsTest - barriers for some threads of a warp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

/// Writes an element, waits, and reads that of the thread N further, by xor.
std::string across(const std::string &Barrier, unsigned N) {
  return "wr s[u64(threadIdx.x)]; " + Barrier + " rd s[u64(threadIdx.x ^ " +
         std::to_string(N) + ")];";
}

std::string tile(unsigned Size) {
  return "syncwarp(" + std::to_string((1u << Size) - 1) +
         " << (threadIdx.x & " + std::to_string(32 - Size) + "));";
}

TEST(Warps, ATileIsKeptTogether) {
  EXPECT_EQ(Analysis(shared(across(tile(8), 4))).verdict(), "race-free");
  Analysis Wide(shared(across(tile(8), 8)));
  EXPECT_EQ(Wide.verdict(), "racy");
  EXPECT_EQ(Wide.first(Race).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Analysis(shared(across(tile(8), 32))).verdict(), "racy");
}

TEST(Warps, TilesWithinTiles) {
  std::string Both = across(tile(8), 4) + tile(8) + across(tile(4), 2);
  EXPECT_EQ(Analysis(shared(Both)).verdict(), "race-free");
  EXPECT_EQ(Analysis(shared(across(tile(8), 4) + across(tile(4), 2))).verdict(),
            "racy");
}

TEST(Warps, ALoopWithABarrierOfATile) {
  auto Reduce = [](unsigned Size, const std::string &Last) {
    return shared("for i = " + std::to_string(Size / 2) +
                  "; i > 0; i /= 2 { wr s[u64(threadIdx.x)]; " + tile(Size) +
                  " if (threadIdx.x & " + std::to_string(Size - 1) +
                  ") <u i { rd s[u64(threadIdx.x + i)]; } " + Last + "}");
  };
  EXPECT_EQ(Analysis(Reduce(8, tile(8))).verdict(), "race-free");
  EXPECT_EQ(Analysis(Reduce(8, "")).verdict(), "racy");
}

TEST(Warps, ThreadsThatAMaskDoesNotNameAreNotOrdered) {
  auto Half = [](const std::string &Condition, unsigned N) {
    return Analysis(shared("if (threadIdx.x & 31) <u " + Condition + " {" +
                           across("syncwarp(0xffff);", N) + "}"));
  };
  EXPECT_EQ(Half("16", 1).verdict(), "race-free");
  EXPECT_EQ(Half("16", 1).count(Divergence), 0u);
  // Those that wait elsewhere meet nobody.
  EXPECT_EQ(Analysis(shared("wr s[u64(threadIdx.x)]; if (threadIdx.x & 31) <u "
                            "16 { syncwarp(0xffff); }"
                            "rd s[u64(threadIdx.x ^ 16)];"))
                .verdict(),
            "racy");
}

TEST(Warps, AMaskThatNamesWhoDoesNotComeDiverges) {
  Analysis R(shared("if (threadIdx.x & 31) <u 8 {" +
                    across("syncwarp(0xffff);", 1) + "}"));
  EXPECT_EQ(R.verdict(), "unknown");
  const Finding &F = R.first(Divergence);
  EXPECT_EQ(F.TheCertainty, Certainty::Provable);
  EXPECT_LT(F.TheWitness.Threads[0].ThreadIdx[0] % 32, 8u);
  EXPECT_GE(F.TheWitness.Threads[1].ThreadIdx[0] % 32, 8u);
  EXPECT_LT(F.TheWitness.Threads[1].ThreadIdx[0] % 32, 16u);
}

TEST(Warps, AThreadThatItsMaskDoesNotNameDiverges) {
  Analysis R(shared(across("syncwarp(0xffff);", 1)));
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_GE(R.first(Divergence).TheWitness.Threads[0].ThreadIdx[0] % 32, 16u);
}

TEST(Warps, MasksOfThoseThatWaitForEachOtherAreEqual) {
  // Lane 0 waits for all, all others for themselves.
  Analysis R(shared(across("syncwarp((threadIdx.x & 31) == 0 ? 0xffffffff : "
                           "1 << (threadIdx.x & 31));",
                           1)));
  EXPECT_EQ(R.count(Divergence), 1u);
  EXPECT_EQ(R.verdict(), "unknown");
}

TEST(Warps, WhoReturnsBeforeABarrierComesToItWithNoMask) {
  // Lane 0 waits for lane 1, which would come with a mask of its own.
  Analysis R(shared("if (threadIdx.x & 31) != 0 { return; }" +
                    across("syncwarp((threadIdx.x & 31) == 0 ? 3 : 2);", 1)));
  EXPECT_EQ(R.first(Divergence).TheCertainty, Certainty::Possible);
  Analysis Comes(
      shared("if (threadIdx.x & 31) > 1 { return; }" +
             across("syncwarp((threadIdx.x & 31) == 0 ? 3 : 2);", 1)));
  EXPECT_EQ(Comes.first(Divergence).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Comes.first(Divergence).TheWitness.Threads[1].ThreadIdx[0] % 32,
            1u);
}

TEST(Warps, ABarrierBehindOneThatItsPartyDoesNotComeTo) {
  // Threads that come to the first complete the second of the others.
  Analysis R(shared("if threadIdx.x == 0 { " + tile(8) +
                    " wr s[u64(threadIdx.x)]; } " + tile(8) +
                    "rd s[u64(threadIdx.x & -8)];"));
  EXPECT_EQ(R.verdict(), "unknown");
}

TEST(Warps, AMaskThatNobodyKnowsProvesNothing) {
  Analysis R(shared(across("syncwarp($u0);", 1)));
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_EQ(R.context().Reason, "a barrier's threads are not known");
  // Nor that anybody gets past it, be it to meet threads of another block.
  Analysis Behind("global a; syncwarp($u0); wr a[0] = blockIdx.x;");
  EXPECT_EQ(Behind.verdict(), "unknown");
  EXPECT_EQ(Behind.first(Race).TheCertainty, Certainty::Possible);
  // Nor one that changes from one iteration to the next.
  Analysis Loop(shared("for i = 1; i < 3; i += 1 { " +
                       across("syncwarp(((1 << (1 << i)) - 1) << "
                              "(threadIdx.x & (32 - (1 << i))));",
                              2) +
                       "}"));
  EXPECT_EQ(Loop.verdict(), "unknown");
}

TEST(Warps, ManyMasksAreUnknownRatherThanWrong) {
  std::string Body;
  for (unsigned Size : {2, 4, 8, 16})
    Body += across(tile(Size), 1) + "sync;";
  EXPECT_EQ(Analysis(shared(Body)).verdict(), "unknown");
}

TEST(Warps, AThreadOfTwoPartiesPassesOnWhatTheyOrder) {
  // 0 and 1, then 1 and 2: what 0 wrote before is there for 2.
  auto Chain = [](const std::string &Second) {
    return shared("if threadIdx.x == 0 { wr s[0]; }" + tile(2) + Second +
                  "if threadIdx.x == 2 { rd s[0]; }");
  };
  Analysis R(Chain("syncwarp((threadIdx.x & 31) == 0 ? 1 : "
                   "3 << (((threadIdx.x & 31) - 1) | 1));"));
  EXPECT_EQ(R.verdict(), "unknown");
  EXPECT_EQ(Analysis(Chain(tile(2))).verdict(), "racy");
  EXPECT_EQ(Analysis(Chain(tile(4))).verdict(), "race-free");
}

} // namespace
} // namespace racemap::verdict
