// How much the questions of a kernel may take.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/Decider.h"
#include "passes/map/Parser.h"
#include <gtest/gtest.h>

namespace racemap::verdict {
namespace {

using map::Op;
using map::Steps;

constexpr uint64_t Ms = Steps::PerMillisecond;

TEST(Decider, QuestionsBesideTheVerdictStayWithinTheShareOfTheUnit) {
  map::TermContext T;
  auto Parsed = map::parseProtocols(
      "kernel k { param a : i64; param b : i64; global g; wr g[0]; }", "t.map",
      T);
  ASSERT_TRUE(bool(Parsed));
  LaunchFacts Launch(Parsed->front(), {});
  const map::Term *A = T.parameter("a", 64), *B = T.parameter("b", 64);
  auto Number = [&](uint64_t N) { return T.constant(64, N); };
  Conjunction Hard{T.eq(T.make(Op::Mul, {A, B}), Number(9223372021822390277)),
                   T.make(Op::ULt, {Number(1), A}), T.make(Op::ULt, {A, B}),
                   T.make(Op::ULt, {B, Number(9223372036)})};
  for (Effort E : {Effort::Full, Effort::Quick}) {
    Settings S;
    uint64_t Before = Steps::taken();
    S.LastStep = Before + 100 * Ms;
    Decider D(T, Launch, S);
    EXPECT_EQ(D.attempt(Hard, {1'000'000'000, 5000 * Ms}, E).TheKind,
              solve::Answer::Kind::Unknown);
    EXPECT_LT(Steps::taken() - Before, 200 * Ms);
    if (E == Effort::Full)
      EXPECT_GT(Steps::taken() - Before, 20 * Ms);
  }
}

// What the host passes is some number: an ordinary one, if it can be that, also
// where nothing is left of the budget.
TEST(Decider, LargeNumbersBecomeSmallWithoutASolver) {
  map::TermContext T;
  auto Parsed = map::parseProtocols(
      "kernel k { param n : i32; param rows : i64; global g; wr g[0]; }",
      "t.map", T);
  ASSERT_TRUE(bool(Parsed));
  LaunchFacts Launch(Parsed->front(), {});
  const map::Term *N = T.parameter("n", 32), *Rows = T.parameter("rows", 64),
                  *Long = T.parameter("length", 64);
  auto Number = [&](uint64_t X) { return T.constant(64, X); };
  Conjunction C{T.eq(N, T.cast(Op::Trunc, Rows, 32)),
                T.make(Op::ULt, {Number(4'000'000'000), Long})};
  Settings S;
  S.LastStep = Steps::taken();
  Decider D(T, Launch, S);
  solve::Model M{{N, 0x80000007},
                 {Rows, 0xffff'ffff'8000'0007},
                 {Long, 0x8000'0000'0000'0000}};
  ASSERT_TRUE(solve::holds(C, M));
  M = D.smallModel(C, M);
  EXPECT_TRUE(solve::holds(C, M));
  EXPECT_EQ(M.lookup(N), 1u);
  EXPECT_EQ(M.lookup(Rows), 1u);
  EXPECT_EQ(M.lookup(Long), 0x8000'0000'0000'0000);
}

} // namespace
} // namespace racemap::verdict
