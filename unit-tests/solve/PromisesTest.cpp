// PromisesTest - spreading promises changes no model.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Promises.h"
#include "passes/solve/Model.h"
#include "unit-tests/solve/RandomTerms.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

TEST(Promises, SpreadingThemKeepsTheModels) {
  constexpr unsigned Seed = 20261121;
  std::mt19937 Random(Seed);
  unsigned Changed = 0, Models = 0;
  for (unsigned I = 0; I < 400 && !HasFailure(); ++I) {
    SCOPED_TRACE("seed " + std::to_string(Seed + I));
    TermContext T;
    RandomTerms R(T, Seed + I, true), Twin(T, Seed + I, true, 7);
    std::vector<const Term *> All{R.truth(3), Twin.truth(3), R.truth(1)};
    std::vector<const Term *> Spread = Promises(T).spread(All);
    Changed += Spread != All;
    for (unsigned Round = 0; Round < 300; ++Round) {
      Model M;
      for (const Variable *V : R.Names)
        M[V] = Random() % 32;
      bool Expected = holds(All, M);
      Models += Expected;
      EXPECT_EQ(holds(Spread, M), Expected);
    }
  }
  EXPECT_GT(Changed, 100u);
  EXPECT_GT(Models, 1000u);
}

TEST(Promises, AnIndexAndItsTestBecomeOneTerm) {
  TermContext T;
  const Term *X = T.parameter("x", 32), *N = T.parameter("n", 32);
  const Term *Plain = T.mul(X, N), *Promised = T.mul(X, N, NoUnsignedWrap);
  const Term *Limit = T.constant(32, 100);
  EXPECT_EQ(Promises(T).spread({T.ult(Plain, Limit), T.ne(Promised, X)})[0],
            T.ult(Promised, Limit));
}

TEST(Promises, OtherOperationsOfTheSameValueKeepTheirOwn) {
  TermContext T;
  const Term *N = T.parameter("n", 8), *M = T.parameter("m", 8);
  auto Wide = [&](const Term *X) { return T.cast(Op::ZExt, X, 16); };
  const Term *Cut = T.cast(Op::Trunc, T.sub(Wide(N), Wide(M)), 8, NoSignedWrap);
  std::vector<const Term *> Differences{T.eq(Cut, T.constant(8, 1)),
                                        T.eq(T.sub(N, M), T.constant(8, 1))};
  Model Far{{N, 128}, {M, 127}}; // -128 - 127 in the other interpretation
  ASSERT_TRUE(holds(Differences, Far));
  EXPECT_TRUE(holds(Promises(T).spread(Differences), Far));
  // Without promises both are 1.
  auto Next = [&](const Term *X, uint8_t P) {
    return T.eq(T.sub(T.add(X, T.constant(8, 1)), X, P), T.constant(8, 1));
  };
  std::vector<const Term *> Ones{Next(N, NoSignedWrap),
                                 Next(M, NoUnsignedWrap)};
  Model End{{N, 3}, {M, 127}};
  ASSERT_TRUE(holds(Ones, End));
  EXPECT_TRUE(holds(Promises(T).spread(Ones), End));
}

TEST(Promises, WhatIsNotEvaluatedPromisesNothing) {
  TermContext T;
  const Term *X = T.parameter("x", 32), *N = T.parameter("n", 32);
  const Term *Plain = T.ult(T.mul(X, N), T.constant(32, 100));
  const Term *Maybe =
      T.logicalOr(T.ult(X, N), T.ne(T.mul(X, N, NoUnsignedWrap), X));
  EXPECT_EQ(Promises(T).spread({Plain, Maybe})[0], Plain);
}

} // namespace
} // namespace racemap::solve
