// CpuTimeTest - budgets count what a thread computes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/CpuTime.h"
#include <atomic>
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

using std::chrono::milliseconds;

/// Computes for that long, or until Flag is set.
void compute(CpuTime::duration Most, const std::atomic<bool> &Flag) {
  auto Begin = CpuTime::now();
  while (!Flag && CpuTime::now() - Begin < Most)
    ;
}

TEST(CpuTime, StandsStillWhileAThreadWaits) {
  auto Begin = CpuTime::now();
  std::this_thread::sleep_for(milliseconds(60));
  EXPECT_LT(CpuTime::now() - Begin, milliseconds(50));
}

TEST(CpuAlarm, RingsOnceTheThreadHasComputedForSoLong) {
  std::atomic<bool> Rang = false;
  CpuAlarm Alarm;
  auto Begin = CpuTime::now();
  auto Set = Alarm.set(milliseconds(20), [&] { Rang = true; });
  compute(std::chrono::seconds(20), Rang);
  EXPECT_TRUE(Rang);
  EXPECT_GE(CpuTime::now() - Begin, milliseconds(20));
}

TEST(CpuAlarm, DoesNotCountWaiting) {
  std::atomic<bool> Rang = false;
  CpuAlarm Alarm;
  auto Set = Alarm.set(milliseconds(50), [&] { Rang = true; });
  std::this_thread::sleep_for(milliseconds(150));
  EXPECT_FALSE(Rang);
}

TEST(CpuAlarm, IsSilentAfterItsSetting) {
  std::atomic<bool> First = false, Second = false;
  CpuAlarm Alarm;
  {
    auto Set = Alarm.set(milliseconds(5), [&] { First = true; });
  }
  auto Set = Alarm.set(milliseconds(30), [&] { Second = true; });
  compute(std::chrono::seconds(20), Second);
  EXPECT_TRUE(Second);
  EXPECT_FALSE(First);
}

} // namespace
} // namespace racemap::solve
