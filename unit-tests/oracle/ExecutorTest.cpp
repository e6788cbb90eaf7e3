// ExecutorTest - races and barriers of small protocols, worked out by hand.
//
// The oracle is only worth what its executor is: each construct of the
// language has a protocol here, or in StepsTest, whose run is known without
// running it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ran.h"

namespace racemap::oracle {
namespace {

TEST(Executor, ABarrierOrdersABlock) {
  EXPECT_EQ(Ran(two("wr a[threadIdx.x]; rd a[threadIdx.x + 1];")).races(),
            "0-1");
  EXPECT_EQ(Ran(two("wr a[threadIdx.x]; sync; rd a[threadIdx.x + 1];")).races(),
            "");
}

TEST(Executor, ABlockBarrierOrdersNoBlocks) {
  std::string Head = "global a; shared s; launch \"l\" block 1 grid 2; ";
  EXPECT_EQ(Ran(Head + "wr a[0]; sync; rd a[0];").races(), "0=0 0=1");
  EXPECT_EQ(Ran(Head + "wr s[0]; sync; rd s[0];").races(), "");
  EXPECT_EQ(
      Ran(Head + "wr a[blockIdx.x]; syncgrid; rd a[1 - blockIdx.x];").races(),
      "");
}

TEST(Executor, AsynchronousAccessesGoOnUntilTheyAreWaitedFor) {
  std::string Copy = "async wr a[threadIdx.x]; commit; ";
  std::string Others = "rd a[1 - threadIdx.x];";
  EXPECT_EQ(Ran(two(Copy + "wait 0; sync; " + Others)).races(), "");
  EXPECT_EQ(Ran(two(Copy + "sync; wait 0; " + Others)).races(), "0-1");
  EXPECT_EQ(Ran(two(Copy + "wait 1; sync; " + Others)).races(), "0-1");
  EXPECT_EQ(Ran(two(Copy + "commit; wait 1; sync; " + Others)).races(), "");
  // Of one thread.
  EXPECT_EQ(Ran(two(Copy + "rd a[threadIdx.x]; wait 0;")).races(), "0-1");
  EXPECT_EQ(Ran(two(Copy + "wait 0; rd a[threadIdx.x];")).races(), "");
}

TEST(Executor, OrderIsTransitive) {
  // Named barriers of two threads each: 0 with 1, then 1 with 2.
  std::string Pass = "if threadIdx.x == 0 { wr a[0]; sync(1, 2); }"
                     "if threadIdx.x == 1 { sync(1, 2); sync(2, 2); }"
                     "if threadIdx.x == 2 { ";
  EXPECT_EQ(Ran(threads("3", Pass + "sync(2, 2); rd a[0]; }")).races(), "");
  EXPECT_EQ(Ran(threads("3", Pass + "rd a[0]; sync(2, 2); }")).races(), "0-1");
}

/// Thread 0 does the one, thread 1 the other.
std::string oneAndOther(const std::string &One, const std::string &Other) {
  return threads("2", "if threadIdx.x == 0 {" + One + "} else {" + Other + "}");
}

TEST(Executor, WhoArrivesGoesOnAndIsNotOrdered) {
  std::string Put = "wr a[0]; arrive(1, 2);", Get = "sync(1, 2); rd a[0];";
  EXPECT_EQ(Ran(oneAndOther(Put, Get)).races(), "");
  EXPECT_EQ(Ran(oneAndOther(Get, Put)).races(), "");
  EXPECT_EQ(Ran(oneAndOther("arrive(1, 2); wr a[0];", Get)).races(), "0-1");
  EXPECT_EQ(Ran(oneAndOther("arrive(1, 2); rd a[0];", "wr a[0]; sync(1, 2);"))
                .races(),
            "0-1");
  EXPECT_EQ(Ran(oneAndOther("arrive(1, 2);", "")).R.Mixed, Numbers{});
  EXPECT_EQ(Ran(oneAndOther("sync(1, 2);", "")).R.Mixed, Numbers{0});
  // One arrival for two.
  EXPECT_EQ(Ran(oneAndOther("arrive(1, 3); arrive(1, 3);", "")).R.Mixed,
            Numbers{1});
  // One thread for two, that waits the second time.
  EXPECT_EQ(
      Ran(oneAndOther("arrive(1, 3); sync(1, 3);", "sync(1, 3);")).R.Mixed,
      Numbers{1});
  EXPECT_EQ(Ran(oneAndOther("arrive(1, 2); sync(2, 2); sync(1, 2);",
                            "sync(1, 2); sync(2, 2); sync(1, 2);"))
                .R.Mixed,
            Numbers{});
  // Who counts less than have arrived is not released by them.
  EXPECT_EQ(Ran(threads("3", "if threadIdx.x <u 2 { arrive(1, 4); } else {"
                             "sync(1, 1); }"))
                .R.Mixed,
            Numbers{1});
}

TEST(Executor, WhoWaitsHasArrivedBefore) {
  std::string Put = "wr a[threadIdx.x]; arrive(1, 2);";
  EXPECT_EQ(Ran(two(Put + "await(1, 2); rd a[1 - threadIdx.x];")).races(), "");
  EXPECT_EQ(Ran(two(Put + "rd a[1 - threadIdx.x]; await(1, 2);")).races(),
            "0-1");
  EXPECT_EQ(Ran(two("await(1, 2);")).R.Mixed, Numbers{0});
}

TEST(Executor, ArrivalsOfAClusterAreOfAllItsThreads) {
  std::string Head = "global a; launch \"l\" block 1 grid 4 cluster 2;"
                     "wr a[blockIdx.x];";
  std::string Other = "rd a[blockIdx.x ^ ";
  EXPECT_EQ(Ran(Head + "arrivecluster; awaitcluster;" + Other + "1];").races(),
            "");
  EXPECT_EQ(Ran(Head + "arrivecluster; awaitcluster;" + Other + "2];").races(),
            "0=1");
  EXPECT_EQ(Ran(Head + "arrivecluster;" + Other + "1]; awaitcluster;").races(),
            "0=1");
}

TEST(Executor, OverlapIsByBytes) {
  EXPECT_EQ(Ran(two("wr a[threadIdx.x * 4]:4;")).races(), "");
  EXPECT_EQ(Ran(two("wr a[threadIdx.x * 4]:5;")).races(), "0-0");
  EXPECT_EQ(Ran(two("wr a[-1 - threadIdx.x]:1; rd a[0]:8;")).races(), "");
  EXPECT_EQ(Ran(two("wr a[-1 - threadIdx.x]:2; rd a[0]:8;")).races(),
            "0-0 0-1");
}

TEST(Executor, AtomicsOfAWideEnoughScopeDoNotRace) {
  std::string Head = "global a; launch \"l\" block 2 grid 2; ";
  EXPECT_EQ(Ran(Head + "atomic a[0];").races(), "");
  EXPECT_EQ(Ran(Head + "atomic(block) a[0];").races(), "0=0");
  EXPECT_EQ(Ran(two("atomic(block) a[0]; atomic a[0];")).races(), "");
  EXPECT_EQ(Ran(two("atomic a[0]; rd a[0];")).races(), "0-1");
  EXPECT_EQ(Ran(two("atomic rd a[0]; rd a[0];")).races(), "");
  EXPECT_EQ(Ran(two("atomic wr a[0]; rd a[0];")).races(), "0-1");
  EXPECT_EQ(Ran(Head + "atomic(block) rd a[0];").races(), "");
  EXPECT_EQ(Ran(Head + "atomic(block) rd a[0]; atomic wr a[0];").races(),
            "0=1");
  EXPECT_EQ(Ran(two("rd a[0]; rd a[0];")).races(), "");
}

TEST(Executor, VolatileOrdersNothing) {
  EXPECT_EQ(Ran(two("volatile wr a[0];")).races(), "0-0");
}

TEST(Executor, SlotsPickTheInstance) {
  std::string Head = "global p of 8 bytes; global r field of p;"
                     "launch \"l\" block 2 grid 1; ";
  EXPECT_EQ(Ran(Head + "wr r[slot u64(threadIdx.x) * 8][0];").races(), "");
  EXPECT_EQ(Ran(Head + "wr r[slot 8][0];").races(), "0-0");
}

TEST(Executor, AReturnedThreadHasArrived) {
  Ran R(two("if threadIdx.x == 0 { wr a[1]; return; } sync; wr a[1];"));
  EXPECT_EQ(R.races(), "");
  EXPECT_EQ(R.R.EarlyExit, Numbers{0});
  EXPECT_EQ(R.R.Mixed, Numbers{});
  EXPECT_EQ(Ran(two("if threadIdx.x == 0 { wr a[1]; return; } wr a[1]; sync;"))
                .races(),
            "0-1");
}

TEST(Executor, AReturnBehindABarrierIsNoEarlyExit) {
  Ran R(two("sync; if threadIdx.x == 0 { return; } wr a[0];"));
  EXPECT_EQ(R.R.EarlyExit, Numbers{});
  EXPECT_EQ(R.R.PassedBy, Numbers{});
}

TEST(Executor, AThreadThatEndsHasPassedTheBarriersOfOthers) {
  Ran R(two("if threadIdx.x == 0 { wr a[0]; sync; wr a[0]; }"));
  EXPECT_EQ(R.R.PassedBy, Numbers{0});
  EXPECT_EQ(R.R.EarlyExit, Numbers{});
}

TEST(Executor, DifferentBarriersOfOneNumberMeet) {
  Ran R(two("if threadIdx.x == 0 { wr a[0]; sync; } else { sync; wr a[0]; }"));
  EXPECT_EQ(R.races(), "");
  EXPECT_EQ(R.R.Mixed, (Numbers{0, 1}));
}

TEST(Executor, DifferentIterationsOfOneBarrierMeet) {
  Ran R(two("for i = threadIdx.x; i < 2; i += 1 { sync; wr a[0]; }"));
  EXPECT_EQ(R.R.Mixed, Numbers{}); // both count from 0
  EXPECT_EQ(R.R.PassedBy, Numbers{0});
  Ran Odd(two("for i = 0; i < 2; i += 1 { if i != threadIdx.x { sync; } }"));
  EXPECT_EQ(Odd.R.Mixed, Numbers{0});
}

TEST(Executor, ADeadlockIsMixed) {
  Ran R(two("if threadIdx.x == 0 { sync(1); } else { sync(2); } wr a[0];"));
  EXPECT_EQ(R.R.Mixed, (Numbers{0, 1}));
  EXPECT_TRUE(R.R.Events.empty());
  Ran Short(two("sync(1, 3); wr a[0];"));
  EXPECT_EQ(Short.R.Mixed, Numbers{0});
}

TEST(Executor, WarpBarriersAreOfOneWarp) {
  std::string Body = "wr a[threadIdx.x]; syncwarp; rd a[threadIdx.x ^ ";
  EXPECT_EQ(Ran(threads("64", Body + "1];")).races(), "");
  EXPECT_EQ(Ran(threads("64", Body + "32];")).races(), "0-1");
  // A warp goes over the rows of a block.
  EXPECT_EQ(Ran(threads("(2, 2)", "wr a[threadIdx.y]; syncwarp;"
                                  "rd a[1 - threadIdx.y];"))
                .races(),
            "0-0");
}

TEST(Executor, AMaskNamesTheLanesThatWait) {
  std::string Half = "if threadIdx.x <u 2 { wr a[0 + threadIdx.x]; "
                     "syncwarp(3); rd a[1 - threadIdx.x]; }";
  Ran R(threads("4", Half + " else { rd a[8]; }"));
  EXPECT_EQ(R.races(), "");
  EXPECT_EQ(R.R.Mixed, Numbers{});
  Ran Other(threads("4", "syncwarp(3); wr a[0];"));
  EXPECT_EQ(Other.R.Mixed, Numbers{0}); // lanes 2 and 3 are not in their mask
  // Nor are they ordered with those that are.
  EXPECT_EQ(Ran(threads("3", "if threadIdx.x == 2 { wr a[0]; } syncwarp(3);"
                             "if threadIdx.x == 0 { rd a[0]; }"))
                .races(),
            "0-1");
}

TEST(Executor, EqualWritesAreBenign) {
  auto IsBenign = [](const std::string &Body) {
    map::TermContext Terms;
    auto P = map::parseProtocols("kernel k { " + two(Body) + " }", "t", Terms);
    Launch L{{2, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    Given G;
    auto Pairs = racingPairs(Executor(P->front(), L, G).run(), L);
    return Pairs.size() == 1 && Pairs.begin()->second.Benign;
  };
  EXPECT_TRUE(IsBenign("wr a[0] = 7i8;"));
  EXPECT_FALSE(IsBenign("wr a[0];"));
  EXPECT_FALSE(IsBenign("wr a[0] = threadIdx.x;"));
  EXPECT_FALSE(IsBenign("wr a[threadIdx.x]:2 = 7i16;"));
}

} // namespace
} // namespace racemap::oracle
