// ArrivalsTest - barriers at which some threads arrive without waiting.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

/// The first half of the block puts what the other one gets.
Analysis handover(const std::string &Put, const std::string &Get,
                  const std::string &Rest = "", const std::string &Names = "") {
  return Analysis(shared("param n;" + Names + "if threadIdx.x <u 128 {" + Put +
                         "} else {" + Get + "}" + Rest));
}

const std::string Write = "wr s[threadIdx.x & 127];";
const std::string Read = "rd s[127 - (threadIdx.x & 127)];";

std::string rounds(const std::string &V, const std::string &Body,
                   const std::string &Limit = "n") {
  return "for " + V + " = 0; " + V + " < " + Limit + "; " + V + " += 1 {" +
         Body + "}";
}

/// Buffer after buffer: 1 says that it is full, 2 that it is empty.
Analysis inRounds(const std::string &Put, const std::string &Get,
                  const std::string &Behind = "sync(2, 256);") {
  return handover(rounds("i", Put) + Behind,
                  "arrive(2, 256);" + rounds("j", Get));
}

TEST(Arrivals, WhatWasDoneBeforeIsBeforeWhatThoseDoThatWait) {
  Analysis Good = handover(Write + "arrive(1, 256);", "sync(1, 256);" + Read);
  EXPECT_EQ(Good.verdict(), "race-free");
  Analysis Late = handover("arrive(1, 256);" + Write, "sync(1, 256);" + Read);
  EXPECT_EQ(Late.verdict(), "racy");
  EXPECT_EQ(Late.first(Race).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Late.count(Divergence), 0u);
  Analysis Early = handover(Write + "arrive(1, 256);", Read + "sync(1, 256);");
  EXPECT_EQ(Early.verdict(), "racy");
}

TEST(Arrivals, WhoArrivesIsNotOrderedBehindTheOthers) {
  EXPECT_EQ(
      handover("arrive(1, 256);" + Read, Write + "sync(1, 256);").verdict(),
      "racy");
  EXPECT_EQ(handover("sync(1, 256);" + Read, Write + "sync(1, 256);").verdict(),
            "race-free");
}

TEST(Arrivals, InRounds) {
  std::string Put = "sync(2, 256);" + Write + "arrive(1, 256);";
  Analysis Good = inRounds(Put, "sync(1, 256);" + Read + "arrive(2, 256);");
  EXPECT_EQ(Good.verdict(), "race-free");
  Analysis Early = inRounds(Put, "sync(1, 256); arrive(2, 256);" + Read);
  EXPECT_EQ(Early.verdict(), "racy");
  EXPECT_EQ(Early.first(Race).TheCertainty, Certainty::Provable);
  // What is read behind the loop.
  EXPECT_EQ(handover(rounds("i", Put) + "sync(2, 256);",
                     "arrive(2, 256);" +
                         rounds("j", "sync(1, 256); arrive(2, 256);") + Read)
                .verdict(),
            "race-free");
}

TEST(Arrivals, OfTwoBuffersEachHasItsBarriers) {
  auto Buffers = [](const std::string &Mine) {
    std::string Put, Get;
    for (std::string B : {"0", "1"}) {
      std::string At = "s[(threadIdx.x & 127) + 128 * " + B + "];";
      std::string Full = "(" + B + " + 1, 256);",
                  Empty = "(" + B + " + 3, 256);";
      Put += "sync" + Empty + "wr " + At + "arrive" + Full;
      Get += "sync" + Full + "rd s[127 - (threadIdx.x & 127) + 128 * " +
             (Mine.empty() ? B : Mine) + "]; arrive" + Empty;
    }
    return handover(rounds("i", Put) + "sync(3, 256); sync(4, 256);",
                    "arrive(3, 256); arrive(4, 256);" + rounds("j", Get));
  };
  EXPECT_EQ(Buffers("").verdict(), "race-free");
  EXPECT_EQ(Buffers("1").verdict(), "racy");
}

TEST(Arrivals, OrderIsPassedOnByOthers) {
  auto Relay = [](const std::string &Middle) {
    return Analysis(shared("if threadIdx.x <u 64 {" + Write +
                           "arrive(1, 128); } else if threadIdx.x <u 128 {" +
                           Middle +
                           "} else if threadIdx.x <u 192 {"
                           "sync(2, 128); rd s[threadIdx.x & 63]; }"));
  };
  EXPECT_EQ(Relay("sync(1, 128); arrive(2, 128);").verdict(), "race-free");
  Analysis Early = Relay("arrive(2, 128); sync(1, 128);");
  EXPECT_EQ(Early.verdict(), "racy");
  EXPECT_EQ(Early.first(Race).TheCertainty, Certainty::Provable);
}

