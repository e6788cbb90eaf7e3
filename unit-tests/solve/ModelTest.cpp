// ModelTest - models, in an order that does not depend on addresses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Model.h"
#include "passes/map/Protocol.h"
#include "passes/solve/Solver.h"
#include <gtest/gtest.h>

namespace racemap::solve {
namespace {

using namespace map;

TEST(Model, IsListedInTheOrderOfCreation) {
  TermContext T;
  Model M;
  for (unsigned I = 0; I < 100; ++I)
    M[T.parameter("p" + std::to_string(I), 32)] = I;
  auto All = inOrder(M);
  ASSERT_EQ(All.size(), 100u);
  for (unsigned I = 0; I < 100; ++I)
    EXPECT_EQ(All[I].second, I);
}

TEST(Model, HasOneValueForOneElement) {
  TermContext T;
  Array A;
  A.Name = "a";
  const Term *X = T.parameter("x", 64), *Y = T.parameter("y", 64);
  const Term *AtX = T.read(Cause::Input, &A, 32, {X}),
             *AtY = T.read(Cause::Input, &A, 32, {Y});
  Model M{{X, 4}, {Y, 8}, {AtX, 0}, {AtY, 21}};
  const Term *Differ = T.ne(AtX, AtY);
  EXPECT_TRUE(holds({Differ}, M));
  M[Y] = 4;
  EXPECT_FALSE(holds({Differ}, M));
  EXPECT_FALSE(holds({T.eq(AtX, T.constant(32, 0))}, M)); // both are in it
  M[AtY] = 0;
  EXPECT_TRUE(holds({T.eq(AtX, T.constant(32, 0))}, M));
}

/// Integers with opaque products do not see that the two are one element.
TEST(Model, ReadsOfOneElementAreOneForAllEncodings) {
  TermContext T;
  Array A;
  A.Name = "a";
  const Term *Width = T.parameter("w", 32), *X = T.parameter("x", 32);
  const Term *Index = T.add(T.mul(X, Width), T.constant(32, 1));
  auto At = [&](uint64_t Size) {
    const Term *Part = T.make(Op::URem, {Index, T.constant(32, Size)});
    return T.read(Cause::Input, &A, 32, {T.cast(Op::ZExt, Part, 64)});
  };
  std::vector<const Term *> Query{
      T.eq(T.make(Op::URem, {Width, T.constant(32, 32)}), T.constant(32, 0)),
      T.eq(At(2), T.constant(32, 3)), T.eq(At(4), T.constant(32, 21)),
      T.ule(Width, T.constant(32, 32)), T.ule(X, T.constant(32, 32))};
  for (Encoding E : {Encoding::RelaxedIntegers, Encoding::GroupedIntegers,
                     Encoding::Integers, Encoding::BitVectors}) {
    Ranges R;
    EXPECT_NE(Solver(R, T).decide(Query, Budget(), E).TheKind,
              Answer::Kind::Yes);
  }
}

} // namespace
} // namespace racemap::solve
