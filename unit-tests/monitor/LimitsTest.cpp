// What a cell cannot count is said once, and never makes up a race.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/monitor/Device.h"

#include "runtime/device/Step.h"
#include "runtime/device/Succession.h"

#include <gtest/gtest.h>
#include <random>

namespace racemap {
namespace {

using device::Accessor;
using device::CellLayout;
using device::Descriptor;
using fsm::Operation;
using fsm::Scope;

TEST(Cells, KeepWhatFits) {
  for (bool HasClusters : {false, true})
    for (unsigned Sites : {0u, 1u, 300u, 4095u, 1u << 20}) {
      CellLayout L(Sites, HasClusters);
      Accessor A;
      A.Place = CellLayout::MaxPlace;
      A.Thread = 1023;
      A.Site = std::min(Sites, L.maxSite());
      A.Cluster = L.maxCluster();
      A.Block = L.maxBlock();
      A.Warp = L.maxWarp();
      device::Word Cell = L.pack(29, A);
      Accessor B = L.unpack(Cell);
      EXPECT_EQ(CellLayout::state(Cell), 29u);
      EXPECT_EQ(B.Place, A.Place);
      EXPECT_EQ(B.Thread, A.Thread);
      EXPECT_EQ(B.Site, A.Site);
      EXPECT_EQ(B.Cluster, A.Cluster);
      EXPECT_EQ(B.Block, A.Block);
      EXPECT_EQ(B.Warp, A.Warp);
      EXPECT_GE(L.maxBlock(), 31u);
      EXPECT_GE(L.maxWarp(), 15u);
    }
}

TEST(Cells, OfUnknownSitesSaySo) {
  CellLayout L(1 << 20, false);
  Accessor A;
  A.Site = L.maxSite() + 1;
  EXPECT_EQ(L.unpack(L.pack(1, A)).Site, 0u);
}

TEST(Cells, AreNoPoisonAndNotElsewhereByAccident) {
  CellLayout L(4095, true);
  Accessor A{CellLayout::MaxPlace, 1023, 4095, ~0u, ~0u, ~0u};
  for (unsigned State = 0; State < fsm::NumStates; ++State) {
    EXPECT_NE(L.pack(State, A), device::Poison);
    EXPECT_FALSE(CellLayout::isElsewhere(L.pack(State, A)));
  }
  EXPECT_NE(CellLayout::elsewhere(CellLayout::MaxPlace, CellLayout::MaxNumber),
            device::Poison);
}

/// A cell in any state, and who comes to it.
struct RandomMeeting {
  std::mt19937 &Random;
  unsigned pick(unsigned Most) { return unsigned(Random() % (Most + 1)); }
  Accessor someone(unsigned FirstPlace) {
    Accessor A{FirstPlace + pick(3),
               32 * pick(1) + pick(1),
               0,
               L.maxCluster() ? pick(1) : 0,
               pick(1),
               pick(1)};
    return A;
  }

