// Flags that blocks wait for, in protocols: what is said of others holds for
// those, too, who put none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

/// Each block writes its element; the first Last tell so, at a place that is
/// computed without a wrap; block 0 waits for block 5 and reads an element.
std::string toldOf(const std::string &Last, const std::string &Element) {
  return Analysis("global flags of 4 bytes; global data of 4 bytes;"
                  "launch \"l\" block 1 grid 32;"
                  "wr data[blockIdx.x];"
                  "if blockIdx.x <u " +
                  Last +
                  " { release atomic flags[blockIdx.x *s 200000000] = 1; }"
                  "if blockIdx.x == 0 { loop it {"
                  "  acquire atomic flags[1000000000] += 0 => $u1(it);"
                  "  if $u1(it) != 0 { break; } }"
                  "  rd data[" +
                  Element + "]; }")
      .verdict();
}

TEST(Flags, WhoTellsNothingPromisesNothing) {
  EXPECT_EQ(toldOf("10", "5"), "race-free");
  EXPECT_NE(toldOf("10", "6"), "race-free");
  // Its place would wrap.
  EXPECT_NE(toldOf("10", "20"), "race-free");
}

} // namespace
} // namespace racemap::verdict
