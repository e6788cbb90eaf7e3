// What is alive at barriers has its memory, which knows how much is in use.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Frames.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <unistd.h>

using racemap::cpu::Frames;

namespace {

TEST(Frames, GrowWithTheirBlock) {
  Frames Of;
  for (size_t Bytes : {100u, 1u << 20, 10u, (1u << 20) + 1}) {
    char *Memory = Of.take(Bytes);
    ASSERT_NE(Memory, nullptr);
    EXPECT_EQ(uintptr_t(Memory) % Frames::Alignment, 0u);
    memset(Memory, 1, Bytes);
    EXPECT_TRUE(Of.has(Memory, Bytes));
    EXPECT_TRUE(Of.has(Memory + Bytes - 1, 1));
    EXPECT_FALSE(Of.has(Memory + 1, Bytes));
    EXPECT_FALSE(Of.has(Memory + Bytes, 1));
    EXPECT_FALSE(Of.has(Memory - 1, 1));
  }
}

TEST(Frames, StayForTheNextBlock) {
  Frames Of;
  char *Memory = Of.take(1000);
  Of.giveBack();
  EXPECT_FALSE(Of.has(Memory, 1));
  EXPECT_EQ(Of.take(900), Memory);
  EXPECT_FALSE(Of.has(Memory, 1000));
}

/// The system says so, and raises no signal.
static bool isThere(const char *P) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return false;
  bool CanBeRead = write(Ends[1], P, 1) == 1;
  close(Ends[0]);
  close(Ends[1]);
  return CanBeRead;
}

TEST(Frames, WhatIsAroundThemIsNobodys) {
  Frames Of;
  for (size_t Bytes : {100u, 1u << 20}) {
    char *Memory = Of.take(Bytes);
    char *End = Memory + (Bytes + 4095) / 4096 * 4096;
    EXPECT_TRUE(isThere(Memory));
    EXPECT_TRUE(isThere(Memory + Bytes - 1));
    for (size_t Far : {size_t(1), Frames::GuardBytes})
      EXPECT_FALSE(isThere(Memory - Far)) << Far;
    for (size_t Far : {size_t(0), Frames::GuardBytes - 1})
      EXPECT_FALSE(isThere(End + Far)) << Far;
  }
}

TEST(Frames, WithoutMemoryThereAreNone) {
  Frames Of;
  EXPECT_EQ(Of.take(SIZE_MAX / 2), nullptr);
  EXPECT_FALSE(Of.has(nullptr, 1));
  EXPECT_NE(Of.take(100), nullptr);
}

} // namespace
