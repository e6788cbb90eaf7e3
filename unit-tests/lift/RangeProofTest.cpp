// RangeProof - what is proved of a loop's variable, against all its runs in few
// bits, and what is assumed of it, at the edges.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/RangeProof.h"
#include "passes/map/Evaluate.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

namespace racemap::lift {
namespace {

using map::Op;
using map::Term;

/// The same value for all names.
struct One : map::Assignment {
  uint64_t Value;
  explicit One(uint64_t Value) : Value(Value) {}
  uint64_t valueOf(const map::Variable *) override { return Value; }
  uint64_t valueOf(const map::Unknown *, llvm::ArrayRef<uint64_t>) override {
    return Value;
  }
};

/// How a loop is tested: the variable, perhaps widened, or a sum of it that
/// does not overflow, against a limit.
struct Form {
  Op Order;
  std::optional<Op> Widening;
  bool IsLeft;
  int Summand = 0;
  bool readsSigned() const {
    return Widening ? *Widening == Op::SExt
                    : Order == Op::SLt || Order == Op::SLe;
  }
  const Term *test(map::TermContext &T, const Term *X, unsigned Wide,
                   const Term *Limit) const {
    if (Summand)
      X = T.add(X, T.constant(X->width(), uint64_t(int64_t(Summand))),
                map::NoSignedWrap);
    const Term *Its = Widening ? T.cast(*Widening, X, Wide) : X;
    return IsLeft ? T.make(Order, {Its, Limit}) : T.make(Order, {Limit, Its});
  }
};

template <typename Function> void forEachForm(Function See) {
  for (Op Order : {Op::SLt, Op::SLe, Op::ULt, Op::ULe})
    for (std::optional<Op> Widening :
         {std::optional<Op>(), std::optional(Op::SExt),
          std::optional(Op::ZExt)})
      for (bool IsLeft : {true, false})
        See(Form{Order, Widening, IsLeft});
}

constexpr unsigned Narrow = 4, Wide = 6;

int64_t read(uint64_t Bits, bool Signed) {
  return Signed ? llvm::SignExtend64(Bits, Narrow) : int64_t(Bits);
}

/// Is it exact to step on from Start as long as the test holds?
bool stepsExactly(const Term *Test, uint64_t Start, int64_t Step, bool Signed,
                  bool IsPromised) {
  int64_t Least = Signed ? -8 : 0, Most = Signed ? 7 : 15;
  uint64_t Bits = Start;
  for (unsigned I = 0; I < 40; ++I) {
    One Names(Bits);
    map::Evaluator Value(Names);
    if (!Value(Test) || Value.brokePromise())
      return true;
    int64_t Machine = read(Bits, true) + Step;
    if (IsPromised && (Machine < -8 || Machine > 7))
      return true; // undefined
    int64_t Next = read(Bits, Signed) + Step;
    if (Next < Least || Next > Most)
      return false;
    Bits = uint64_t(Next) & 15;
  }
  return true;
}

TEST(RangeProof, WhatIsProvedStepsExactly) {
  unsigned Proved = 0, Wrong = 0;
  auto See = [&](Form F) {
    unsigned Width = F.Widening ? Wide : Narrow;
    map::TermContext T;
    Recurrence R;
    R.Self = T.loopVariable("i", Narrow);
    R.Kind = map::Loop::StepKind::Add;
    for (unsigned Limit = 0; Limit < 1u << Width; ++Limit) {
      const Term *Test = F.test(T, R.Self, Wide, T.constant(Width, Limit));
      for (int Step = -8; Step < 8; ++Step)
        for (unsigned Start = 0; Start < 16; ++Start)
          for (uint8_t Promises : {map::NoPromise, map::NoSignedWrap}) {
            R.Init = T.constant(Narrow, Start);
            R.Step = T.constant(Narrow, uint64_t(int64_t(Step)));
            R.Promises = Promises;
            RangeProof P = proveRange(R, Test, T);
            if (!P.Holds || P.IsPromised || !P.Needs.empty())
              continue;
            ++Proved;
            Wrong += !stepsExactly(Test, Start, Step, F.readsSigned(),
                                   Promises != map::NoPromise);
          }
    }
  };
  forEachForm([&](Form F) {
    for (int Summand : {0, 1, 3, -2}) {
      F.Summand = Summand;
      See(F);
    }
  });
  EXPECT_EQ(Wrong, 0u);
  EXPECT_GT(Proved, 200000u);
}

TEST(RangeProof, AssumedLimitsLeaveRoomForAStep) {
  const uint64_t Limits[] = {0,
                             1,
                             (1ull << 31) - 33,
                             (1ull << 31) - 32,
                             (1ull << 31) - 31,
                             (1ull << 32) - 33,
                             (1ull << 32) - 32,
                             (1ull << 32) - 31,
                             1ull << 63,
                             ~0ull};
  unsigned Assumed = 0;
  forEachForm([&](Form F) {
    unsigned Width = F.Widening ? 64 : 32;
    map::TermContext T;
    Recurrence R;
    R.Self = T.loopVariable("i", 32);
    R.Kind = map::Loop::StepKind::Add;
    R.Init = T.constant(32, 0);
    R.Step = T.constant(32, 32);
    const Term *Limit = T.parameter("n", Width);
    RangeProof P = proveRange(R, F.test(T, R.Self, 64, Limit), T);
    EXPECT_EQ(P.Holds, F.IsLeft);
    if (!P.Holds)
      return;
    ASSERT_EQ(P.Needs.size(), 1u);
    ++Assumed;
    bool IsOrderSigned = F.Order == Op::SLt || F.Order == Op::SLe;
    bool IsStrict = F.Order == Op::SLt || F.Order == Op::ULt;
    __int128 Most = __int128(1) << (F.readsSigned() ? 31 : 32);
    for (uint64_t N : Limits) {
      uint64_t Its = Width == 64 ? N : uint32_t(N);
      One Names(Its);
      __int128 Number =
          IsOrderSigned ? llvm::SignExtend64(Its, Width) : __int128(Its);
      EXPECT_EQ(map::Evaluator(Names)(P.Needs[0].Condition),
                Number + 32 <= Most - !IsStrict)
          << N << P.Needs[0].Text;
    }
  });
  EXPECT_EQ(Assumed, 12u);
}

TEST(RangeProof, NothingIsAssumedThatNoLaunchKeepsTo) {
  map::TermContext T;
  Recurrence R;
  R.Self = T.loopVariable("i", 32);
  R.Kind = map::Loop::StepKind::Add;
  R.Init = T.constant(32, -9u);
  auto Holds = [&](unsigned Limit, unsigned Step) {
    R.Step = T.constant(32, Step);
    RangeProof P = proveRange(R, T.ule(R.Self, T.constant(32, Limit)), T);
    EXPECT_TRUE(P.Needs.empty());
    return P.Holds;
  };
  EXPECT_TRUE(Holds(-4u, 3));
  // From -9 it ends at -1, but from 0 it would wrap.
  EXPECT_FALSE(Holds(-4u, 4));
  // Nor of what each thread has as its limit.
  const Term *Large = T.make(
      Op::Or, {T.builtin(map::Builtin::ThreadIdxX), T.constant(32, -4u)});
  EXPECT_FALSE(proveRange(R, T.ule(R.Self, Large), T).Holds);
}

TEST(RangeProof, WhatEachThreadIsBoundByIsAPromise) {
  map::TermContext T;
  Recurrence R;
  R.Self = T.loopVariable("i", 32);
  R.Kind = map::Loop::StepKind::Add;
  R.Init = T.builtin(map::Builtin::ThreadIdxX);
  R.Step = T.constant(32, 32);
  const Term *Limit = T.make(
      Op::SRem, {T.builtin(map::Builtin::BlockIdxX), T.parameter("n", 32)});
  RangeProof P = proveRange(R, T.slt(R.Self, Limit), T);
  EXPECT_TRUE(P.Holds);
  EXPECT_TRUE(P.IsPromised);
  R.Step = T.parameter("by", 32); // perhaps negative
  EXPECT_FALSE(proveRange(R, T.slt(R.Self, Limit), T).Holds);
}

} // namespace
} // namespace racemap::lift
