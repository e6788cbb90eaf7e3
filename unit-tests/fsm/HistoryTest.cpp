// HistoryTest - single histories, by the reference and by the machine. The
// reader can tell the right answer without either.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Launches.h"
#include "Word.h"
#include "gtest/gtest.h"

namespace racemap::fsm {
namespace {

constexpr Operation Atomics[] = {
    Operation::AtomicBlock, Operation::AtomicCluster, Operation::AtomicGrid};

/// T0 and T1 are in one warp, T2 in another one of their block, T3 in another
/// block.
class HistoryTest : public ::testing::Test {
protected:
  Hierarchy H = withoutClusters();
  unsigned T0 = H.threads()[0], T1 = H.threads()[1], T2 = H.threads()[2],
           T3 = H.threads()[4];
  Word W{H};

  void read(unsigned T) { ordered(Operation::Read, T); }
  void write(unsigned T) { ordered(Operation::Write, T); }
  void warpBarrier(unsigned T) { W.barrier(H.parent(T)); }
  void blockBarrier(unsigned T) { W.barrier(H.parent(H.parent(T))); }
  void gridBarrier() { W.barrier(0); }

  void ordered(Operation Op, unsigned T) { expect(Op, T, false); }
  void races(Operation Op, unsigned T) { expect(Op, T, true); }

private:
  void expect(Operation Op, unsigned T, bool Race) {
    Word::Answers A = W.access(Op, T);
    EXPECT_EQ(Race, A.Reference) << H.name(T) << ": " << name(Op);
    EXPECT_EQ(Race, A.Machine) << H.name(T) << ": " << name(Op);
  }
};

TEST_F(HistoryTest, ReadsDoNotRace) {
  for (unsigned T : H.threads())
    read(T);
}

TEST_F(HistoryTest, AWriteAfterAReadRaces) {
  read(T0);
  races(Operation::Write, T1);
}

TEST_F(HistoryTest, ABarrierOrdersItsGroupOnly) {
  write(T0);
  warpBarrier(T0);
  read(T1);
  races(Operation::Read, T2);
}

TEST_F(HistoryTest, ABarrierOfOtherThreadsOrdersNothing) {
  write(T0);
  blockBarrier(T3);
  races(Operation::Read, T3);
}

TEST_F(HistoryTest, OrderIsTransitive) {
  write(T0);
  warpBarrier(T0);
  blockBarrier(T1);
  write(T2);
}

TEST_F(HistoryTest, HiddenReadsCount) {
  read(T0);
  read(T2);
  warpBarrier(T2);
  races(Operation::Write, T2);
}

TEST_F(HistoryTest, AGridBarrierOrdersAll) {
  write(T0);
  gridBarrier();
  write(T3);
}

TEST_F(HistoryTest, AtomicsRaceBeyondTheirScope) {
  ordered(Operation::AtomicBlock, T0);
  ordered(Operation::AtomicGrid, T2);
  races(Operation::AtomicGrid, T3);
}

TEST_F(HistoryTest, AtomicsAndPlainAccessesRace) {
  ordered(Operation::AtomicGrid, T0);
  races(Operation::Read, T1);
}

TEST_F(HistoryTest, AfterARaceTheWordStartsAnew) {
  write(T0);
  races(Operation::Write, T1);
  write(T1);
  races(Operation::Read, T0);
}

/// The state is the same as before, but the cell has to say when T0 read last.
TEST_F(HistoryTest, TheSameStateIsWrittenBackAfterABarrier) {
  read(T0);
  warpBarrier(T0);
  read(T0);
  races(Operation::Write, T1);
}

// What the published table of HiRace gets wrong.

TEST_F(HistoryTest, ReadThenAtomicsOfABlock) {
  for (Operation Op : Atomics) {
    gridBarrier();
    read(T0);
    blockBarrier(T0);
    ordered(Op, T0);
    ordered(Op, T2);
  }
}

TEST_F(HistoryTest, ReadThenAtomicsOfAWarp) {
  for (Operation Op : Atomics) {
    gridBarrier();
    read(T0);
    warpBarrier(T0);
    ordered(Op, T0);
    ordered(Op, T1);
  }
}

TEST_F(HistoryTest, AtomicsThenAnAtomicAndAReadOfOneThread) {
  ordered(Operation::AtomicBlock, T0);
  ordered(Operation::AtomicBlock, T2);
  blockBarrier(T0);
  ordered(Operation::AtomicBlock, T2);
  read(T2);
}

TEST_F(HistoryTest, AtomicsOfDifferentScopesThenARead) {
  write(T0);
  warpBarrier(T0);
  ordered(Operation::AtomicBlock, T0);
  ordered(Operation::AtomicGrid, T1);
  races(Operation::Read, T1);
}

} // namespace
} // namespace racemap::fsm