  CellLayout L{pick(300), pick(1) != 0};
  device::Surroundings Around{L, pick(1) ? 4u : 0u, L.maxCluster() ? 2u : 1u};
  device::Word Now = L.pack(31, someone(unsigned(Around.Epoch)));
  device::Word Cell =
      L.pack(pick(fsm::NumStates - 1), someone(0)) | L.site(pick(L.maxSite()));
  Operation Op = Operation(pick(fsm::NumOperations - 1));
};

TEST(Agreement, IsOnlyWithCellsThatStayAsTheyAre) {
  std::mt19937 Random(7);
  unsigned Kept = 0, Agreed = 0;
  for (unsigned I = 0; I < 300'000; ++I) {
    RandomMeeting M{Random};
    auto T = device::step(M.Cell, M.Around, M.Now, M.Op).What;
    bool Keeps = T.keeps() && !T.races(), WithAtomics = I % 2;
    bool Agrees =
        CellLayout::age(M.Cell) >= CellLayout::ageOf(M.Around.Epoch) &&
        device::Agreement(M.L, WithAtomics).keeps(M.Cell, M.Now, M.Op);
    EXPECT_TRUE(Keeps || !Agrees);
    EXPECT_TRUE(WithAtomics || !isAtomic(M.Op) || !Agrees);
    Kept += Keeps && (WithAtomics || !isAtomic(M.Op));
    Agreed += Agrees;
  }
  // Cells of other blocks and of clusters are left to the monitor.
  EXPECT_GT(Agreed, Kept / 2);
}

/// What the newcomer leaves is what the machine says, and nobody is lost whom a
/// later race could be with.
TEST(Succession, IsOneWhereAllIsOrdered) {
  std::mt19937 Random(8);
  unsigned Changed = 0, Succeeded = 0;
  for (unsigned I = 0; I < 300'000; ++I) {
    RandomMeeting M{Random};
    bool WithAtomics = I % 2;
    // One block.
    M.Around.ClusterSize = 1;
    M.Around.Epoch = 0;
    M.Cell &= ~(CellLayout::PlaceMask | M.L.clusterClock());
    M.Now &= ~(CellLayout::PlaceMask | M.L.clusterClock());
    if (CellLayout::state(M.Cell) == 0)
      M.Cell = 0;
    device::Step S = device::step(M.Cell, M.Around, M.Now, M.Op);
    device::Word Change =
        device::Succession(M.L, WithAtomics).inShared(M.Cell, M.Now, M.Op);
    bool IsOrdered = M.Cell == 0 || S.How.Since == Scope::Block;
    bool Changes = !S.What.keeps() && !S.What.races() && IsOrdered &&
                   (WithAtomics || !isAtomic(M.Op));
    EXPECT_TRUE(Changes || Change == 0);
    if (Change)
      EXPECT_EQ(M.Now ^ Change, CellLayout::withState(M.Now, S.What.next()));
    Changed += Changes;
    Succeeded += Change != 0;
  }
  EXPECT_GT(Succeeded, Changed / 2);
}

TEST(Succession, OfNobodyIsTheFirstAccess) {
  CellLayout L(10, false);
  device::Surroundings Around{L, 7, 1};
  for (unsigned Op = 0; Op < fsm::NumOperations; ++Op) {
    Accessor Before, Now;
    Before.Place = 6;
    Now.Place = 7;
    device::Word Stamp = L.pack(31, Now);
    for (unsigned State = 0; State <= 30; ++State) {
      device::Word Old = L.pack(State, Before);
      auto T = device::step(Old, Around, Stamp, Operation(Op)).What;
      EXPECT_FALSE(T.races() || T.keeps());
      EXPECT_EQ(CellLayout::withState(Stamp, T.next()),
                Stamp ^ device::Succession::first(Operation(Op)));
    }
  }
}

TEST(Succession, IsNotOfWhatIsNoState) {
  CellLayout L(10, false);
  Accessor A;
  A.Block = 1;
  for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
    for (device::Word Cell :
         {device::Poison, CellLayout::elsewhere(0, 0), L.pack(30, {})}) {
      EXPECT_EQ(device::Succession(L, true).inShared(Cell, L.pack(31, A),
                                                     Operation(Op)),
                0u);
      EXPECT_EQ(
          device::Succession().inShared(Cell, L.pack(31, A), Operation(Op)),
          0u);
    }
}

TEST(Agreement, IsNotWithWhatIsNoState) {
  CellLayout L(10, false);
  device::Agreement All(L, true);
  for (unsigned Op = 0; Op < fsm::NumOperations; ++Op)
    for (device::Word Stamp : {L.pack(31, {}), device::BlindStamp})
      for (device::Word Cell :
           {device::Word(0), device::Poison, CellLayout::elsewhere(0, 0),
            CellLayout::elsewhere(CellLayout::MaxPlace + 1, 0)})
        EXPECT_FALSE(All.keeps(Cell, Stamp, Operation(Op)));
}

class Limits : public testing::Test {
protected:
  Limits()
      : Word(uint64_t(
            cpu::Arena::get().allocate(4, cpu::Allocation::Kind::Device, {}))) {
  }
  ~Limits() override { cpu::Arena::get().free(reinterpret_cast<void *>(Word)); }

  bool races(Device &D, unsigned Thread, Operation Op) {
    Descriptor A;
    A.Op = Op;
    return !D.access(Thread, Word, 4, A, unsigned(Op)).empty();
  }

