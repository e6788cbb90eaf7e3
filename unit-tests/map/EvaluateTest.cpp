// EvaluateTest - operators on numbers, promises, and what is not evaluated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Evaluate.h"
#include "passes/map/TermContext.h"
#include "gtest/gtest.h"

namespace racemap::map {
namespace {

uint64_t binary(Op O, unsigned Width, uint64_t A, uint64_t B) {
  return apply(O, Width, {A, B}, {Width, Width});
}

TEST(Evaluate, DivisionByZeroIsThatOfSmtLib) {
  EXPECT_EQ(binary(Op::UDiv, 8, 7, 0), 255u);
  EXPECT_EQ(binary(Op::URem, 8, 7, 0), 7u);
  EXPECT_EQ(binary(Op::SDiv, 8, 7, 0), 255u);
  EXPECT_EQ(binary(Op::SDiv, 8, 249, 0), 1u);
  EXPECT_EQ(binary(Op::SRem, 8, 249, 0), 249u);
}

TEST(Evaluate, SignedDivisionRoundsToZero) {
  EXPECT_EQ(binary(Op::SDiv, 8, 249, 2), 253u); // -7 / 2 is -3
  EXPECT_EQ(binary(Op::SRem, 8, 249, 2), 255u); // -7 % 2 is -1
  EXPECT_EQ(binary(Op::SDiv, 8, 128, 255), 128u);
  EXPECT_EQ(binary(Op::SDiv, 64, uint64_t(1) << 63, ~uint64_t(0)), uint64_t(1)
                                                                       << 63);
  EXPECT_EQ(binary(Op::SRem, 64, uint64_t(1) << 63, ~uint64_t(0)), 0u);
}

TEST(Evaluate, ShiftsByTheWidthOrMoreLeaveNothing) {
  EXPECT_EQ(binary(Op::Shl, 32, 1, 32), 0u);
  EXPECT_EQ(binary(Op::LShr, 64, ~uint64_t(0), 64), 0u);
  EXPECT_EQ(binary(Op::AShr, 8, 128, 200), 255u);
  EXPECT_EQ(binary(Op::AShr, 8, 64, 8), 0u);
}

TEST(Evaluate, PromisesAreChecked) {
  TermContext Terms;
  const Term *X = Terms.parameter("x", 8), *Y = Terms.parameter("y", 8);
  auto Breaks = [&](const Term *T, uint64_t A, uint64_t B) {
    return breaksPromise(llvm::cast<Operation>(T), {A, B});
  };
  const Term *Signed = Terms.add(X, Y, NoSignedWrap);
  const Term *Unsigned = Terms.add(X, Y, NoUnsignedWrap);
  EXPECT_TRUE(Breaks(Signed, 127, 1));
  EXPECT_FALSE(Breaks(Unsigned, 127, 1));
  EXPECT_TRUE(Breaks(Unsigned, 255, 1));
  EXPECT_FALSE(Breaks(Signed, 255, 1));
  EXPECT_FALSE(Breaks(Terms.add(X, Y), 255, 255));
  const Term *Shift = Terms.make(Op::Shl, {X, Y}, NoSignedWrap);
  EXPECT_TRUE(Breaks(Shift, 64, 1));
  EXPECT_FALSE(Breaks(Shift, 32, 1));
  EXPECT_TRUE(Breaks(Shift, 0, 8));
  const Term *Cut = Terms.cast(Op::Trunc, X, 4, NoSignedWrap);
  EXPECT_TRUE(breaksPromise(llvm::cast<Operation>(Cut), {8}));
  EXPECT_FALSE(breaksPromise(llvm::cast<Operation>(Cut), {255}));
}

class Fixed : public Assignment {
public:
  uint64_t valueOf(const Variable *V) override {
    return V->name() == "zero" ? 0 : 255;
  }
  uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t> X) override {
    ++Asked;
    return X.empty() ? 0 : X[0];
  }
  unsigned Asked = 0;
};

TEST(Evaluate, SkipsWhatDoesNotCount) {
  TermContext Terms;
  const Term *X = Terms.parameter("x", 8), *Zero = Terms.parameter("zero", 8);
  const Term *Broken = Terms.eq(Terms.add(X, X, NoUnsignedWrap), Zero);
  const Term *No = Terms.eq(X, Zero), *Yes = Terms.ne(X, Zero);
  Fixed Names;
  for (const Term *T :
       {Terms.logicalAnd(No, Broken), Terms.logicalOr(Yes, Broken),
        Terms.ite(No, Terms.cast(Op::ZExt, Broken, 8), X)}) {
    Evaluator E(Names);
    E(T);
    EXPECT_FALSE(E.brokePromise());
  }
  Evaluator E(Names);
  E(Terms.logicalAnd(Yes, Broken));
  EXPECT_TRUE(E.brokePromise());
}

TEST(Evaluate, AsksForAnUnknownOnceAndCutsItsValue) {
  TermContext Terms;
  const Term *U = Terms.unmodelled("u", 4, {Terms.parameter("x", 8)});
  Fixed Names;
  Evaluator E(Names);
  EXPECT_EQ(E(Terms.add(U, Terms.constant(4, 1))), 0u);
  EXPECT_EQ(E(U), 15u);
  EXPECT_EQ(Names.Asked, 1u);
}

} // namespace
} // namespace racemap::map
