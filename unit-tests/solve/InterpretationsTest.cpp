// InterpretationsTest - what operators ask for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Interpretations.h"
#include "passes/map/Protocol.h"
#include "passes/map/TermContext.h"
#include "passes/solve/Solver.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

using namespace map;

class InterpretationsTest : public testing::Test {
protected:
  TermContext T;
  const Term *X = T.parameter("x", 32), *Y = T.parameter("y", 32);
};

TEST_F(InterpretationsTest, ComparisonsAsk) {
  EXPECT_EQ(Interpretations({T.ult(X, Y)}).of(X), Interpretation::Unsigned);
  EXPECT_EQ(Interpretations({T.slt(X, Y)}).of(X), Interpretation::Signed);
}

TEST_F(InterpretationsTest, ArithmeticPassesOn) {
  const Term *Sum = T.add(T.mul(X, T.constant(32, 3)), Y);
  const Term *Wide = T.cast(Op::ZExt, Sum, 64);
  EXPECT_EQ(Interpretations({T.eq(Wide, T.parameter("z", 64))}).of(X),
            Interpretation::Unsigned);
}

TEST_F(InterpretationsTest, PromisesAskBeforeTheContext) {
  const Term *Sum = T.add(X, Y, NoSignedWrap);
  EXPECT_EQ(Interpretations({T.ult(Sum, T.constant(32, 7))}).of(X),
            Interpretation::Signed);
}

TEST_F(InterpretationsTest, TheMajorityDecides) {
  const Term *Seven = T.constant(32, 7);
  Interpretations R({T.slt(X, Y), T.ult(X, Seven), T.ult(Y, X)});
  EXPECT_EQ(R.of(X), Interpretation::Unsigned);
}

TEST_F(InterpretationsTest, NothingAsksForASign) {
  EXPECT_EQ(Interpretations({T.eq(X, Y)}).of(X), Interpretation::Signed);
}

TEST_F(InterpretationsTest, AnInputIsOneFunctionHoweverItIsRead) {
  Array In;
  In.Name = "in";
  auto Read = [&](const Term *At) {
    return T.read(Cause::Input, &In, 32, {T.cast(Op::ZExt, At, 64)});
  };
  Ranges Limits;
  EXPECT_EQ(
      Solver(Limits, T)
          .decide({T.slt(Read(X), T.constant(32, 0)),
                   T.ult(T.constant(32, 0x7fffffff), Read(Y)), T.eq(X, Y)},
                  Budget(), Encoding::RelaxedIntegers)
          .TheKind,
      Answer::Kind::Yes);
}

TEST_F(InterpretationsTest, LargeNumbersAreReadBack) {
  const Term *Wide = T.parameter("w", 64);
  uint64_t Large = uint64_t(1) << 63;
  Ranges Limits;
  Answer A = Solver(Limits, T).decide({T.ult(T.constant(64, Large), Wide)},
                                      Budget(), Encoding::RelaxedIntegers);
  ASSERT_EQ(A.TheKind, Answer::Kind::Yes);
  EXPECT_GT(A.TheModel.lookup(Wide), Large);
}

} // namespace
} // namespace racemap::solve
