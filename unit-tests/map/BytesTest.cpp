// Words that were taken apart by bytes are found again, and no others.
#include "passes/map/Bytes.h"
#include "passes/map/BitCount.h"
#include <gtest/gtest.h>

namespace racemap::map {
namespace {

class Bytes : public testing::Test {
protected:
  const Term *number(uint64_t V) { return T.constant(32, V); }
  /// Byte From of X, as byte To of a word.
  const Term *moved(unsigned From, unsigned To) {
    const Term *Down = T.make(Op::LShr, {X, number(8 * From)});
    const Term *Byte = T.resizeUnsigned(Down, 8);
    return T.make(Op::Shl, {T.resizeUnsigned(Byte, 32), number(8 * To)});
  }
  /// Old with byte From of X as its byte To.
  const Term *put(const Term *Old, unsigned From, unsigned To) {
    const Term *Rest = T.make(Op::And, {Old, number(~(0xffull << 8 * To))});
    return T.make(Op::Or, {Rest, moved(From, To)});
  }

  TermContext T;
  Ranges Values;
  const Term *X = T.parameter("x", 32), *Y = T.parameter("y", 32);
};

TEST_F(Bytes, WordsThatWerePutTogetherAreWhole) {
  const Term *Word = Y;
  for (unsigned I : {2, 0, 3, 1})
    Word = put(Word, I, I);
  EXPECT_EQ(wholeOf(T, Values, Word), X);
  EXPECT_EQ(wholeOf(T, Values, put(X, 1, 1)), X);
  for (const Term *Other : {put(X, 1, 2), put(Y, 1, 1)})
    EXPECT_EQ(wholeOf(T, Values, Other), Other);
}

TEST_F(Bytes, WhatIsSmallHasNoOtherBytes) {
  const Term *Count = bitsSet(T, X);
  const Term *Field = T.make(Op::Or, {T.make(Op::Shl, {Count, number(8)}),
                                      T.make(Op::And, {Y, number(0xff)})});
  EXPECT_EQ(wholeOf(T, Values, T.make(Op::LShr, {Field, number(8)})), Count);
  const Term *Cut =
      T.make(Op::LShr, {T.make(Op::Shl, {X, number(8)}), number(8)});
  EXPECT_NE(wholeOf(T, Values, Cut), X);
}

TEST_F(Bytes, WhatIsPutThereIsKnown) {
  auto Masked = [&](const Term *A, uint64_t B) {
    return T.make(Op::And, {A, number(B)});
  };
  const Term *Word =
      T.make(Op::Or, {T.make(Op::Shl, {X, number(8)}), number(3)});
  EXPECT_EQ(wholeOf(T, Values, T.cast(Op::Trunc, Word, 8)), T.constant(8, 3));
  EXPECT_EQ(wholeOf(T, Values, Masked(Word, 0xfe)), number(2));
  const Term *Next = T.make(Op::Or, {Masked(Word, ~0xffull), Masked(Word, 1)});
  EXPECT_EQ(wholeOf(T, Values, T.cast(Op::Trunc, Next, 8)), T.constant(8, 1));
  const Term *Open = Masked(T.make(Op::Or, {X, number(3)}), 0xfe);
  EXPECT_EQ(wholeOf(T, Values, Open), Open);
}

TEST_F(Bytes, PartsOfBytesAreNotLost) {
  const Term *Twelve = T.cast(Op::Trunc, X, 12);
  const Term *Above =
      T.cast(Op::Trunc, T.make(Op::LShr, {Twelve, T.constant(12, 8)}), 8);
  EXPECT_NE(wholeOf(T, Values, T.cast(Op::ZExt, Above, 32)), number(0));
}

TEST_F(Bytes, CountsOfBitsAreKnown) {
  const Term *Count = bitsSet(T, X);
  EXPECT_EQ(wordCounted(Count), X);
  EXPECT_EQ(wordCounted(T.add(Count, number(1))), nullptr);
  EXPECT_EQ(wordCounted(Count->operand(0)), nullptr);
  EXPECT_EQ(Ranges().unsignedRange(Count).High, 32);
}

} // namespace
} // namespace racemap::map
