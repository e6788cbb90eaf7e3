// What copies of a process tell it of their findings.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Message.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace racemap::host;

TEST(Messages, AnyByteButZeroIsTrue) {
  Message M;
  std::string No = encode(M);
  M.IsOneSided = true;
  const std::string Yes = encode(M);
  ASSERT_EQ(No.size(), Yes.size());
  auto At = std::mismatch(No.begin(), No.end(), Yes.begin()).first;
  ASSERT_NE(At, No.end());
  *At = 2;
  std::optional<Message> Same = decode(No);
  ASSERT_TRUE(Same);
  EXPECT_EQ(encode(*Same), Yes);
}
