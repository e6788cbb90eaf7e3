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

// Each assignment under which the conjuncts hold is one of either way, promises
// in branches included, and of no other.
TEST(Choices, EitherWayAgreesWithEnumeration) {
  unsigned Seed = 20261130, Chosen = 0, Holding = 0;
  for (unsigned I = 0; I < 400 && !::testing::Test::HasFailure(); ++I) {
    SCOPED_TRACE("seed " + std::to_string(Seed + I));
    TermContext T;
    RandomTerms R(T, Seed + I, /*ShiftsByTerms=*/false);
    std::vector<const Term *> All{R.truth(3), R.truth(3)};
    const Term *If = sharedChoice(All);
    if (!If)
      continue;
    ++Chosen;
    auto Then = where(T, All, If, true), Else = where(T, All, If, false);
    Model M;
    for (unsigned N = 0; N < 1u << (3 * RandomTerms::Width); N += 1 + N % 7) {
      for (unsigned J = 0; J < 3; ++J)
        M[R.Names[J]] = (N >> (J * RandomTerms::Width)) & 31;
      auto AreTrue = [&](llvm::ArrayRef<const Term *> Terms) {
        return llvm::all_of(Terms,
                            [&](const Term *X) { return evaluate(X, M) != 0; });
      };
      EXPECT_EQ(AreTrue(All), AreTrue(Then) || AreTrue(Else));
      EXPECT_FALSE(AreTrue(Then) && AreTrue(Else));
      // What is simplified away promises nothing any more.
      bool Holds = holds(All, M);
      Holding += Holds;
      EXPECT_TRUE(!Holds || holds(Then, M) || holds(Else, M));
    }
  }
  EXPECT_GT(Chosen, 50u);
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

// What differs from thread to thread is no choice of the launch's.
TEST(Choices, AThreadsOwnConditionIsNotTakenApart) {
  TermContext T;
  const Term *Own = T.builtin(Builtin::ThreadIdxX, Copy::First);
  const Term *If = T.ult(Own, T.constant(Own->width(), 4));
  const Term *Chosen = T.ite(If, Own, T.constant(Own->width(), 7));
  EXPECT_EQ(sharedChoice({T.eq(Chosen, Own)}), nullptr);
}

} // namespace
} // namespace racemap::solve
