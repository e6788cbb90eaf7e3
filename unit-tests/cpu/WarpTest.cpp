// Warps and barriers without fibers: who goes on when, and with what.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Warp.h"
#include "runtime/cpu/Barriers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>

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

TEST_F(WarpTest, ALaneThatItsMaskDoesNotNameGoesOnAlone) {
  EXPECT_EQ(arrive(5, WarpOperation::Ballot, 0x3, 1), 1u << 5);
  EXPECT_EQ(arrive(0, WarpOperation::Ballot, 0x3, 1), 0u);
  EXPECT_EQ(arrive(6, WarpOperation::Ballot, 0x3, 1), 1u << 6);
  EXPECT_EQ(arrive(1, WarpOperation::Ballot, 0x3, 1), 0x3u);
  EXPECT_EQ(Requests[0].Result, 0x3u); // the others are not in it
}

TEST_F(WarpTest, LanesThatHaveExitedAreNotWaitedFor) {
  EXPECT_EQ(W.exited(5, Pointers.data()), 0u);
  EXPECT_EQ(arrive(4, WarpOperation::Sync, 0x30), 0x10u);
}

TEST_F(WarpTest, LanesThatDoNotExistAreNotWaitedFor) {
  W.begin(0x3);
  EXPECT_EQ(arrive(0, WarpOperation::Sync, ~0u), 0u);
  EXPECT_EQ(arrive(1, WarpOperation::Sync, ~0u), 0x3u);
  EXPECT_EQ(W.Ready, 0x3u);
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

/// Some lanes do an operation, with values that are near each other and on
/// either side of the sign; each result against its definition, one lane at a
/// time.
TEST_F(WarpTest, ResultsAreAsDefined) {
  using Op = WarpOperation;
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round < 20'000; ++Round) {
    SCOPED_TRACE(Round);
    uint32_t Lanes = Random() | 1u << Random() % 32;
    auto O = Op(Random() % (unsigned(Op::Elect) + 1));
    if (O == Op::Sync || O == Op::ReduceFMin || O == Op::ReduceFMax)
      continue;
    bool Alike = Random() % 3 == 0;
    std::vector<uint32_t> In;
    for (unsigned Lane = 0; Lane < 32; ++Lane) {
      Requests[Lane] = {};
      Requests[Lane].Operation = O;
      uint32_t Value = Random() % 3 + (Random() % 2 ? 0x80000000u : 0);
      Requests[Lane].Value = Alike ? Round % 2 : Value;
      if (Lanes >> Lane & 1)
        In.push_back(uint32_t(Requests[Lane].Value));
    }
    evaluate(Lanes, Pointers.data());
    auto Yes = [](uint32_t V) { return V != 0; };
    auto Signed = [](uint32_t A, uint32_t B) { return int(A) < int(B); };
    bool All = std::all_of(In.begin(), In.end(), Yes);
    bool Any = std::any_of(In.begin(), In.end(), Yes);
    bool Same = std::equal(In.begin() + 1, In.end(), In.begin());
    uint32_t Sum = 0, Or = 0, And = ~0u, Xor = 0, Ballot = 0;
    for (uint32_t V : In)
      Sum += V, Or |= V, And &= V, Xor ^= V;
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      Ballot |= uint32_t(Requests[Lane].Value != 0) << Lane;
    Ballot &= Lanes;
    for (unsigned Lane = 0; Lane < 32; ++Lane) {
      if (!(Lanes >> Lane & 1))
        continue;
      const WarpRequest &R = Requests[Lane];
      uint32_t Alikes = 0;
      for (unsigned I = 0; I < 32; ++I)
        Alikes |= (Lanes >> I & 1 && Requests[I].Value == R.Value) << I;
      uint64_t Wanted = 0;
      switch (O) {
      case Op::ActiveMask:
        Wanted = Lanes;
        break;
      case Op::VoteAll:
        Wanted = All;
        break;
      case Op::VoteAny:
        Wanted = Any;
        break;
      case Op::VoteUniform:
        Wanted = All || !Any;
        break;
      case Op::Ballot:
        Wanted = Ballot;
        break;
      case Op::MatchAny:
        Wanted = Alikes;
        break;
      case Op::MatchAll:
        Wanted = Same ? Lanes : 0;
        EXPECT_EQ(R.Predicate, Same);
        break;
      case Op::ReduceAdd:
        Wanted = Sum;
        break;
      case Op::ReduceMin:
        Wanted = *std::min_element(In.begin(), In.end(), Signed);
        break;
      case Op::ReduceMax:
        Wanted = *std::max_element(In.begin(), In.end(), Signed);
        break;
      case Op::ReduceUMin:
        Wanted = *std::min_element(In.begin(), In.end());
        break;
      case Op::ReduceUMax:
        Wanted = *std::max_element(In.begin(), In.end());
        break;
      case Op::ReduceAnd:
        Wanted = And;
        break;
      case Op::ReduceOr:
        Wanted = Or;
        break;
      case Op::ReduceXor:
        Wanted = Xor;
        break;
      case Op::Elect: {
        unsigned First = std::countr_zero(Lanes);
        Wanted = First;
        EXPECT_EQ(R.Predicate, Lane == First);
        break;
      }
      default: // shuffles have tests of their own
        continue;
      }
      EXPECT_EQ(R.Result, Wanted) << nameOf(R) << " lane " << Lane;
    }
  }
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

TEST(Barriers, BeginAnewWhenTheyAreDone) {
  Barriers B;
  B.begin(2);
  EXPECT_FALSE(B.arrive({.Thread = 0}));
  EXPECT_TRUE(B.arrive({.Thread = 1, .Predicate = true}));
  EXPECT_FALSE(B.arrive({.Thread = 1}));
  auto Again = B.arrive({.Thread = 0});
  ASSERT_TRUE(Again);
  EXPECT_EQ(Again->Came.size(), 2u);
  EXPECT_EQ(Again->Waiting.size(), 2u);
  EXPECT_EQ(Again->NumTrue, 0u);
  EXPECT_FALSE(B.arrive({.Thread = 0}));
}
