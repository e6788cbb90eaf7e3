// Asynchronous copies go on until their group has been waited for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/monitor/Device.h"

#include <gtest/gtest.h>

namespace racemap {
namespace {

using device::Descriptor;
using fsm::Operation;
using fsm::Scope;

class Copies : public testing::Test {
protected:
  Copies() : D("fenced", 1, 1, {0, 1, 32}, 8) {
    From = uint64_t(
        cpu::Arena::get().allocate(64, cpu::Allocation::Kind::Device, {}));
    To = D.shared(0);
  }
  ~Copies() override { cpu::Arena::get().free(reinterpret_cast<void *>(From)); }

  bool reads(unsigned Thread, uint64_t Address) {
    return !D.access(Thread, Address, 4, {}, Device::SitesPerKernel).empty();
  }
  bool writes(unsigned Thread, uint64_t Address) {
    Descriptor Write;
    Write.Op = Operation::Write;
    return !D.access(Thread, Address, 4, Write, Device::SitesPerKernel + 1)
                .empty();
  }

  Device D;
  uint64_t From = 0, To = 0;
};

TEST_F(Copies, AreNotYetThereForTheirOwnThread) {
  D.copy(0, To, From, 16);
  EXPECT_TRUE(reads(0, To + 4));
}

TEST_F(Copies, AreThereAfterTheWait) {
  D.copy(0, To, From, 16);
  D.commitCopies(0);
  D.waitForCopies(0, 0);
  EXPECT_FALSE(reads(0, To + 4));
  D.barrier(0, Scope::Block);
  EXPECT_FALSE(reads(1, To));
}

TEST_F(Copies, NeedABarrierForOthers) {
  D.copy(0, To, From, 16);
  D.commitCopies(0);
  D.waitForCopies(0, 0);
  EXPECT_TRUE(reads(1, To));
}

TEST_F(Copies, ABarrierIsNoWait) {
  D.copy(0, To, From, 16);
  D.commitCopies(0);
  D.barrier(0, Scope::Block);
  EXPECT_TRUE(reads(1, To));
}

TEST_F(Copies, OfTheLastGroupsAreLeftPending) {
  D.copy(0, To, From, 16);
  D.commitCopies(0);
  D.copy(0, To + 16, From + 16, 16);
  D.commitCopies(0);
  D.waitForCopies(0, 1);
  EXPECT_FALSE(reads(0, To));
  EXPECT_TRUE(reads(0, To + 16));
}

TEST_F(Copies, ABarrierOfTheGridIsNoWait) {
  D.copy(0, To, From, 16);
  D.commitCopies(0);
  D.barrier(0, Scope::Grid);
  EXPECT_TRUE(writes(1, From + 8));
  EXPECT_TRUE(reads(1, To));
}

TEST_F(Copies, AreDoneIfTheWaitIsBehindABarrierOfTheGrid) {
  D.copy(0, To, From, 16);
  D.commitCopies(0);
  D.barrier(0, Scope::Grid);
  D.waitForCopies(0, 0);
  D.barrier(0, Scope::Block);
  EXPECT_FALSE(writes(1, From + 8));
  EXPECT_FALSE(reads(1, To));
}

TEST_F(Copies, WhatWasWrittenBehindABarrierOfTheGridRaces) {
  Device Two("fenced", 2, 1, {0}, 8);
  Two.copy(0, Two.shared(0), From, 16);
  Two.barrier(0, Scope::Grid);
  Descriptor Write;
  Write.Op = Operation::Write;
  EXPECT_FALSE(
      Two.access(1, From + 4, 4, Write, Device::SitesPerKernel + 1).empty());
}

TEST_F(Copies, ReadTheirSource) {
  D.copy(0, To, From, 16);
  EXPECT_FALSE(reads(1, From));
  EXPECT_TRUE(writes(0, From + 4));
}

} // namespace
} // namespace racemap
