// OverlapTest - shared bytes, against their definition.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/Overlap.h"
#include "passes/solve/Model.h"
#include <gtest/gtest.h>

namespace racemap::verdict {
namespace {

using namespace map;

class Overlaps : public testing::Test {
protected:
  TermContext T;
  Ranges Any;
  const Term *I = T.parameter("i", 32), *J = T.parameter("j", 32);

  /// Of Stride * index + Rest bytes, the index sign-extended.
  const Term *offset(const Term *Index, int64_t Stride, int64_t Rest) {
    const Term *Wide = T.cast(Op::SExt, Index, 64);
    return T.add(T.mul(Wide, T.constant(64, Stride), NoSignedWrap),
                 T.constant(64, Rest), NoSignedWrap);
  }
  const Term *overlapOf(Bytes A, Bytes B) { return overlap(A, B, Any, T); }

  void compareWithDefinition(int64_t StrideA, int64_t RestA, uint64_t SizeA,
                             int64_t StrideB, int64_t RestB, uint64_t SizeB) {
    const Term *Here = overlapOf({offset(I, StrideA, RestA), SizeA},
                                 {offset(J, StrideB, RestB), SizeB});
    for (int X = -6; X <= 6; ++X)
      for (int Y = -6; Y <= 6; ++Y) {
        int64_t A = X * StrideA + RestA, B = Y * StrideB + RestB;
        bool Expected = A < B + int64_t(SizeB) && B < A + int64_t(SizeA);
        solve::Model M;
        M[I] = uint32_t(X), M[J] = uint32_t(Y);
        ASSERT_EQ(solve::evaluate(Here, M), Expected)
            << StrideA << "*" << X << "+" << RestA << ":" << SizeA << " and "
            << StrideB << "*" << Y << "+" << RestB << ":" << SizeB;
      }
  }
};

TEST_F(Overlaps, AreWhatBytesSay) {
  for (int64_t StrideA : {1, 4, 12, 16})
    for (int64_t StrideB : {4, 16})
      for (int64_t RestA : {-5, 0, 3, 8})
        for (int64_t RestB : {-4, 0, 1, 17})
          for (uint64_t SizeA : {1, 4, 16})
            for (uint64_t SizeB : {1, 8})
              compareWithDefinition(StrideA, RestA, SizeA, StrideB, RestB,
                                    SizeB);
}

TEST_F(Overlaps, WithinElementsAreThoseOfTheIndices) {
  const Term *Same = T.logicalAnd(T.sle(I, J), T.sle(J, I));
  EXPECT_EQ(overlapOf({offset(I, 4, 0), 4}, {offset(J, 4, 0), 4}), Same);
  // The same for every part of the elements.
  EXPECT_EQ(overlapOf({offset(I, 16, 12), 4}, {offset(J, 16, 12), 4}), Same);
  EXPECT_EQ(overlapOf({offset(I, 16, 8), 8}, {offset(J, 16, 12), 4}), Same);
  EXPECT_EQ(overlapOf({offset(I, 16, 8), 4}, {offset(J, 16, 12), 4}), T.no());
}

TEST_F(Overlaps, OfOnePlaceKeepWhatItPromises) {
  const Term *Twice = T.mul(I, T.constant(32, 2), NoSignedWrap);
  Bytes Here{offset(Twice, 4, 0), 4};
  solve::Model Wraps, Fits;
  Wraps[I] = 1700000000, Fits[I] = 17;
  EXPECT_FALSE(solve::holds({overlapOf(Here, Here)}, Wraps));
  EXPECT_TRUE(solve::holds({overlapOf(Here, Here)}, Fits));
}

TEST_F(Overlaps, OfOffsetsThatMayWrapAreComparedAsTheyAre) {
  const Term *Long = T.parameter("l", 64);
  const Term *At = T.mul(Long, T.constant(64, 4));
  const Term *Here = overlapOf({At, 4}, {T.constant(64, 0), 4});
  solve::Model M;
  M[Long] = uint64_t(1) << 62; // four times that is 0
  EXPECT_EQ(solve::evaluate(Here, M), 1u);
}

} // namespace
} // namespace racemap::verdict
