// ChoicesTest - what holds either way is what holds, against enumeration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Choices.h"
#include "passes/map/Ranges.h"
#include "passes/solve/Model.h"
#include "passes/solve/Solver.h"
#include "unit-tests/solve/RandomTerms.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

// Whatever fulfils the conjuncts fulfils one of the ways, promises in branches
// included.
TEST(Choices, NoSolutionIsLost) {
  unsigned Seed = 20261130, Ways = 0, Shifted = 0, Holding = 0;
  for (unsigned I = 0; I < 500 && !::testing::Test::HasFailure(); ++I) {
    SCOPED_TRACE("seed " + std::to_string(Seed + I));
    TermContext T;
    RandomTerms R(T, Seed + I, /*ShiftsByTerms=*/I % 2);
    std::vector<const Term *> All{R.truth(3), R.truth(3)};
    // What a loop says of its counter, and what is shifted by it.
    if (I % 4 == 3) {
      const Term *Count = R.Names[0], *IsOne = T.no();
      for (unsigned N = 0; N < 3; ++N)
        IsOne = T.logicalOr(
            IsOne, T.logicalAnd(T.eq(Count, T.constant(5, 2 * N + 1)),
                                T.ult(R.Names[1], T.constant(5, 20 >> N))));
      All.push_back(IsOne);
      All.push_back(
          T.ule(T.make(Op::Shl, {T.constant(5, 3), Count}), R.Names[2]));
    }
    Ranges Limits;
    auto Each = waysOf(T, All, CertainTerms(All), Limits);
    Ways += !Each.empty();
    Shifted += Each.size() > 2;
    Model M;
    for (unsigned N = 0; !Each.empty() && N < 1u << (3 * RandomTerms::Width);
         N += 1 + N % 7) {
      for (unsigned J = 0; J < 3; ++J)
        M[R.Names[J]] = (N >> (J * RandomTerms::Width)) & 31;
      bool Holds = holds(All, M);
      Holding += Holds;
      EXPECT_TRUE(!Holds ||
                  llvm::any_of(Each, [&](auto &Way) { return holds(Way, M); }));
    }
  }
  EXPECT_GT(Ways, 100u);
  EXPECT_GT(Shifted, 50u);
  EXPECT_GT(Holding, 10'000u);
}

/// Is it refuted that i * (byRows ? n : 1) + k * (byRows ? 1 : m) is one place
/// for two i? 0 <= i < m; 0 <= k < n, or k <= n.
bool isInjective(bool IsParameter, bool MayBeBeyond) {
  TermContext T;
  const Term *N = T.parameter("n", 32), *M = T.parameter("m", 32),
             *One = T.constant(32, 1), *Zero = T.constant(32, 0);
  const Term *ByRows = T.parameter("byRows", 1);
  if (!IsParameter)
    ByRows = T.slt(Zero, T.parameter("layout", 32));
  std::vector<const Term *> All, Rows, Places;
  for (Copy C : {Copy::First, Copy::Second}) {
    const Term *I = T.builtin(Builtin::ThreadIdxX, C),
               *K = T.loopVariable("k", 32, C);
    for (const Term *Inside : {T.sle(Zero, I), T.sle(Zero, K), T.slt(I, M),
                               MayBeBeyond ? T.sle(K, N) : T.slt(K, N)})
      All.push_back(Inside);
    Rows.push_back(I);
    Places.push_back(T.add(T.mul(I, T.ite(ByRows, N, One), NoSignedWrap),
                           T.mul(K, T.ite(ByRows, One, M), NoSignedWrap),
                           NoSignedWrap));
  }
  All.push_back(T.sle(Places[0], Places[1]));
  All.push_back(T.sle(Places[1], Places[0]));
  All.push_back(T.ne(Rows[0], Rows[1]));
  Ranges Limits;
  return Solver(Limits, T).refute(All).TheKind == Answer::Kind::No;
}

TEST(Choices, AMatrixByRowsOrColumnsIsInjective) {
  for (bool IsParameter : {false, true}) {
    EXPECT_TRUE(isInjective(IsParameter, /*MayBeBeyond=*/false));
    EXPECT_FALSE(isInjective(IsParameter, /*MayBeBeyond=*/true));
  }
}

/// Is it refuted that threads t and u < d add to one place of a tree, o (2 t +
/// 2) - 1, where o = 1 << k and d = 64 >> k in iteration k of a loop? Or that
/// they do one iteration apart.
bool isTree(bool Apart) {
  TermContext T;
  std::vector<const Term *> All, Places;
  const Term *One = T.constant(32, 1), *Two = T.constant(32, 2);
  for (Copy C : {Copy::First, Copy::Second}) {
    Copy Own = Apart ? C : Copy::Any;
    const Term *K = T.loopVariable("k", 32, Own),
               *D = T.loopVariable("d", 32, Own),
               *Thread = T.builtin(Builtin::ThreadIdxX, C);
    const Term *IsOne = T.no();
    for (unsigned N = 0; N < 12; ++N)
      IsOne =
          T.logicalOr(IsOne, T.logicalAnd(T.eq(K, T.constant(32, N)),
                                          T.eq(D, T.constant(32, 64 >> N))));
    All.push_back(IsOne);
    All.push_back(T.slt(Thread, D));
    const Term *Next =
        T.add(T.mul(Thread, Two, NoSignedWrap), Two, NoSignedWrap);
    Places.push_back(T.sub(T.mul(T.make(Op::Shl, {One, K}), Next, NoSignedWrap),
                           One, NoSignedWrap));
  }
  All.push_back(T.sle(Places[0], Places[1]));
  All.push_back(T.sle(Places[1], Places[0]));
  All.push_back(T.ne(T.builtin(Builtin::ThreadIdxX, Copy::First),
                     T.builtin(Builtin::ThreadIdxX, Copy::Second)));
  Ranges Limits;
  return Solver(Limits, T).refute(All).TheKind == Answer::Kind::No;
}

TEST(Choices, TheLevelsOfATreeAreApartByThemselves) {
  EXPECT_TRUE(isTree(/*Apart=*/false));
  EXPECT_FALSE(isTree(/*Apart=*/true));
}

// An alternative says more than numbers.
TEST(Choices, WhatAnAlternativeSaysHolds) {
  TermContext T;
  const Term *K = T.parameter("k", 32), *X = T.parameter("x", 32),
             *Y = T.parameter("y", 32), *IsOne = T.no();
  for (unsigned N = 0; N < 3; ++N)
    IsOne =
        T.logicalOr(IsOne, T.logicalAnd(T.eq(K, T.constant(32, N)),
                                        T.slt(T.add(X, T.constant(32, N)), Y)));
  const Term *Shifted = T.make(Op::Shl, {T.constant(32, 1), K});
  Ranges Limits;
  auto IsRefuted = [&](const Term *Other) {
    return Solver(Limits, T)
               .refute({IsOne, T.eq(Shifted, T.parameter("z", 32)), Other})
               .TheKind == Answer::Kind::No;
  };
  const Term *Small = T.constant(32, 1000);
  EXPECT_TRUE(IsRefuted(T.logicalAnd(T.ult(X, Small), T.slt(Y, X))));
  EXPECT_FALSE(IsRefuted(T.logicalAnd(T.ult(X, Small), T.slt(X, Y))));
}

// What the launch says is taken apart before what differs from thread to
// thread.
TEST(Choices, ThoseOfTheLaunchComeFirst) {
  TermContext T;
  const Term *Own = T.builtin(Builtin::ThreadIdxX, Copy::First);
  const Term *IsFirst = T.ult(Own, T.constant(Own->width(), 4));
  const Term *OfThread = T.ite(IsFirst, Own, T.constant(Own->width(), 7));
  const Term *ByRows = T.parameter("byRows", 1);
  const Term *OfLaunch = T.ite(ByRows, Own, OfThread);
  Ranges Limits;
  auto First = [&](std::vector<const Term *> All) {
    auto Ways = waysOf(T, All, CertainTerms(All), Limits);
    return Ways.empty() ? nullptr : Ways.front().back();
  };
  EXPECT_EQ(First({T.eq(Own, Own)}), nullptr);
  EXPECT_EQ(First({T.eq(OfThread, Own)}), IsFirst);
  EXPECT_EQ(First({T.eq(OfThread, Own), T.eq(OfLaunch, Own)}), ByRows);
}

// What a condition promises that nobody asks is not so.
TEST(Choices, AConditionThatIsSkippedPromisesNothing) {
  TermContext T;
  const Term *X = T.parameter("x", 32), *A = T.parameter("a", 32),
             *B = T.parameter("b", 32), *C = T.parameter("c", 32),
             *Skips = T.parameter("d", 1);
  const Term *Next = T.add(X, T.constant(32, 1), NoSignedWrap);
  const Term *Asked = T.eq(T.ite(T.slt(Next, T.constant(32, 0)), A, B), C);
  const Term *IsMost = T.eq(X, T.constant(32, INT32_MAX));
  Ranges Limits;
  auto IsRefuted = [&](const Term *Skipped) {
    return Solver(Limits, T)
               .refute({IsMost, T.logicalOr(Skipped, Asked)})
               .TheKind == Answer::Kind::No;
  };
  EXPECT_FALSE(IsRefuted(Skips));
  EXPECT_TRUE(IsRefuted(T.no()));
}

} // namespace
} // namespace racemap::solve
