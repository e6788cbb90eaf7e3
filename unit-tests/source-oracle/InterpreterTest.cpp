// InterpreterTest - kernels whose races are worked out by hand.
//
// The oracle is only worth what its interpreter is, and what its comparison
// notices: each rule of both has a kernel here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"
#include "Emit.h"
#include "gtest/gtest.h"

namespace racemap::source {
namespace {

using Kind = Statement::Kind;

Expression tid() { return builtin(Op::ThreadIdx, 0); }
Expression less(Expression A, Expression B) {
  return operation(Op::Less, {std::move(A), std::move(B)});
}
Expression variable(unsigned V, bool Unsigned = false) {
  return {Op::Variable, Unsigned, V, {}};
}

Statement write(Expression Index, Expression Value = number(1)) {
  Statement S;
  S.TheKind = Kind::Write;
  S.Index = {std::move(Index)};
  S.Value = std::move(Value);
  return S;
}

Statement read(Expression Index) {
  Statement S;
  S.TheKind = Kind::Read;
  S.Index = {std::move(Index)};
  return S;
}

Statement sync() { return {}; }

Statement onlyIf(Expression Condition, std::vector<Statement> Body) {
  Statement S;
  S.TheKind = Kind::If;
  S.Value = std::move(Condition);
  S.Body = std::move(Body);
  return S;
}

/// for (int i1 = 0; i1 < End; i1 += 1) { ... }
Statement loop(Expression End, std::vector<Statement> Body) {
  Statement S;
  S.TheKind = Kind::For;
  S.Variable = 1;
  S.Value = number(0);
  S.Test = less(variable(1), std::move(End));
  S.Body = std::move(Body);
  return S;
}

/// Two blocks of two threads. Array 0 is shared if it is said to be, variable
/// 0 is what is read, variable 1 is a loop's.
Kernel kernel(bool Shared, std::vector<Statement> Body) {
  Kernel K;
  K.BlockDim = K.GridDim = {2, 1, 1};
  K.Arrays.push_back({});
  K.Arrays[0].Shared = Shared;
  K.Variables = {{/*Unsigned=*/true, /*Data=*/true}, {}};
  K.Body = std::move(Body);
  emit(K, 0);
  return K;
}

/// "4=5 5=5": the lines, '=' for threads of different blocks, '-' of one;
/// benign ones in parentheses.
std::string races(const Kernel &K) {
  std::string Out;
  for (const auto &[P, R] : findTruth(K, sample(0, false)).Found) {
    std::string One = std::to_string(P.First.Line) + (P.SameBlock ? "-" : "=") +
                      std::to_string(P.Second.Line);
    Out += (Out.empty() ? "" : " ") + (R.Benign ? "(" + One + ")" : One);
  }
  return Out;
}

TEST(Interpreter, ABarrierEndsAPhaseOfItsBlock) {
  Statement W = write(tid(), tid()), R = read(number(1) - tid());
  EXPECT_EQ(races(kernel(true, {W, R})), "4-5");
  EXPECT_EQ(races(kernel(true, {W, sync(), R})), "");
  EXPECT_EQ(races(kernel(false, {W, sync(), R})), "(3=3) 3=5");
}

TEST(Interpreter, ALoopsLastPhaseMeetsItsFirst) {
  Statement W = write(tid(), tid()), R = read(number(1) - tid());
  EXPECT_EQ(races(kernel(true, {loop(number(2), {W, sync(), R})})), "5-7");
  EXPECT_EQ(races(kernel(true, {loop(number(2), {W, sync(), R, sync()})})), "");
  EXPECT_EQ(races(kernel(true, {loop(number(1), {W, sync(), R})})), "");
}

TEST(Interpreter, SameValuesAreBenign) {
  EXPECT_EQ(races(kernel(true, {write(number(3))})), "(4-4)");
  EXPECT_EQ(races(kernel(true, {write(number(3), tid())})), "4-4");
}

TEST(Interpreter, BytesOverlap) {
  Statement Byte = write(number(2));
  Byte.AsBytes = true;
  Statement First = onlyIf(less(tid(), number(1)), {Byte});
  EXPECT_EQ(races(kernel(true, {First, read(tid())})), "");
  EXPECT_EQ(races(kernel(true, {First, read(number(1) - tid())})), "5-7");
}

TEST(Interpreter, ArithmeticIsThatOfC) {
  // threadIdx.x - 1 is unsigned: no thread's is below 1.
  Statement W = write(tid(), tid());
  Kernel K = kernel(
      true, {onlyIf(less(tid() - number(1), number(1)), {write(number(0))})});
  EXPECT_EQ(races(K), "");
  Expression Signed{Op::Cast, false, 0, {tid()}};
  K = kernel(true, {onlyIf(less(Signed - number(1), number(1)),
                           {write(number(0), tid())})});
  EXPECT_EQ(races(K), "5-5");
  Kernel Wraps = kernel(true, {write(Signed + number(0x7fffffff))});
  EXPECT_EQ(findTruth(Wraps, sample(0, false)).UndefinedRuns, 1u);
}

TEST(Interpreter, ComparisonsMayBeOfWiderNumbers) {
  Expression Signed{Op::Cast, false, 0, {tid()}};
  auto WritesIf = [&](Op O, Expression A) {
    Expression Test = operation(O, {std::move(A), number(1)});
    return races(kernel(true, {onlyIf(Test, {write(number(0), tid())})}));
  };
  // -1 and 0 are below 1, but not as sizes.
  EXPECT_EQ(WritesIf(Op::LessAsLong, Signed - number(1)), "5-5");
  EXPECT_EQ(WritesIf(Op::LessAsSize, Signed - number(1)), "");
  // An unsigned number is what it is in more bits.
  EXPECT_EQ(WritesIf(Op::LessAsLong, tid() - number(1)), "");
}

TEST(Interpreter, NarrowVariablesWrap) {
  Expression V = variable(1, false);
  Statement L = loop(number(0), {onlyIf(operation(Op::Equal, {V, number(0)}),
                                        {write(number(0), tid())})});
  L.Value = number(254);
  L.Test = operation(Op::NotEqual, {V, number(1)});
  Kernel K = kernel(true, {L});
  EXPECT_TRUE(findTruth(K, sample(0, false)).Endless);
  K.Variables[1].Unsigned = true;
  K.Variables[1].Bits = 8;
  emit(K, 0);
  EXPECT_EQ(races(K), "6-6");
  K.MayWrap = false;
  EXPECT_EQ(races(K), "");
  EXPECT_EQ(findTruth(K, sample(0, false)).UndefinedRuns, 1u);
}

TEST(Interpreter, ParametersHaveAllTheirValues) {
  Kernel K = kernel(true, {read(tid())});
  K.Parameters.push_back({false, -1, 0});
  Expression N{Op::Parameter, false, 0, {}};
  K.Body = {write(tid() * N, tid())};
  emit(K, 0);
  EXPECT_EQ(races(K), "4-4");
  K.Parameters[0].High = -1;
  EXPECT_EQ(races(K), "");
  EXPECT_EQ(findTruth(K, sample(0, false)).Runs, 1u);
}

TEST(Interpreter, DivergenceIsNoticed) {
  Kernel K = kernel(true, {onlyIf(less(tid(), number(1)), {sync()})});
  EXPECT_TRUE(findTruth(K, sample(0, false)).Divergent);
  K = kernel(true, {onlyIf(less(number(0), number(1)), {sync()})});
  EXPECT_FALSE(findTruth(K, sample(0, false)).Divergent);
}

TEST(Typing, WhatIsReadDecidesNothing) {
  Expression V = variable(0, true);
  EXPECT_TRUE(isWellTyped(kernel(true, {read(tid()), write(tid(), V)})));
  EXPECT_FALSE(isWellTyped(kernel(true, {read(tid()), write(V, tid())})));
  EXPECT_FALSE(isWellTyped(
      kernel(true, {read(tid()), onlyIf(less(V, tid()), {sync()})})));
  EXPECT_FALSE(isWellTyped(kernel(true, {read(tid()), loop(V, {sync()})})));
}

/// What the comparison says of an answer to a kernel.
std::string wrong(const Kernel &K, const Said &S, Typing T = Typing::Well) {
  return disagreement(K, T, findTruths(K, T), S);
}

Finding findingAt(unsigned First, unsigned Second) {
  Finding F;
  F.Where = {{First, true}, {Second, true}, true};
  F.Certainty = "provable";
  F.TheWitness.ThreadIdx[1] = {1, 0, 0};
  return F;
}

TEST(Compare, WrongAnswersAreNoticed) {
  Kernel Racy = kernel(true, {write(number(0), tid())});
  Kernel Free = kernel(true, {write(tid(), tid())});
  Said RaceFree, IsRacy, Unknown;
  RaceFree.Verdict = "race-free";
  IsRacy.Verdict = "racy";
  IsRacy.Found = {findingAt(4, 4)};
  Unknown.Verdict = "unknown";
  EXPECT_EQ(wrong(Free, RaceFree), "");
  EXPECT_EQ(wrong(Racy, IsRacy), "");
  for (Typing T : {Typing::Well, Typing::Ill}) {
    EXPECT_NE(wrong(Racy, RaceFree, T), "");
    EXPECT_NE(wrong(Free, IsRacy, T), "");
  }
  EXPECT_NE(wrong(Racy, RaceFree, Typing::Loose), "");
  EXPECT_NE(wrong(Free, Unknown), "");
  EXPECT_EQ(wrong(Free, Unknown, Typing::Ill), "");
  // A run that does not come to its end shows no absence.
  Kernel Endless = kernel(
      true, {loop(number(1 << 30), {write(number(0), variable(1, false))}),
             write(number(0), tid())});
  Said Late = IsRacy;
  Late.Found = {findingAt(7, 7)};
  EXPECT_EQ(wrong(Endless, Late, Typing::Ill).find("no race in sample"),
            std::string::npos);
  Said Unexpected = IsRacy;
  Unexpected.Verdict = "unknown";
  Unexpected.Reason = "race if n0 == 0; no launch in sight rules that out";
  Unexpected.Found[0].Certainty = "possible";
  EXPECT_NE(wrong(Racy, Unexpected), "") << "without a condition";
  Unexpected.Found[0].IsUnexpected = true;
  EXPECT_EQ(wrong(Racy, Unexpected), "");
  EXPECT_NE(wrong(Free, Unexpected), "");
  IsRacy.Found[0].TheWitness.BlockIdx[1] = {1, 0, 0};
  EXPECT_NE(wrong(Racy, IsRacy), "") << "the witness is of two blocks";
  IsRacy.Found = {findingAt(4, 4)};
  IsRacy.Found[0].Benign = true;
  EXPECT_NE(wrong(Racy, IsRacy), "") << "the values differ";
}

} // namespace
} // namespace racemap::source
