// Warps and barriers without fibers: who goes on when, and with what.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Warp.h"
#include "runtime/cpu/Barriers.h"

#include <gtest/gtest.h>

#include <array>

using namespace racemap::cpu;

namespace {

class WarpTest : public ::testing::Test {
protected:
  WarpTest() {
    for (unsigned I = 0; I < 32; ++I)
      Pointers[I] = &Requests[I];
    W.begin(~0u);
  }

  uint32_t arrive(unsigned Lane, WarpOperation Op, uint32_t Mask,
                  uint64_t Value = 0) {
    Requests[Lane] = {};
    Requests[Lane].Operation = Op;
    Requests[Lane].Mask = Mask;
    Requests[Lane].Value = Value;
    return W.arrive(Lane, Pointers.data());
  }
  void converge(unsigned Lane, unsigned Site) {
    Requests[Lane] = {};
    Requests[Lane].Operation = WarpOperation::ActiveMask;
    Requests[Lane].IsConverging = true;
    Requests[Lane].Site = Site;
    EXPECT_EQ(W.arrive(Lane, Pointers.data()), 0u);
  }

  std::array<WarpRequest, 32> Requests;
  std::array<WarpRequest *, 32> Pointers;
  Warp W;
};

} // namespace

TEST_F(WarpTest, TheLastLaneOfTheMaskReleasesAll) {
  EXPECT_EQ(arrive(0, WarpOperation::Ballot, 0x7, 1), 0u);
  EXPECT_EQ(arrive(2, WarpOperation::Ballot, 0x7, 1), 0u);
  EXPECT_EQ(W.Ready & 0x7, 0x2u);
  EXPECT_EQ(arrive(1, WarpOperation::Ballot, 0x7, 0), 0x7u);
  EXPECT_EQ(Requests[0].Result, 0x5u);
  EXPECT_EQ(W.Ready, ~0u);
}

TEST_F(WarpTest, AnotherMaskOrOperationDoesNotCount) {
  EXPECT_EQ(arrive(0, WarpOperation::Sync, 0x3), 0u);
  EXPECT_EQ(arrive(1, WarpOperation::Sync, 0x2 | 0x4), 0u);
  EXPECT_EQ(arrive(2, WarpOperation::Ballot, 0x6), 0u);
  EXPECT_EQ(W.waiting(), 0x7u);
}

TEST_F(WarpTest, LanesThatExitAreNotWaitedFor) {
  EXPECT_EQ(arrive(4, WarpOperation::ReduceAdd, 0x30, 9), 0u);
  EXPECT_EQ(W.exited(5, Pointers.data()), 0x10u);
  EXPECT_EQ(Requests[4].Result, 9u);
}

TEST_F(WarpTest, TheEarliestSiteConvergesFirst) {
  converge(3, 8);
  converge(1, 5);
  converge(7, 5);
  EXPECT_EQ(W.converge(Pointers.data()), 1u << 1 | 1u << 7);
  EXPECT_EQ(Requests[7].Result, 0x82u);
  EXPECT_EQ(W.converge(Pointers.data()), 1u << 3);
  EXPECT_FALSE(W.converges());
}

TEST_F(WarpTest, ShufflesStayInTheirSegment) {
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    WarpRequest &R = Requests[Lane];
    R.Operation = WarpOperation::ShuffleDown;
    R.Value = Lane;
    R.Lane = 3;
    R.Clamp = 24 << 8 | 31; // segments of 8
  }
  evaluate(~0u, Pointers.data());
  EXPECT_EQ(Requests[4].Result, 7u);
  EXPECT_TRUE(Requests[4].Predicate);
  EXPECT_EQ(Requests[5].Result, 5u);
  EXPECT_FALSE(Requests[5].Predicate);
}

TEST(Barriers, ThreadsThatExitDoNotCount) {
  Barriers B;
  B.begin(3);
  EXPECT_FALSE(B.arrive({.Thread = 0}));
  EXPECT_FALSE(B.arrive({.Thread = 1, .Predicate = true}));
  auto Done = B.exited();
  ASSERT_TRUE(Done);
  EXPECT_TRUE(Done->IsWholeBlock);
  EXPECT_EQ(Done->NumTrue, 1u);
  EXPECT_EQ(Done->Waiting.size(), 2u);
}

TEST(Barriers, WhoOnlyArrivesDoesNotWait) {
  Barriers B;
  B.begin(64);
  EXPECT_FALSE(B.arrive({.Thread = 0, .Id = 1, .Count = 2, .Waits = false}));
  auto Done = B.arrive({.Thread = 5, .Id = 1, .Count = 2});
  ASSERT_TRUE(Done);
  EXPECT_FALSE(Done->IsWholeBlock);
  EXPECT_EQ(Done->Waiting, std::vector<unsigned>{5});
  EXPECT_EQ(Done->Came.size(), 2u);
}

TEST(Barriers, EachBarrierCountsForItself) {
  Barriers B;
  B.begin(2);
  EXPECT_FALSE(B.arrive({.Thread = 0, .Id = 3}));
  EXPECT_FALSE(B.arrive({.Thread = 1, .Id = 4}));
}