TEST(Arrivals, OrderIsOfThoseThatCome) {
  auto Third = [](const std::string &Others) {
    return Analysis(shared("if threadIdx.x <u 64 { arrive(1, 128); } else if "
                           "threadIdx.x <u 128 { sync(1, 128);" +
                           Read + "} else {" + Others + "}"));
  };
  EXPECT_EQ(Third(Write).verdict(), "racy");
  EXPECT_EQ(Third("rd s[threadIdx.x & 127];").verdict(), "race-free");
}

TEST(Arrivals, OneBarrierAtSeveralPlaces) {
  Analysis Good = handover(Write + "sync(1, 256);", "sync(1, 256);" + Read);
  EXPECT_EQ(Good.verdict(), "race-free");
  EXPECT_EQ(handover(Write + "sync(1, 256);", Read + "sync(1, 256);").verdict(),
            "racy");
}

TEST(Arrivals, TheHalvesOfABarrier) {
  auto Halves = [](const std::string &Between) {
    return Analysis(shared("wr s[threadIdx.x]; arrive(1, 256);" + Between +
                           "await(1, 256); rd s[255 - threadIdx.x];"));
  };
  EXPECT_EQ(Halves("").verdict(), "race-free");
  EXPECT_EQ(Halves("rd s[threadIdx.x];").verdict(), "race-free");
  EXPECT_EQ(Halves("rd s[threadIdx.x ^ 1];").verdict(), "racy");
}

TEST(Arrivals, MissingThreadsDiverge) {
  Analysis Fewer = handover("arrive(1, 288);", "sync(1, 288);" + Read);
  EXPECT_EQ(Fewer.first(Divergence).TheCertainty, Certainty::Provable);
  EXPECT_EQ(Fewer.count(Divergence), 1u);
  Analysis Stuck = handover("sync(2, 256); arrive(1, 256);",
                            "sync(1, 256); arrive(2, 256);");
  EXPECT_EQ(Stuck.first(Divergence).TheCertainty, Certainty::Provable);
  // The last buffer is never said to be empty.
  Analysis Once = handover(rounds("i", Write + "sync(1, 256);", "3"),
                           rounds("j", "sync(1, 256);", "2") + Read);
  EXPECT_EQ(Once.verdict(), "unknown");
}

TEST(Arrivals, NobodyComesAgainBeforeAllHave) {
  std::string Get = rounds("j", "sync(1, 256);" + Read);
  Analysis Ahead = handover(rounds("i", Write + "arrive(1, 256);"), Get);
  EXPECT_EQ(Ahead.verdict(), "unknown");
  EXPECT_NE(Ahead.context().Reason.find("arrive at this barrier again"),
            std::string::npos);
  EXPECT_EQ(handover(rounds("i", Write + "sync(1, 256); sync(2, 256);"),
                     rounds("j", "sync(1, 256);" + Read + "sync(2, 256);"))
                .verdict(),
            "race-free");
}

TEST(Arrivals, WhoHasArrivedMayNotWaitThereBeforeAllHave) {
  // PTX: an arrival followed by any other instruction of the same barrier.
  // The first half alone may complete it twice.
  Analysis Again = handover(Write + "arrive(1, 256); sync(1, 256);",
                            "sync(1, 256);" + Read + "sync(1, 256);");
  EXPECT_EQ(Again.verdict(), "unknown");
  EXPECT_NE(Again.context().Reason.find("arrive at this barrier again"),
            std::string::npos);
  std::string Both = "sync(2, 256); sync(1, 256);";
  EXPECT_EQ(
      handover(Write + "arrive(1, 256);" + Both, "sync(1, 256);" + Read + Both)
          .verdict(),
      "race-free");
}

TEST(Arrivals, NoPhaseEndsOfABarrierThatCountsMoreThanCome) {
  // All know that all have arrived, and a third arrival completes it.
  auto Twice = [](const std::string &Arrives) {
    std::string All = Arrives + "sync(2, 256);" + Arrives;
    return handover(All, All);
  };
  EXPECT_EQ(Twice("arrive(1, 256);").context().UndecidedPairs.size(), 0u);
  EXPECT_GE(Twice("arrive(1, 384);").context().UndecidedPairs.size(), 1u);
}

TEST(Arrivals, ThreadsThatComeLessOftenAreNotFollowed) {
  std::string Put = "sync(2, 256);" + Write + "arrive(1, 256);";
  std::string Get = "sync(1, 256);" + Read + "arrive(2, 256);";
  for (std::string Limit : {"n + 1", "i32(threadIdx.x)"})
    EXPECT_EQ(handover(rounds("i", Put) + "sync(2, 256);",
                       "arrive(2, 256);" + rounds("j", Get, Limit))
                  .verdict(),
              "unknown");
}

