// When nothing can happen any more in a launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/DeadlockDetection.h"

#include <gtest/gtest.h>

using racemap::cpu::DeadlockDetection;

namespace {

TEST(DeadlockDetection, EndsWhenAllHaveLookedSinceTheLastProgress) {
  DeadlockDetection L;
  L.begin(2);
  EXPECT_FALSE(L.isDeadlocked(0, 0));
  L.setBusy(0, false);
  L.looksInVain(0, 0);
  EXPECT_FALSE(L.isDeadlocked(0, 0)); // the other runs
  L.progressed();
  L.setBusy(1, false);
  L.looksInVain(1, 1);
  EXPECT_FALSE(
      L.isDeadlocked(1, 0)); // the first may find what the other has done
  L.looksInVain(0, 1);
  EXPECT_TRUE(L.isDeadlocked(1, 0));
  EXPECT_FALSE(L.isDeadlocked(0, 0)); // who asks does not know of it
  L.setBusy(1, true);
  L.setBusy(1, false);
  EXPECT_FALSE(L.isDeadlocked(1, 0)); // it has been released from something
}

TEST(DeadlockDetection, WhoWaitsForATurnLooksWhenItHasCome) {
  DeadlockDetection L;
  L.begin(3);
  for (unsigned Worker = 0; Worker < 3; ++Worker)
    L.setBusy(Worker, false);
  L.looksInVain(0, 0);
  L.waitsForTurn(1, 4);
  EXPECT_FALSE(L.isDeadlocked(0, 4));
  L.ended(2);
  EXPECT_TRUE(L.isDeadlocked(0, 4));
  EXPECT_FALSE(L.isDeadlocked(0, 5));
}

} // namespace
