// RangesTest - ranges of random terms against all values of their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Ranges.h"
#include "RandomTerms.h"
#include "passes/map/Evaluate.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

namespace racemap::map {
namespace {

/// Two names of four bits, whose ranges are limited.
class Names : public Ranges, public Assignment {
public:
  explicit Names(TermContext &T)
      : X(T.parameter("x", 4)), Y(T.parameter("y", 4)) {}
  static constexpr uint64_t LowX = 3, HighX = 9;

  const Variable *X, *Y;
  uint64_t NowX = 0, NowY = 0;

  uint64_t valueOf(const Variable *V) override { return V == X ? NowX : NowY; }
  uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t>) override {
    return 0;
  }

protected:
  Interval rangeOf(const Variable *V) override {
    return V == X ? Interval{LowX, HighX} : Ranges::rangeOf(V);
  }
};

bool contains(const Interval &I, __int128 Value) {
  return I.Low <= Value && Value <= I.High;
}

/// Is every value that T can take within its ranges?
bool isSound(const Term *T, Names &N) {
  Interval Unsigned = N.unsignedRange(T), Signed = N.signedRange(T);
  for (N.NowX = Names::LowX; N.NowX <= Names::HighX; ++N.NowX)
    for (N.NowY = 0; N.NowY < 16; ++N.NowY) {
      Evaluator Value(N);
      uint64_t V = Value(T);
      if (!Value.brokePromise() &&
          (!contains(Unsigned, V) ||
           !contains(Signed, llvm::SignExtend64(V, T->width()))))
        return false;
    }
  return true;
}

TEST(Ranges, HoldAllValues) {
  unsigned Narrow = 0;
  for (unsigned Seed = 1; Seed <= 4000; ++Seed) {
    TermContext Terms;
    Names N(Terms);
    RandomTerms R(Terms, Seed);
    R.Leaves = {N.X, N.Y};
    R.Widths = {1, 4, 8};
    const Term *T = R.term(R.Widths[Seed % 3], 3);
    ASSERT_TRUE(isSound(T, N)) << "seed " << Seed;
    Interval I = N.unsignedRange(T), All = unsignedNumbers(T->width());
    Narrow += All.isWithin(I) ? 0 : 1;
  }
  EXPECT_GT(Narrow, 1000u) << "ranges that say nothing are sound, too";
}

// What is left of a number without some of its bits, a remainder or a shifted
// part does not wrap, nor of a multiple that does not; of one that does, it
// may.
TEST(Ranges, NoPartOfANumberIsLargerThanIt) {
  TermContext T;
  Names N(T);
  const Term *X = N.X, *Y = N.Y, *WideX = T.cast(Op::ZExt, X, 8),
             *WideY = T.cast(Op::ZExt, Y, 8);
  auto PartsOf = [&](const Term *A, const Term *B) {
    return std::vector<const Term *>{
        T.make(Op::And, {A, B}), T.make(Op::And, {B, A}),
        T.make(Op::URem, {A, B}), T.make(Op::LShr, {A, B})};
  };
  auto MultiplesOf = [&](const Term *A) {
    unsigned Width = A->width();
    return std::vector<const Term *>{
        A, T.make(Op::Shl, {A, T.constant(Width, 1)}),
        T.make(Op::Mul, {A, T.constant(Width, 3)})};
  };
  for (const Term *Whole : MultiplesOf(WideX))
    for (const Term *Part : PartsOf(WideX, WideY)) {
      const Term *Left = T.sub(Whole, Part);
      EXPECT_TRUE(isSound(Left, N));
      EXPECT_LE(N.unsignedRange(Left).High, 3 * Names::HighX);
      EXPECT_TRUE(isSound(T.sub(Part, Whole), N));
    }
  for (const Term *Whole : MultiplesOf(X))
    for (const Term *Part : PartsOf(X, Y)) {
      const Term *Left = T.sub(Whole, Part);
      EXPECT_TRUE(isSound(Left, N));
      const auto *Difference = llvm::dyn_cast<Operation>(Left);
      if (!Difference || Difference->op() != Op::Sub)
        continue;
      Interval Exact = N.exactRange(Difference, false);
      for (N.NowX = Names::LowX; N.NowX <= Names::HighX; ++N.NowX)
        for (N.NowY = 0; N.NowY < 16; ++N.NowY) {
          Evaluator Value(N);
          EXPECT_TRUE(contains(Exact, __int128(Value(Whole)) - Value(Part)));
        }
    }
  EXPECT_TRUE(isSound(T.sub(X, T.make(Op::And, {Y, Y})), N));
}

TEST(Ranges, ComparisonsOfRangesThatTouchAreOpen) {
  TermContext Terms;
  Names N(Terms);
  const Term *Low = Terms.constant(4, Names::LowX);
  const Term *High = Terms.constant(4, Names::HighX);
  EXPECT_TRUE(N.isAlwaysFalse(Terms.ult(N.X, Low)));
  EXPECT_TRUE(N.isAlwaysFalse(Terms.ult(High, N.X)));
  for (const Term *Open : {Terms.ult(Low, N.X), Terms.ult(N.X, High),
                           Terms.ule(N.X, Low), Terms.ule(High, N.X)})
    EXPECT_FALSE(N.unsignedRange(Open).isPoint());
}

} // namespace
} // namespace racemap::map