TEST(Arrivals, BarriersOfTheBlockPassOnWhatIsKnown) {
  std::string Half = "if threadIdx.x <u 128 { arrive(1, 256); } else {"
                     "sync(1, 256); }";
  EXPECT_EQ(Analysis(shared(Write + Half + "sync;" + Half)).verdict(), "racy");
  Analysis Twice(shared("wr s[threadIdx.x];" + Half + "sync;" + Half +
                        "rd s[threadIdx.x ^ 128];"));
  EXPECT_EQ(Twice.verdict(), "race-free");
  EXPECT_EQ(Analysis(shared("wr s[threadIdx.x];" + Half + Half +
                            "rd s[threadIdx.x ^ 128];"))
                .verdict(),
            "unknown");
}

TEST(Arrivals, OfAClusterAreOfAllItsBlocks) {
  auto Cluster = [](const std::string &Body) {
    return Analysis("global a of 4 bytes; launch \"l\" block 32 grid 4 cluster "
                    "2; if threadIdx.x == 0 { wr a[blockIdx.x]; }" +
                    Body);
  };
  std::string Other = "rd a[blockIdx.x ^ 1];";
  EXPECT_EQ(Cluster("arrivecluster; awaitcluster;" + Other).verdict(),
            "race-free");
  EXPECT_EQ(Cluster("arrivecluster;" + Other + "awaitcluster;").verdict(),
            "racy");
  EXPECT_EQ(
      Cluster("arrivecluster; awaitcluster; rd a[blockIdx.x ^ 2];").verdict(),
      "racy");
}

TEST(Arrivals, UnderAConditionOfTheLaunchTheyOrderOnlyThere) {
  auto Skipped = [](const std::string &Inside, const std::string &Behind) {
    return Analysis(shared("param n; wr s[threadIdx.x]; if n > 3 { arrive(1, "
                           "256); await(1, 256);" +
                           Inside + "}" + Behind))
        .verdict();
  };
  std::string Other = "rd s[255 - threadIdx.x];";
  EXPECT_EQ(Skipped(Other, ""), "race-free");
  EXPECT_EQ(Skipped(Other, "rd s[threadIdx.x];"), "race-free");
  EXPECT_EQ(Skipped("", Other), "racy");
  EXPECT_EQ(Skipped("", "if n > 4 {" + Other + "}"), "race-free");
  EXPECT_EQ(Skipped("", "if n > 2 {" + Other + "}"), "racy");
  // Each half under its own, which is the same.
  EXPECT_EQ(handover(Write + "if m > 3 { arrive(1, 256); }",
                     "if m > 3 { sync(1, 256);" + Read + "}", "", "param m;")
                .verdict(),
            "race-free");
  EXPECT_EQ(handover(Write + "if m > 3 { arrive(1, 256); }",
                     "if m > 3 { sync(1, 256); }" + Read, "", "param m;")
                .verdict(),
            "racy");
  EXPECT_EQ(handover(Write + "if m > 3 { arrive(1, 256); }",
                     "if m > 2 { sync(1, 256); }" + Read, "", "param m;")
                .verdict(),
            "unknown");
  Analysis Else(shared("param n; wr s[threadIdx.x]; if n > 3 { arrive(1, 256); "
                       "await(1, 256); } else {" +
                       Other + "}"));
  EXPECT_EQ(Else.verdict(), "racy");
  EXPECT_EQ(Else.first(Race).TheCertainty, Certainty::Provable);
}

TEST(Arrivals, AllThreadsOfTheLaunchMayReturnFirst) {
  auto Returns = [](const std::string &First, const std::string &Put) {
    return Analysis(shared("param n; wr s[threadIdx.x];" + First +
                           "if n > 3 {" + Put +
                           " return; } arrive(1, 256); await(1, 256); rd s[255 "
                           "- threadIdx.x];"))
        .verdict();
  };
  EXPECT_EQ(Returns("", ""), "race-free");
  EXPECT_EQ(Returns("", "rd s[threadIdx.x];"), "race-free");
  EXPECT_EQ(Returns("", "rd s[threadIdx.x ^ 1];"), "racy");
  // Not once they have come to one.
  EXPECT_EQ(Returns("arrive(1, 256); await(1, 256);", "rd s[threadIdx.x ^ 1];"),
            "unknown");
}

TEST(Arrivals, InALoopUnderAConditionOfTheLaunch) {
  auto Rounds = [](const std::string &When) {
    return Analysis(
               shared("param n; param m;" +
                      rounds("i", "if i == 0 { wr s[threadIdx.x]; } if m "
                                  "> 3 { arrive(1, 256); await(1, 256); } "
                                  "if " +
                                      When + " { rd s[255 - threadIdx.x]; }")))
        .verdict();
  };
  EXPECT_EQ(Rounds("i > 0"), "racy");
  EXPECT_EQ(Rounds("m > 3"), "race-free");
}

} // namespace
} // namespace racemap::verdict
