// ReplayTest - which witnesses stand up when the protocol is run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/replay/Replay.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include <gtest/gtest.h>

namespace racemap::verdict {
namespace {

/// Threads 0 and 1 of one block of 32, at the first write and at the first
/// read of the body, n = 2.
class Play {
public:
  explicit Play(const std::string &Body) {
    auto Parsed = map::parseProtocols(
        "kernel k { param n; shared a; global in; " + Body + "}", "t.map",
        Terms);
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      return;
    }
    Protocols = std::move(*Parsed);
    M[Terms.parameter("n", 32)] = 2;
    W.BlockDim = {32, 1, 1};
    W.Threads.resize(2);
    W.Threads[1].ThreadIdx = {1, 0, 0};
  }

  /// Do thread 0's write and thread 1's read meet at byte Offset?
  Replayed at(uint64_t Offset, Purpose Why = Purpose::Confirms) {
    auto PartOf = [&](unsigned Thread, map::Access::Operation O) {
      const map::Protocol &P = Protocols.front();
      auto Its = llvm::find_if(P.accesses(), [&](const map::Access *A) {
        return A->TheOperation == O;
      });
      return Part{W.Threads[Thread], *Its, Offset, {}};
    };
    const map::Protocol &P = Protocols.front();
    LaunchFacts Launch(P, P.Contexts.empty() ? map::LaunchContext()
                                             : P.Contexts.front());
    return replay(
        {P, Launch, W, M}, PartOf(0, map::Access::Operation::Write),
        PartOf(1, map::Access::Operation::Read),
        [](const map::Barrier *) { return true; }, Why);
  }

  map::TermContext Terms;
  std::vector<map::Protocol> Protocols;
  solve::Model M;
  Witness W;
};

TEST(Replay, ThreadsMeetInOneInterval) {
  EXPECT_EQ(Play("wr a[threadIdx.x]; rd a[threadIdx.x - 1];").at(0),
            Replayed::AsSaid);
  EXPECT_EQ(Play("wr a[threadIdx.x]; sync; rd a[threadIdx.x - 1];").at(0),
            Replayed::Differs);
}

TEST(Replay, TheyMustComeToThePlace) {
  std::string Body = "if threadIdx.x < n { wr a[threadIdx.x]; } "
                     "if threadIdx.x > n { rd a[threadIdx.x - 1]; }";
  EXPECT_EQ(Play(Body).at(0), Replayed::Differs);
  EXPECT_EQ(Play("wr a[threadIdx.x]; rd a[threadIdx.x - 1];").at(4),
            Replayed::Differs);
}

TEST(Replay, LoopsAreRunWithTheirBarriers) {
  // Thread 0 writes byte 4 in iteration 1, thread 1 reads it in iteration 0.
  auto Loop = [](const std::string &Before, const std::string &Behind) {
    return "for i = 0; i < n; i += 1 { wr a[threadIdx.x + i]; " + Before +
           "if i == 0 { rd a[threadIdx.x]; } " + Behind + "}";
  };
  EXPECT_EQ(Play(Loop("", "")).at(4), Replayed::AsSaid);
  EXPECT_EQ(Play(Loop("sync; ", "")).at(4), Replayed::AsSaid);
  EXPECT_EQ(Play(Loop("", "sync; ")).at(4), Replayed::Differs);
}

TEST(Replay, WhoHasReturnedDoesNotComeBack) {
  EXPECT_EQ(Play("if threadIdx.x == 1 { return; } "
                 "wr a[threadIdx.x]; rd a[threadIdx.x - 1];")
                .at(0),
            Replayed::Differs);
}

TEST(Replay, InputsAreThoseOfTheModel) {
  Play P("wr a[in[threadIdx.x]]; rd a[in[threadIdx.x]];");
  EXPECT_EQ(P.at(8), Replayed::Differs);
  const map::Array *In = P.Protocols.front().findArray("in");
  for (uint64_t Offset : {0, 4})
    P.M[P.Terms.read(map::Cause::Input, In, 32,
                     {P.Terms.constant(64, Offset)})] = 2;
  EXPECT_EQ(P.at(8), Replayed::AsSaid);
}

TEST(Replay, WhatTheLaunchSaysIsInMemory) {
  std::string Body = "wr a[in[threadIdx.x]]; rd a[in[threadIdx.x]];";
  std::string Same = "launch \"l\" { each i < i64(n) : in[i] == 2; } ";
  EXPECT_EQ(Play(Same + Body).at(8), Replayed::AsSaid);
  std::string Own = "launch \"l\" { each i < i64(n) : in[i] == i32(i); } ";
  EXPECT_EQ(Play(Own + Body).at(0), Replayed::Differs);
  // Thread 1 reads an element of which nothing is said: 0.
  std::string Few = "launch \"l\" { each i < 1 : in[i] == 2; } ";
  EXPECT_EQ(Play(Few + Body).at(8), Replayed::Differs);
  // One of some numbers.
  std::string Some =
      "launch \"l\" { each i < i64(n) : 2 <= in[i] && in[i] < 4; } ";
  EXPECT_EQ(Play(Some + Body).at(8), Replayed::AsSaid);
}

TEST(Replay, OneThreadAloneHasToComeToItsPlace) {
  Play P("if threadIdx.x < n { wr a[threadIdx.x]; }");
  auto Plays = [&](unsigned Thread, uint64_t Offset) {
    P.W.Threads[0].ThreadIdx = {Thread, 0, 0};
    const map::Protocol &Its = P.Protocols.front();
    LaunchFacts Launch(Its, map::LaunchContext());
    return replay({Its, Launch, P.W, P.M},
                  Part{P.W.Threads[0], Its.accesses().front(), Offset, {}});
  };
  EXPECT_EQ(Plays(1, 4), Replayed::AsSaid);
  EXPECT_EQ(Plays(1, 0), Replayed::Differs);
  EXPECT_EQ(Plays(2, 8), Replayed::Differs);
}

TEST(Replay, BrokenPromisesAndEndlessLoopsShowNothing) {
  EXPECT_EQ(Play("wr a[threadIdx.x]; rd a[threadIdx.x - 1]; "
                 "if 2147483647 +s n == 5 { rd in[0]; }")
                .at(0),
            Replayed::Differs);
  EXPECT_EQ(Play("wr a[threadIdx.x]; rd a[threadIdx.x - 1]; "
                 "loop k while n == 2 { rd in[0]; }")
                .at(0),
            Replayed::TooLong);
}

} // namespace
} // namespace racemap::verdict
