// ImpliedRangesTest - ranges under a conjunction, against enumeration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/ImpliedRanges.h"
#include "passes/map/Traversal.h"
#include "passes/solve/Model.h"
#include "unit-tests/solve/RandomTerms.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

using Conjunction = std::vector<const Term *>;

template <typename Function>
void forEachAssignment(const RandomTerms &Random, Function Visit) {
  constexpr uint64_t Count = 1u << RandomTerms::Width;
  for (uint64_t I = 0; I < Count * Count * Count; ++I) {
    Model M;
    M[Random.Names[0]] = I % Count;
    M[Random.Names[1]] = I / Count % Count;
    M[Random.Names[2]] = I / Count / Count;
    Visit(M);
  }
}

/// Does T have a value there that the ranges exclude?
bool leaves(const Term *T, const Model &M, Ranges &R) {
  __int128 Value = evaluate(T, M), Full = __int128(1) << T->width();
  auto IsWithin = [&](Interval I, __int128 V) {
    return I.Low <= V && V <= I.High;
  };
  __int128 AsSigned = Value >= Full / 2 ? Value - Full : Value;
  return !IsWithin(R.unsignedRange(T), Value) ||
         !IsWithin(R.signedRange(T), AsSigned);
}

TEST(ImpliedRanges, HoldWhereverTheConjunctsDo) {
  constexpr unsigned Seeds = 100;
  unsigned Contradictory = 0, Narrower = 0;
  for (unsigned Seed = 0; Seed < Seeds; ++Seed) {
    TermContext T;
    RandomTerms Random(T, Seed, /*ShiftsByTerms=*/true);
    Conjunction C{Random.truth(2), Random.truth(3), Random.truth(3)};
    CertainTerms Certain(C);
    Ranges Any;
    ImpliedRanges Implied(Any, C, Certain);
    Contradictory += Implied.isContradictory();
    Conjunction Nodes;
    forEachNode(C, [&](const Term *X) { Nodes.push_back(X); });
    for (const Term *X : Random.Names)
      Narrower += Implied.unsignedRange(X).High < 31;
    forEachAssignment(Random, [&](const Model &M) {
      if (!holds(C, M))
        return;
      EXPECT_FALSE(Implied.isContradictory()) << "seed " << Seed;
      for (const Term *X : Nodes)
        ASSERT_FALSE(leaves(X, M, Implied)) << "seed " << Seed;
    });
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(Contradictory, Seeds / 50);
  EXPECT_GT(Narrower, Seeds / 5);
}

class BoundsTravel : public testing::Test {
protected:
  TermContext T;
  Ranges Any;
  const Term *X = T.parameter("x", 32), *Y = T.parameter("y", 32);
  const Term *number(uint64_t N) { return T.constant(32, N); }
  Interval of(const Term *Asked, Conjunction C) {
    CertainTerms Certain(C);
    return ImpliedRanges(Any, C, Certain).unsignedRange(Asked);
  }
};

TEST_F(BoundsTravel, FromAPromisedProductToItsOperand) {
  const Term *P = T.mul(X, number(16), NoUnsignedWrap);
  EXPECT_EQ(of(X, {T.ne(P, Y)}).High, (1u << 28) - 1);
  // Only where it is certainly evaluated.
  const Term *Maybe = T.ite(T.ult(X, Y), P, Y);
  EXPECT_EQ(of(X, {T.ne(Maybe, Y)}).High, 0xffffffffu);
}

TEST_F(BoundsTravel, FromAProductThatIsNotZeroToItsFactors) {
  Conjunction C{T.ult(number(5), T.mul(X, Y))};
  EXPECT_EQ(of(X, C).Low, 1);
  EXPECT_EQ(of(Y, C).Low, 1);
  EXPECT_EQ(of(Y, {T.ule(number(0), T.mul(X, Y))}).Low, 0);
}

// All dividends of 8 bits are tried.
TEST_F(BoundsTravel, FromASignedQuotientToItsDividend) {
  const Term *A = T.parameter("a", 8);
  const Term *Q = T.make(Op::SDiv, {A, T.constant(8, 7)});
  for (int Low = -18; Low <= 18; ++Low)
    for (int High = Low; High <= 18; ++High) {
      Conjunction C{T.sle(T.constant(8, Low), Q),
                    T.sle(Q, T.constant(8, High))};
      CertainTerms Certain(C);
      Interval I = ImpliedRanges(Any, C, Certain).signedRange(A);
      int Least = 128, Most = -129;
      for (int V = -128; V < 128; ++V)
        if (Low <= V / 7 && V / 7 <= High) {
          Least = std::min(Least, V);
          Most = std::max(Most, V);
        }
      EXPECT_EQ(I.Low, Least) << Low << ".." << High;
      EXPECT_EQ(I.High, Most) << Low << ".." << High;
    }
}

TEST_F(BoundsTravel, ThroughSumsAndOtherConjuncts) {
  const Term *Sum = T.add(T.cast(Op::ZExt, X, 64), T.cast(Op::ZExt, Y, 64));
  Conjunction C{T.ule(Sum, T.constant(64, 100)), T.ule(number(40), Y)};
  EXPECT_EQ(of(X, C).High, 60);
  EXPECT_EQ(of(Y, C).Low, 40);
  EXPECT_EQ(of(Y, C).High, 100);
}

TEST_F(BoundsTravel, NotThroughSumsThatMayWrap) {
  EXPECT_EQ(of(X, {T.ule(T.add(X, Y), number(100))}).High, 0xffffffffu);
}

TEST_F(BoundsTravel, ToTheSideThatIsLeftOfADisjunction) {
  const Term *Never = T.ult(Y, number(3));
  Conjunction C{T.ule(number(3), Y), T.logicalOr(Never, T.ult(X, number(7)))};
  EXPECT_EQ(of(X, C).High, 6);
}

} // namespace
} // namespace racemap::solve
