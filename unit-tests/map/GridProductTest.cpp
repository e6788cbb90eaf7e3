// GridProductTest - bounds by form against the numbers of random launches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/GridProduct.h"
#include "passes/map/TermContext.h"
#include "gtest/gtest.h"
#include <random>

namespace racemap::map {
namespace {

/// threadIdx.x, blockIdx.x, blockDim.x and gridDim.x.
struct Names {
  explicit Names(TermContext &T)
      : Thread(T.builtin(Builtin::ThreadIdxX)),
        Block(T.builtin(Builtin::BlockIdxX)),
        Threads(T.builtin(Builtin::BlockDimX)),
        Blocks(T.builtin(Builtin::GridDimX)) {}
  const Term *Thread, *Block, *Threads, *Blocks;
};

/// A launch with less than 2^31 threads, and a thread of it.
struct Launch {
  explicit Launch(std::mt19937 &Any) {
    Threads = 1 + Any() % 1024;
    Blocks = 1 + Any() % ((uint64_t(1) << 31) / Threads - 1);
    Block = Any() % 2 ? Blocks - 1 : Any() % Blocks;
    Thread = Any() % 2 ? Threads - 1 : Any() % Threads;
  }
  uint64_t Thread, Block, Threads, Blocks;
};

/// The value of T before it is cut to any width.
__int128 exact(const Term *T, const Names &N, const Launch &L) {
  if (const auto *C = llvm::dyn_cast<Constant>(T))
    return C->value();
  if (T == N.Thread)
    return L.Thread;
  if (T == N.Block)
    return L.Block;
  if (T == N.Threads)
    return L.Threads;
  if (T == N.Blocks)
    return L.Blocks;
  __int128 A = exact(T->operand(0), N, L), B = exact(T->operand(1), N, L);
  return isOp(T, Op::Add) ? A + B : isOp(T, Op::Mul) ? A * B : A << int(B);
}

TEST(GridProduct, OfTwoThreadsIsThatOfTheThreadsBlock) {
  TermContext T;
  auto Index = [&](Copy OfBlock, Copy OfThread) {
    return gridProduct(T.add(T.mul(T.builtin(Builtin::BlockIdxX, OfBlock),
                                   T.builtin(Builtin::BlockDimX)),
                             T.builtin(Builtin::ThreadIdxX, OfThread)));
  };
  EXPECT_TRUE(Index(Copy::First, Copy::First));
  EXPECT_FALSE(Index(Copy::First, Copy::Second));
  EXPECT_FALSE(Index(Copy::First, Copy::Any));
  EXPECT_TRUE(Index(Copy::Any, Copy::First)); // both are in that block
}

TEST(GridProduct, FactorsBoundWhatThreadsOfALaunchCompute) {
  std::mt19937 Any(20261123);
  unsigned Bounded = 0, Free = 0;
  for (unsigned I = 0; I < 20'000; ++I) {
    SCOPED_TRACE("term " + std::to_string(I));
    TermContext T;
    Names N(T);
    const Term *All[] = {N.Thread, N.Block, N.Threads, N.Blocks};
    auto Leaf = [&]() -> const Term * {
      unsigned Which = Any() % 6;
      return Which < 4 ? All[Which] : T.constant(32, Any() % 5);
    };
    auto Product = [&] {
      const Term *P = Leaf();
      for (unsigned F = Any() % 3; F != 0; --F)
        P = Any() % 4 ? T.mul(P, Leaf())
                      : T.make(Op::Shl, {P, T.constant(32, Any() % 3)});
      return P;
    };
    const Term *Sum = T.mul(N.Block, N.Threads);
    Sum = Any() % 2 ? T.mul(Sum, T.constant(32, 1 + Any() % 3)) : Product();
    for (unsigned A = Any() % 3; A != 0; --A)
      Sum = T.add(Sum, Product());
    auto Grid = gridMultiple(Sum);
    uint64_t Factor = Grid ? Grid->Factor : 0;
    (Factor ? Bounded : Free)++;
    for (unsigned Try = 0; Factor && Try < 8; ++Try) {
      Launch L(Any);
      __int128 Size = __int128(L.Threads) * L.Blocks;
      EXPECT_LE(exact(Sum, N, L), Factor * Size);
    }
  }
  EXPECT_GT(Bounded, 2'000u);
  EXPECT_GT(Free, 2'000u);
}

TEST(GridProduct, FactorsOfIndices) {
  TermContext T;
  Names N(T);
  auto gridFactor = [](const Term *X) {
    auto Grid = gridMultiple(X);
    return Grid ? Grid->Factor : 0;
  };
  const Term *Two = T.constant(32, 2);
  const Term *Block = T.mul(T.mul(N.Threads, Two), N.Block);
  EXPECT_EQ(gridFactor(Block), 2u);
  EXPECT_EQ(gridFactor(T.add(Block, N.Thread)), 2u);
  EXPECT_EQ(gridFactor(T.add(T.add(Block, N.Thread), N.Threads)), 2u);
  EXPECT_EQ(gridFactor(T.add(T.add(Block, N.Threads), N.Threads)), 2u);
  const Term *Third = T.add(T.add(Block, N.Threads), N.Threads);
  EXPECT_EQ(gridFactor(T.add(Third, N.Thread)), 0u);
  const Term *Grid = T.mul(N.Threads, N.Blocks);
  EXPECT_EQ(gridFactor(Grid), 1u);
  EXPECT_EQ(gridFactor(T.add(Grid, N.Threads)), 0u);
}

} // namespace
} // namespace racemap::map
