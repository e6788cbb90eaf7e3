// PolynomialTest - sums of products, and what is said of their size.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Polynomial.h"
#include "passes/map/Evaluate.h"
#include <gtest/gtest.h>

namespace racemap::map {
namespace {

class Names : public Assignment {
public:
  std::map<std::string, uint64_t> Values;
  uint64_t valueOf(const Variable *V) override {
    return Values.at(V->name().str());
  }
  uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t>) override {
    return 0;
  }
};

class PolynomialTest : public testing::Test {
protected:
  Polynomial name(const char *N) {
    return Polynomial::name(Terms.parameter(N, 32));
  }
  static Polynomial number(int64_t N) { return Polynomial::constant(N); }
  /// Is P at most Most? Nothing if a promise is broken.
  std::optional<bool> isAtMost(const Polynomial &P, int64_t Most,
                               std::map<std::string, uint64_t> Values) {
    Names N;
    N.Values = std::move(Values);
    Evaluator Value(N);
    bool Holds = Value(P.atMost(Most, Terms));
    return Value.brokePromise() ? std::nullopt : std::optional(Holds);
  }

  TermContext Terms;
};

TEST_F(PolynomialTest, EqualMonomialsMeet) {
  // (h - 1) * w + (w - 1) = h * w - 1
  Polynomial H = name("h"), W = name("w");
  auto P = *(*(*(H + number(-1)) * W) + *(W + number(-1)));
  EXPECT_EQ(P.atMostText(15), "h * w <= 16");
  EXPECT_EQ(isAtMost(P, 15, {{"h", 4}, {"w", 4}}), true);
  EXPECT_EQ(isAtMost(P, 15, {{"h", 4}, {"w", 5}}), false);
}

TEST_F(PolynomialTest, WhatIsSubtractedIsAddedOnTheOtherSide) {
  Polynomial N = name("n"), B = name("b");
  auto P = *(*(N * B) + *(number(-2) * N));
  EXPECT_EQ(P.atMostText(10), "n * b <= 2 * n + 10");
  EXPECT_EQ(isAtMost(P, 10, {{"n", 5}, {"b", 4}}), true);
  EXPECT_EQ(isAtMost(P, 10, {{"n", 6}, {"b", 4}}), false);
}

TEST_F(PolynomialTest, LargeNumbersAreNone) {
  EXPECT_FALSE(number(INT64_MIN) + number(-1));
  EXPECT_FALSE(number(INT64_MAX) + number(1));
  EXPECT_FALSE(number(INT64_MIN) * number(-1));
  EXPECT_FALSE(number(INT64_C(1) << 40) + number(1));
  EXPECT_TRUE(number(INT64_C(1) << 40) + number(-1));
}

TEST_F(PolynomialTest, LongProductsAreNotCut) {
  Polynomial A = name("a"), B = name("b"), C = name("c");
  auto P = *(*(A * B) * C);
  uint64_t Large = 0x80000000;
  EXPECT_EQ(isAtMost(P, 10, {{"a", Large}, {"b", Large}, {"c", 4}}),
            std::nullopt);
}

TEST_F(PolynomialTest, MonomialsAreOrderedByTheirNames) {
  Polynomial A = name("a"), B = name("b");
  EXPECT_EQ((*(B * A)).sum().size(), 1u);
  EXPECT_EQ((*(*(A * B) + *(B * A))).atMostText(7), "2 * a * b <= 7");
  EXPECT_TRUE((*(A + *(number(-1) * A))).sum().empty());
}

TEST_F(PolynomialTest, LongOnesAreGivenUp) {
  Polynomial A = name("a"), B = name("b");
  std::optional<Polynomial> P = *(A + B) + number(1);
  for (unsigned I = 0; I < 8 && P; ++I)
    P = *P * *P;
  EXPECT_FALSE(P.has_value());
  EXPECT_FALSE((number(int64_t(1) << 39) * number(int64_t(1) << 39)));
}

} // namespace
} // namespace racemap::map