  uint64_t Word;
};

/// More barriers than a cell counts: two threads take turns.
TEST_F(Limits, ManyBarriersMakeNoRaces) {
  for (Scope S : {Scope::Warp, Scope::Block, Scope::Cluster}) {
    Device D("plain", 2, 2, {0, 1, 32});
    unsigned Other = S == Scope::Warp ? 1 : S == Scope::Block ? 2 : 3;
    for (unsigned I = 0; I < 5000; ++I) {
      ASSERT_FALSE(races(D, I % 2 ? Other : 0, Operation::Write)) << I;
      D.barrier(0, S);
    }
  }
}

TEST_F(Limits, WhatIsNotSeenIsSaidOnce) {
  testing::internal::CaptureStderr();
  for (unsigned Launch = 0; Launch < 3; ++Launch) {
    Device D("alike", 1, 1, {0, 1}); // of which no other test has said it
    for (unsigned I = 0; I < 6000; ++I) {
      races(D, I % 2, Operation::Read);
      D.barrier(0, Scope::Block);
    }
  }
  std::string Said = testing::internal::GetCapturedStderr();
  size_t First = Said.find("more barriers than a shadow cell can count");
  ASSERT_NE(First, std::string::npos);
  EXPECT_EQ(Said.find("more barriers", First + 1), std::string::npos) << Said;
}

/// Blocks race as before when their clocks have come to an end.
TEST_F(Limits, AWiderRaceIsSeenAfterManyBarriers) {
  Device D("plain", 2, 1, {0, 1});
  for (unsigned I = 0; I < 5000; ++I)
    D.barrier(0, Scope::Block);
  EXPECT_FALSE(races(D, 0, Operation::Write));
  EXPECT_TRUE(races(D, 2, Operation::Read));
}

/// The numbers of blocks run out after a few launches, because grid barriers
/// use them up.
TEST_F(Limits, CellsBeginAnewWhenPlacesRunOut) {
  constexpr unsigned Blocks = 4096, Barriers = 300;
  for (unsigned I = 0; I < CellLayout::MaxPlace / Blocks / Barriers + 3; ++I) {
    Device D("plain", Blocks, 1, {0});
    for (unsigned J = 0; J < Barriers; ++J) {
      ASSERT_FALSE(races(D, (I + J) % Blocks, Operation::Write)) << I;
      D.barrier(0, Scope::Grid);
    }
    ASSERT_FALSE(races(D, 7, Operation::Write)) << I;
    ASSERT_TRUE(races(D, 8, Operation::Write)) << I;
  }
}

/// Launches come one after the other.
TEST_F(Limits, LaunchesAreOrdered) {
  for (unsigned I = 0; I < 3; ++I) {
    Device D("plain", 2, 1, {0, 1});
    EXPECT_FALSE(races(D, I % 4, Operation::Write)) << I;
  }
}

TEST_F(Limits, BytesOfAWordAreApart) {
  Device D("plain", 1, 1, {0, 1, 2, 3});
  Descriptor Write;
  Write.Op = Operation::Write;
  for (unsigned T = 0; T < 4; ++T)
    EXPECT_TRUE(D.access(T, Word + T, 1, Write, 1).empty()) << T;
  EXPECT_EQ(D.access(0, Word, 2, Write, 1).size(), 1u);
}

TEST_F(Limits, WideAccessesHaveSeveralWords) {
  uint64_t Wide = uint64_t(
      cpu::Arena::get().allocate(32, cpu::Allocation::Kind::Device, {}));
  Device D("plain", 1, 1, {0, 1});
  Descriptor Write, Read;
  Write.Op = Operation::Write;
  EXPECT_TRUE(D.access(0, Wide, 16, Write, 1).empty());
  EXPECT_TRUE(D.access(1, Wide + 16, 16, Write, 1).empty());
  EXPECT_FALSE(D.access(1, Wide + 12, 4, Read, 0).empty());
  EXPECT_TRUE(D.access(0, Wide + 8, 4, Read, 0).empty());
  cpu::Arena::get().free(reinterpret_cast<void *>(Wide));
}

} // namespace
} // namespace racemap
