// RefutationTest - what is refuted has no solution, by enumeration.
//
// Random queries of each class that the rules are about; and as many of those
// without a solution are to be refuted as are today, so that no rule gets lost.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Refutation.h"
#include "passes/map/Printer.h"
#include "unit-tests/algebra/RandomOverlaps.h"
#include <cstdlib>
#include <gtest/gtest.h>

namespace racemap::algebra {
namespace {

/// Of w, the least number is known, as it is where conjuncts imply it.
class Limits : public Ranges {
public:
  explicit Limits(uint64_t LeastSize) : LeastSize(LeastSize) {}

private:
  Interval rangeOf(const Variable *V) override {
    Interval All = Ranges::rangeOf(V);
    return V->name() == "w" ? Interval{LeastSize, All.High} : All;
  }
  uint64_t LeastSize;
};

bool isRefuted(llvm::ArrayRef<const Term *> Conjuncts, uint64_t LeastSize = 0) {
  Limits Limits(LeastSize);
  return algebra::isRefuted(Conjuncts, Limits,
                            [](const Operation *) -> uint8_t { return 0; });
}

/// RACEMAP_SEED in the environment is another seed, RACEMAP_COUNT a number.
unsigned fromEnvironment(const char *Name, unsigned Otherwise) {
  const char *Text = std::getenv(Name);
  return Text ? std::atoi(Text) : Otherwise;
}

/// At least Share of those that have no solution are refuted.
void compare(Class Of, double Share) {
  unsigned Seed = fromEnvironment("RACEMAP_SEED", 20261125);
  unsigned Count = fromEnvironment("RACEMAP_COUNT", 120);
  unsigned Refuted = 0, Unsatisfiable = 0;
  for (unsigned I = 0; I < Count; ++I) {
    TermContext T;
    RandomOverlaps Query(T, Seed + I, Of);
    bool Is = isRefuted(Query.Conjuncts, Query.LeastSize);
    Refuted += Is;
    if (Query.isSatisfiable()) {
      std::string Text;
      for (const Term *C : Query.Conjuncts)
        Text += "  " + toText(C) + "\n";
      ASSERT_FALSE(Is) << "RACEMAP_SEED=" << Seed + I << "\n" << Text;
    } else {
      ++Unsatisfiable;
    }
  }
  EXPECT_GE(Refuted, Unsatisfiable * Share)
      << "of " << Unsatisfiable << " of " << Count;
  EXPECT_GT(Unsatisfiable, Count / 20);
  EXPECT_LT(Unsatisfiable, Count - Count / 20);
}

TEST(Refutation, SignedQuotientsRoundTowardsZero) {
  TermContext T;
  auto Number = [&](int N) { return T.constant(8, N); };
  const Term *X = T.parameter("x", 8);
  for (int A = -20; A <= 20; ++A)
    for (int By = 1; By <= 8; ++By) {
      const Term *Its = T.eq(X, Number(A));
      const Term *Q = T.make(Op::SDiv, {X, Number(By)});
      const Term *Rest = T.make(Op::SRem, {X, Number(By)});
      EXPECT_FALSE(
          isRefuted({Its, T.eq(Q, Number(A / By)), T.eq(Rest, Number(A % By))}))
          << A << " / " << By;
    }
}

TEST(Refutation, AffineMapsAgreeWithEnumeration) {
  compare(Class::Affine, 0.9);
}
TEST(Refutation, SymbolicRadicesAgreeWithEnumeration) {
  compare(Class::Symbolic, 0.95);
}
TEST(Refutation, QuotientsOfNamesAgreeWithEnumeration) {
  compare(Class::Quotients, 0.8);
}
TEST(Refutation, RadicesAgreeWithEnumeration) { compare(Class::Radices, 0.5); }
TEST(Refutation, DigitsAgreeWithEnumeration) { compare(Class::Digits, 0.9); }
TEST(Refutation, BitsAgreeWithEnumeration) { compare(Class::Bits, 0.85); }
TEST(Refutation, SwizzlesAgreeWithEnumeration) {
  compare(Class::Swizzles, 0.8);
}
TEST(Refutation, ButterfliesAgreeWithEnumeration) {
  compare(Class::Powers, 0.5);
}
// x - (x & (w - 1)) tells all x apart for w = 1, and none for w = 0, where the
// mask has all bits.
TEST(Refutation, AMaskByZeroIsNoRemainder) {
  TermContext T;
  const Term *W = T.parameter("w", 8), *One = T.constant(8, 1);
  const Term *X1 = T.parameter("x1", 8), *X2 = T.parameter("x2", 8);
  auto Number = [&](uint64_t N) { return T.constant(8, N); };
  auto Above = [&](const Term *X) {
    return T.sub(X, T.make(Op::And, {X, T.sub(W, One)}));
  };
  std::vector<const Term *> All{
      T.logicalOr(T.eq(W, Number(0)), T.eq(W, One)), T.ne(X1, X2),
      T.ult(X1, Number(64)), T.ult(X2, Number(64)), T.eq(Above(X1), Above(X2))};
  EXPECT_FALSE(isRefuted(All));
  All.push_back(T.ult(Number(0), W));
  EXPECT_TRUE(isRefuted(All, 1));
}

TEST(Refutation, DefinedNamesAgreeWithEnumeration) {
  compare(Class::Loops, 0.75);
}
TEST(Refutation, EquationsAgreeWithEnumeration) {
  compare(Class::Anything, 0.9);
}

} // namespace
} // namespace racemap::algebra
