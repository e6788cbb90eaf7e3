// Who is named as the other party, if it is not the word's last accessor.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/monitor/Device.h"

#include <gtest/gtest.h>

namespace racemap {
namespace {

using device::Descriptor;
using fsm::Operation;

/// Each block has two threads in its first warp and one in its second. All
/// blocks together have more shared memory than is kept of global memory.
class Witnesses : public testing::Test {
protected:
  static constexpr unsigned PerBlock = 3, Words = 40'000;
  Witnesses() : D("plain", 2, 1, {0, 1, 32}, Words) {}

  /// Sites of reads and of writes.
  static unsigned read(unsigned I) {
    return I * fsm::NumOperations + unsigned(Operation::Read);
  }
  static unsigned write(unsigned I) {
    return I * fsm::NumOperations + unsigned(Operation::Write);
  }
  std::vector<unsigned> reads(unsigned Thread, uint64_t Address,
                              unsigned Site) {
    return D.access(Thread, Address, 4, Descriptor(), Site);
  }
  std::vector<unsigned> writes(unsigned Thread, uint64_t Address, unsigned Site,
                               unsigned Bytes = 4) {
    Descriptor A;
    A.Op = Operation::Write;
    return D.access(Thread, Address, Bytes, A, Site);
  }
  /// The first two threads of the block read the word; the second one is to
  /// write it.
  void readTwice(unsigned Block, uint64_t Word, unsigned FirstSite) {
    EXPECT_TRUE(reads(Block * PerBlock, Word, read(FirstSite)).empty());
    EXPECT_TRUE(reads(Block * PerBlock + 1, Word, read(FirstSite + 1)).empty());
  }
  using Sites = std::vector<unsigned>;

  Device D;
};

/// Words at the same places of the shared memory of two blocks, as two workers
/// run them.
TEST_F(Witnesses, OfBlocksThatRunAtTheSameTimeAreApart) {
  for (unsigned Word = 0; Word < Words; ++Word)
    for (unsigned Block : {0u, 1u})
      readTwice(Block, D.shared(Block) + 4 * Word, 2 * Block);
  for (unsigned Word = 0; Word < Words; ++Word)
    for (unsigned Block : {0u, 1u})
      ASSERT_EQ(
          writes(Block * PerBlock + 1, D.shared(Block) + 4 * Word, write(9)),
          Sites{read(2 * Block)})
          << Word;
}

/// Of a word in parts and the one behind it.
TEST_F(Witnesses, OfBytesOfBlocksAreApart) {
  for (unsigned Block : {0u, 1u}) {
    readTwice(Block, D.shared(Block), 2 * Block);
    readTwice(Block, D.shared(Block) + 4, 4 + 2 * Block);
  }
  for (unsigned Byte = 0; Byte < 4; ++Byte)
    for (unsigned Block : {0u, 1u})
      EXPECT_EQ(
          writes(Block * PerBlock + 1, D.shared(Block) + Byte, write(40), 1),
          Sites{read(2 * Block)})
          << Byte;
  for (unsigned Block : {0u, 1u})
    EXPECT_EQ(writes(Block * PerBlock + 1, D.shared(Block) + 4, write(9)),
              Sites{read(4 + 2 * Block)});
}

/// The block that begins in the place of another one has nothing to do with
/// what that one's threads did: the second warp's is the other party.
TEST_F(Witnesses, OfABlockAreNotOfTheOneBefore) {
  uint64_t Word = D.shared(0);
  readTwice(0, Word, 0);
  D.beginAnew(0);
  EXPECT_TRUE(reads(2, Word, read(2)).empty());
  EXPECT_TRUE(reads(1, Word, read(3)).empty());
  EXPECT_EQ(writes(1, Word, write(9)), Sites{read(2)});
}

/// Rows of arrays are so far apart.
TEST_F(Witnesses, OfWordsThatArePowersOfTwoApartAreApart) {
  uint64_t Bytes = 9 << 20;
  auto Begin = uint64_t(
      cpu::Arena::get().allocate(Bytes, cpu::Allocation::Kind::Device, {}));
  std::vector<uint64_t> Far{Begin};
  for (uint64_t Distance = 4; Distance < Bytes; Distance *= 2)
    Far.push_back(Begin + Distance);
  for (unsigned I = 0; I < Far.size(); ++I)
    readTwice(I % 2, Far[I], 2 * I);
  for (unsigned I = 0; I < Far.size(); ++I)
    EXPECT_EQ(writes(I % 2 * PerBlock + 1, Far[I], write(9)),
              Sites{read(2 * I)})
        << I;
  cpu::Arena::get().free(reinterpret_cast<void *>(Begin));
}

} // namespace
} // namespace racemap
