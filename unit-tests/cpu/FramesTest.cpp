// What is alive at barriers has its memory, which knows how much is in use.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Frames.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>

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

TEST(Frames, WithoutMemoryThereAreNone) {
  Frames Of;
  EXPECT_EQ(Of.take(SIZE_MAX / 2), nullptr);
  EXPECT_FALSE(Of.has(nullptr, 1));
  EXPECT_NE(Of.take(100), nullptr);
}

} // namespace
