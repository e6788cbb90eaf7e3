// What histories of words keep: no more than may still matter, and no less.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/monitor/Device.h"

#include "runtime/cpu/monitor/Process.h"

#include <gtest/gtest.h>
#include <numeric>

namespace racemap {
namespace {

using device::Descriptor;
using device::Order;
using fsm::Operation;
using fsm::Scope;

class HistoriesTest : public testing::Test {
protected:
  HistoriesTest()
      : Begin(uint64_t(cpu::Arena::get().allocate(
            4 * NumWords, cpu::Allocation::Kind::Device, {}))) {}
  ~HistoriesTest() override {
    cpu::Arena::get().free(reinterpret_cast<void *>(Begin));
  }

  static constexpr unsigned NumWords = 4096;
  static constexpr unsigned Site = Device::SitesPerKernel;

  bool races(Device &D, unsigned Thread, Operation Op, unsigned Word = 0,
             unsigned Bytes = 4) {
    Descriptor A;
    A.Op = Op;
    return !D.access(Thread, Begin + 4 * Word, Bytes, A, Site + unsigned(Op))
                .empty();
  }
  static uint64_t count() { return cpu::Process::get().histories().size(); }
  size_t kept(unsigned Word = 0) const {
    void *At = reinterpret_cast<void *>(Begin + 4 * Word);
    auto &Cell =
        *reinterpret_cast<device::Word *>(cpu::Arena::get().shadow(At));
    cpu::Process &P = cpu::Process::get();
    return P.histories().find(Cell, P.launch().FirstPlace)->size();
  }

  uint64_t Begin;
};

TEST_F(HistoriesTest, AreNotOfWordsThatOneThreadHas) {
  Device D("fenced", 2, 1, {0, 1});
  for (unsigned Word = 0; Word < NumWords; ++Word) {
    EXPECT_FALSE(races(D, Word % 4, Operation::Read, Word));
    EXPECT_FALSE(races(D, Word % 4, Operation::Write, Word));
    EXPECT_FALSE(races(D, Word % 4, Operation::Read, Word));
  }
  EXPECT_EQ(count(), 0u);
  for (unsigned Word = 0; Word < 10; ++Word)
    EXPECT_TRUE(races(D, (Word + 1) % 4, Operation(Word % 2), Word)) << Word;
  EXPECT_EQ(count(), 10u);
}

/// What only one thread has may be written, told, and read again: whoever is
/// told comes after the write, not after the read.
TEST_F(HistoriesTest, HaveAReadBehindWhatWasTold) {
  Device D("fenced", 2, 1, {0, 1});
  Descriptor Flag;
  Flag.Op = Operation::AtomicGrid;
  EXPECT_FALSE(races(D, 0, Operation::Write));
  D.fence(0, Scope::Grid, Order::AcqRel);
  D.access(0, Begin + 4, 4, Flag, Site + 4);
  EXPECT_FALSE(races(D, 0, Operation::Read));
  D.access(2, Begin + 4, 4, Flag, Site + 4);
  D.fence(2, Scope::Grid, Order::AcqRel);
  EXPECT_FALSE(races(D, 2, Operation::Read));
  EXPECT_TRUE(races(D, 2, Operation::Write));
}

/// An atomic access of a block's scope does not stand for one before it in
/// another block: who is of its own block races with that one alone.
TEST_F(HistoriesTest, KeepAtomicsOfOtherBlocks) {
  Device D("fenced", 2, 1, {0, 1});
  Descriptor Flag;
  Flag.Op = Operation::AtomicGrid;
  EXPECT_FALSE(races(D, 0, Operation::AtomicBlock));
  D.fence(0, Scope::Grid, Order::AcqRel);
  D.access(0, Begin + 4, 4, Flag, Site + 4);
  D.access(2, Begin + 4, 4, Flag, Site + 4);
  D.fence(2, Scope::Grid, Order::AcqRel);
  EXPECT_FALSE(races(D, 2, Operation::AtomicBlock));
  EXPECT_TRUE(races(D, 3, Operation::AtomicBlock));
}

TEST_F(HistoriesTest, AreMadeForPartsOfWords) {
  Device D("fenced", 1, 1, {0, 1});
  EXPECT_FALSE(races(D, 0, Operation::Write, 0, 2));
  EXPECT_EQ(count(), 1u);
  EXPECT_TRUE(races(D, 1, Operation::Write, 0, 1));
}

/// Who has read what another launch wrote has not read what this one does.
TEST_F(HistoriesTest, KnowNothingOfAnotherLaunch) {
  {
    Device D("fenced", 2, 1, {0, 1});
    EXPECT_FALSE(races(D, 0, Operation::AtomicGrid));
    EXPECT_FALSE(races(D, 2, Operation::AtomicGrid));
    EXPECT_FALSE(races(D, 2, Operation::Read));
  }
  Device D("fenced", 2, 1, {0, 1});
  EXPECT_FALSE(races(D, 0, Operation::AtomicGrid));
  EXPECT_TRUE(races(D, 2, Operation::Read));
}

/// Of as many as there are threads, not as many as there are accesses; Fenced:
/// each of them may tell something.
class Counter : public HistoriesTest,
                public testing::WithParamInterface<bool> {};

TEST_P(Counter, StaysSmall) {
  constexpr unsigned Blocks = 4;
  std::vector<unsigned> InBlock(64);
  std::iota(InBlock.begin(), InBlock.end(), 0);
  Device D("fenced", Blocks, 1, InBlock);
  unsigned Threads = D.shape().size(), Last = Threads - 1;
  unsigned Times = GetParam() ? 800 : 4000;
  for (unsigned I = 0; I < Times * Last; ++I) {
    ASSERT_FALSE(races(D, I % Last, Operation::AtomicGrid)) << I;
    if (GetParam())
      D.fence(I % Last, Scope::Grid, Order::AcqRel);
    if (I % 10'000 == 0)
      ASSERT_LT(kept(), 8 * Threads) << I;
  }
  // Whoever has read the last value comes after all who led to it.
  EXPECT_FALSE(races(D, 0, Operation::AtomicGrid));
  EXPECT_FALSE(races(D, 0, Operation::Read));
  EXPECT_TRUE(races(D, Last, Operation::Read));
}

INSTANTIATE_TEST_SUITE_P(Of, Counter, testing::Bool(),
                         [](auto &Info) -> std::string {
                           return Info.param ? "Fences" : "NoFences";
                         });

} // namespace
} // namespace racemap
