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

} // namespace
} // namespace racemap::verdict
