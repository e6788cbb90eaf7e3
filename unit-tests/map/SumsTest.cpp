// SumsTest - distances and cut sums, up to the ends of the numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Sums.h"
#include "passes/map/Magnitude.h"
#include <gtest/gtest.h>

namespace racemap::map {
namespace {

constexpr uint64_t Smallest = uint64_t(1) << 63;

class SumsTest : public testing::Test {
protected:
  const Constant *number(unsigned Width, uint64_t N) {
    return llvm::cast<Constant>(Terms.constant(Width, N));
  }
  /// "zext(X) + N", cut to 32 bits.
  const Term *cutWith(uint64_t N) {
    const Term *Wide = Terms.cast(Op::ZExt, X, 64);
    return cutSum(Terms, Terms.add(Wide, number(64, N)), 32);
  }

  TermContext Terms;
  const Term *X = Terms.parameter("x", 32);
};

TEST_F(SumsTest, MagnitudesAreThoseOfSignedNumbers) {
  EXPECT_EQ(magnitude(number(8, 5)), 5u);
  EXPECT_EQ(magnitude(number(8, 0xfb)), 5u);
  EXPECT_EQ(magnitude(number(8, 0x80)), 128u);
  EXPECT_EQ(magnitude(number(64, Smallest)), Smallest);
}

TEST_F(SumsTest, NumbersAreCutWhereTheyAreSmall) {
  EXPECT_EQ(cutWith(7), Terms.add(X, number(32, 7)));
  EXPECT_EQ(cutWith(~uint64_t(0)), Terms.add(X, number(32, 0xffffffff)));
  EXPECT_EQ(cutWith(uint64_t(1) << 32), nullptr);
  EXPECT_EQ(cutWith(Smallest), nullptr);
}

TEST_F(SumsTest, DistancesGoRoundTheEnd) {
  const Term *Y = Terms.parameter("y", 64);
  EXPECT_EQ(distance(Terms, Terms.add(Y, number(64, 3)), Y), number(64, 3));
  EXPECT_EQ(distance(Terms, Y, Terms.add(Y, number(64, Smallest))),
            number(64, Smallest));
  EXPECT_EQ(distance(Terms, Y, Terms.parameter("z", 64)), nullptr);
}

} // namespace
} // namespace racemap::map
