// What changes a lock, in protocols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

std::string locked(const std::string &Lock, const std::string &Name,
                   const std::string &Inside) {
  return "atomic " + Lock + " from 0 to 1 => " + Name + "; if " + Name +
         " == 0 { fence; " + Inside + " fence; atomic " + Lock + " = 0; }";
}

std::string verdictOf(const std::string &Body) {
  return Analysis("global lock; global sums; param k;"
                  "launch \"l\" block 32 grid 8;" +
                  Body)
      .verdict();
}

TEST(Locks, AreChangedByWhoMayBeThere) {
  std::string One = locked("lock[0]", "$u0", "wr sums[0] = threadIdx.x;");
  std::string Any =
      locked("lock[k & 7]", "$u1", "wr sums[(k & 7) + 9] = threadIdx.x;");
  EXPECT_EQ(verdictOf(One + Any), "race-free");
  // The lock that is meant by k may be this, if not the one at 0.
  EXPECT_EQ(verdictOf(One + Any + "atomic lock[1] = 0;"), "unknown");
  EXPECT_EQ(verdictOf(One + Any + "atomic lock[9] = 0;"), "race-free");
}

TEST(Locks, OtherFieldsAreNotTheLock) {
  auto InStruct = [](const std::string &Field) {
    return verdictOf(locked("lock[k : 2]", "$u0",
                            "wr lock[k : 2]" + Field + " = threadIdx.x;"));
  };
  EXPECT_EQ(InStruct("[1]"), "race-free");
  EXPECT_EQ(InStruct("[2]"), "unknown");
}

} // namespace
} // namespace racemap::verdict
