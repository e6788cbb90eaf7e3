// RulesTest - each rule of passes/algebra alone, and where it ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Digits.h"
#include "passes/algebra/DisjointRanges.h"
#include "passes/algebra/Entailment.h"
#include "passes/algebra/SymbolicDigits.h"
#include "passes/map/Steps.h"
#include "unit-tests/algebra/WithAtoms.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace racemap::algebra {
namespace {

using Rules = WithAtoms;

TEST_F(Rules, FormsAreNotBrokenByWhatFits) {
  Form X = atom(0, 1), Y = atom(0, 1);
  EXPECT_EQ((X + Y) * (X - Y), X * X - Y * Y);
  EXPECT_EQ((X * Y + X).with(1, Y + number(2)),
            Y * Y + Y.scaled(3) + number(2));
  Form Power = X;
  for (unsigned I = 1; I < 8; ++I)
    Power = Power * X;
  EXPECT_FALSE(Power.isBroken());
  EXPECT_TRUE((Power * X).isBroken());
  EXPECT_TRUE(X.scaled(Int(1) << 101).isBroken());
}

TEST_F(Rules, BoundsSaturateToTheSafeSide) {
  Bounds Huge{-Infinity + 1, Infinity - 1};
  EXPECT_EQ(Huge + Huge, Bounds());
  EXPECT_EQ(Huge * Huge, Bounds());
  EXPECT_EQ((Bounds{-7, 7}.dividedBy(2)), (Bounds{-3, 3}));
  EXPECT_EQ(Bounds() * (Bounds{0, 0}), (Bounds{0, 0}));
}

TEST_F(Rules, ABoundOfAnUnboundedSumBoundsNothing) {
  Form X = atom(-Infinity, Infinity), Y = atom(0, 5), Z = atom(0, Infinity);
  System S(P.Atoms);
  S.within(X + Y + Z, {0, 3});
  S.propagate();
  EXPECT_EQ(S.boundsOf(AtomId(1)), (Bounds{-Infinity, 3}));
  EXPECT_EQ(S.boundsOf(AtomId(3)), (Bounds{0, Infinity}));
}

TEST_F(Rules, EndWhenTheStepsAreTaken) {
  Form X = atom(0, 5), Y = atom(0, 5);
  for (uint64_t Others : {0, 1000}) {
    System S(P.Atoms, 1000);
    S.zero(X - Y);
    S.within(X, {2, 2});
    map::Steps::take(Others);
    S.simplify();
    S.within(X, {3, 3});
    EXPECT_EQ(S.isContradictory(), Others == 0);
  }
}

// All values of two factors are tried.
TEST_F(Rules, ProductsBoundTheirFactors) {
  for (Int Least = 0; Least < 4; ++Least)
    for (Int Most = 1; Most < 40; ++Most) {
      Problem Two;
      for (unsigned I = 0; I < 2; ++I)
        Two.Atoms.push_back({{Least, 50}, Rank::Value});
      Form X = Form::atom(1), Y = Form::atom(2);
      System Product(Two.Atoms), Square(Two.Atoms);
      Product.within(X * Y, {-Infinity, Most});
      Square.within(X * X, {-Infinity, Most});
      Product.propagate();
      Square.propagate();
      Int Largest = -1, Root = -1;
      for (Int A = Least; A <= 50; ++A) {
        Largest = A * Least <= Most ? A : Largest;
        Root = A * A <= Most ? A : Root;
      }
      EXPECT_EQ(Product.isContradictory(), Least * Least > Most);
      EXPECT_EQ(Square.isContradictory(), Root < 0);
      if (!Product.isContradictory()) {
        EXPECT_EQ(Product.boundsOf(AtomId(1)), (Bounds{Least, Largest}));
      }
      if (!Square.isContradictory()) {
        EXPECT_EQ(Square.boundsOf(AtomId(1)), (Bounds{Least, Root}));
      }
    }
}

TEST_F(Rules, FactorsThatMayBeNegativeAreNotBounded) {
  Form X = atom(-3, 3), Y = atom(-3, 3), Z = atom(0, 50);
  System S(P.Atoms);
  S.within(X * Y * Z, {-Infinity, 10});
  S.propagate();
  EXPECT_EQ(S.boundsOf(AtomId(3)), (Bounds{0, 50}));
}

// g * H + s >= k for a digit s: all values are tried.
TEST_F(Rules, TheLowestDigitOfABoundIsLeftOut) {
  for (Int Digit = 1; Digit < 6; ++Digit)
    for (Int Least = -6; Least <= 6; ++Least) {
      P.Atoms.resize(1);
      Form X = atom(-9, 9), Y = atom(-9, 9), S = atom(0, Digit);
      System Facts(P.Atoms);
      Facts.within((X - Y).scaled(4) + S, {Least, Infinity});
      Int Known = Facts.boundsOf(X - Y).Low;
      EXPECT_EQ(Known, Digit < 4 ? divideUp(Least - Digit, 4) : -18)
          << int(Digit) << " " << int(Least);
    }
}

/// Is t + s - u never within [-Width, Width], for u at most s - Least?
bool areHalvesDisjoint(Int Least, Int Width) {
  Problem P;
  for (unsigned I = 0; I < 3; ++I)
    P.Atoms.push_back({{0, 99}, Rank::Value});
  Form T = Form::atom(1), S = Form::atom(2), U = Form::atom(3);
  System Facts(P.Atoms);
  Facts.atLeastZero(S - U - number(Least));
  Facts.within(T + S - U, {-Width, Width});
  compareRanges(Facts);
  return Facts.isContradictory();
}

TEST_F(Rules, HalvesAreDisjointAsFarAsNamesSay) {
  for (Int Least = -2; Least < 5; ++Least)
    for (Int Width = 0; Width < 5; ++Width)
      EXPECT_EQ(areHalvesDisjoint(Least, Width), Least > Width);
}

TEST_F(Rules, AFactorDividesWhatItIsEqualTo) {
  Form X = atom(-100, 100), Y = atom(-100, 100);
  System Three(P.Atoms), Four(P.Atoms);
  Three.within(X.scaled(6) + Y.scaled(4) + number(3), {0, 0});
  Four.within(X.scaled(6) + Y.scaled(4) + number(4), {0, 0});
  EXPECT_TRUE(Three.isContradictory());
  EXPECT_FALSE(Four.isContradictory());
}

/// Is x = 0, and y what is left, for Factor * x + y in [-Width, Width] and x, y
/// within -Reach and Reach?
bool isInjective(Int Factor, Int Reach, Int Width) {
  Problem P;
  for (unsigned I = 0; I < 2; ++I)
    P.Atoms.push_back({{-Reach, Reach}, Rank::Value});
  System S(P.Atoms);
  S.within(Form::atom(1).scaled(Factor) + Form::atom(2), {-Width, Width});
  splitDigits(S);
  Int Left = std::min(Reach, Width);
  return S.boundsOf(AtomId(1)) == Bounds{0, 0} &&
         S.boundsOf(AtomId(2)) == Bounds{-Left, Left};
}

TEST_F(Rules, DigitsEndWhereTheReachDoes) {
  for (Int Factor = 2; Factor < 12; ++Factor)
    for (Int Reach = 1; Reach < 12; ++Reach)
      for (Int Width = 0; Width < 4; ++Width)
        EXPECT_EQ(isInjective(Factor, Reach, Width), Factor > Reach + Width)
            << int(Factor) << " " << int(Reach) << " " << int(Width);
}

/// What is left of x in w * x + y - z in [-Width, Width], with y, z at most
/// w - Least.
Bounds digitByName(Int Least, Int Width) {
  Problem P;
  P.Atoms.push_back({{-7, 7}, Rank::Value});       // x
  P.Atoms.push_back({{0, 1000}, Rank::Value});     // y
  P.Atoms.push_back({{0, 1000}, Rank::Value});     // z
  P.Atoms.push_back({{1, 1000}, Rank::Parameter}); // w
  Form X = Form::atom(1), Y = Form::atom(2), Z = Form::atom(3);
  Form W = Form::atom(4);
  System S(P.Atoms);
  S.atLeastZero(W - Y - number(Least));
  S.atLeastZero(W - Z - number(Least));
  S.within(W * X + Y - Z, {-Width, Width});
  splitSymbolicDigits(S);
  return S.boundsOf(AtomId(1));
}

TEST_F(Rules, SymbolicDigitsEndWhereTheReachDoes) {
  for (Int Least = -1; Least < 4; ++Least)
    for (Int Width = 0; Width < 4; ++Width) {
      Bounds X = digitByName(Least, Width);
      EXPECT_EQ(X.Low == 0, Least > Width) << int(Least) << " " << int(Width);
      EXPECT_EQ(X.High == 0, Least > Width) << int(Least) << " " << int(Width);
    }
}

// z * slice + y * pitch + x, with y = b * n + t: rows fit in slices by the
// height that y is below, not by what bounds t.
TEST_F(Rules, SlicesOfRowsAreDigits) {
  auto Coordinate = [&] { return index(0, 1023); };
  Form N = atom(1, 1024), G = atom(1, 65535), B = Coordinate();
  Form X[] = {Coordinate(), Coordinate()}, Y[] = {Coordinate(), Coordinate()},
       Z[] = {Coordinate(), Coordinate()};
  Form Width = atom(1, 1 << 20), Height = atom(1, 1 << 20);
  Form Pitch = atom(1, 1 << 20), Slice = atom(1, Int(1) << 40);
  System Facts(P.Atoms);
  Facts.atLeastZero(G - number(1) - B);
  Form At = number(0);
  for (unsigned I : {0u, 1u}) {
    Facts.atLeastZero(N - number(1) - Y[I]);
    Facts.atLeastZero(Width - number(1) - X[I]);
    Form Row = B * N + Y[I];
    Facts.atLeastZero(Height - number(1) - Row);
    At = At.scaled(-1) + Z[I] * Slice + Row * Pitch + X[I];
  }
  Facts.atLeastZero(Pitch - Width);
  auto Deltas = [&](System S) {
    S.zero(At);
    for (unsigned Round = 0; Round < 3; ++Round)
      splitSymbolicDigits(S);
    return std::pair(S.boundsOf(Z[1] - Z[0]), S.boundsOf(Y[1] - Y[0]));
  };
  System Short = Facts;
  Short.atLeastZero(Slice - Pitch * Height + Pitch + number(1));
  EXPECT_FALSE(Deltas(Short).first.isPoint());
  Facts.atLeastZero(Slice - Pitch * Height);
  EXPECT_EQ(Deltas(Facts).first, (Bounds{0, 0}));
  EXPECT_EQ(Deltas(Facts).second, (Bounds{0, 0}));
}

// -9 * 3 + 27 = 0.
TEST_F(Rules, ARadixThatMayBeNegativeIsNone) {
  Form X = atom(-7, 7), W = atom(-9, 9), Y = atom(20, 30);
  System Any(P.Atoms), Positive(P.Atoms);
  Positive.within(W, {1, 9});
  for (System *S : {&Any, &Positive}) {
    S->within(W * X + Y, {0, 0});
    splitSymbolicDigits(*S);
  }
  EXPECT_EQ(Any.boundsOf(AtomId(1)), (Bounds{-7, 7}));
  EXPECT_EQ(Positive.boundsOf(AtomId(1)).High, 0);
}

TEST_F(Rules, BoundsThatAreNamesCount) {
  Form X = atom(0, 99), Y = atom(0, 99), W = atom(0, 99);
  System S(P.Atoms);
  S.atLeastZero(W - number(1) - X);
  EXPECT_TRUE(isNeverNegative(W - number(1) - X + Y, S));
  EXPECT_FALSE(isNeverNegative(W - number(2) - X + Y, S));
  EXPECT_FALSE(isNeverNegative(W - number(1) - X - Y, S));
  EXPECT_FALSE(isNeverNegative(X - W + number(2), S));
  EXPECT_FALSE(isNeverNegative(W - number(2), S));
  S.propagate();
  EXPECT_TRUE(isNeverNegative(W - number(1), S));
}

// A row is as long as a grid is wide: x = b * n + t with b < g and t < n is
// less than w if w is at least g * n.
TEST_F(Rules, AnIndexInAProductGivesWayToItsDimension) {
  Form B = index(0, 99), N = atom(1, 99), T = index(0, 99), G = atom(1, 99);
  Form W = atom(0, 9999), X = B * N + T;
  System S(P.Atoms);
  S.atLeastZero(G - number(1) - B);
  S.atLeastZero(N - number(1) - T);
  System Free = S; // nothing is said of w
  S.atLeastZero(W - G * N);
  EXPECT_TRUE(isNeverNegative(W - number(1) - X, S));
  EXPECT_FALSE(isNeverNegative(W - number(2) - X, S));
  EXPECT_FALSE(isNeverNegative(W - number(1) - X, Free));
}

// What may be negative is no factor: b = 0, n = -1.
TEST_F(Rules, AFactorThatMayBeNegativeTurnsABound) {
  Form B = index(0, 3), N = atom(-1, 3), G = atom(1, 4);
  System S(P.Atoms);
  S.atLeastZero(G - number(1) - B);
  EXPECT_FALSE(isNeverNegative(G * N - N - B * N, S));
}

// Facts that are random, with products; all values are tried.
TEST_F(Rules, WhatIsNeverNegativeIsNot) {
  std::mt19937 Any(20261127);
  constexpr Int Low = -2, High = 3;
  constexpr unsigned NumAtoms = 4;
  unsigned Proved = 0;
  for (unsigned Round = 0; Round < 3000; ++Round) {
    Problem Fresh;
    std::vector<Bounds> Within;
    for (unsigned I = 0; I < NumAtoms; ++I) {
      Int From = Any() % 3 ? 0 : Low;
      Within.push_back({From, High});
      Fresh.Atoms.push_back(
          {Within.back(), Any() % 2 ? Rank::Index : Rank::Value});
    }
    auto Random = [&] {
      Form F = number(Int(Any() % 5) - 2);
      for (unsigned I = 0; I < 3; ++I) {
        Form Part = Form::atom(1 + Any() % NumAtoms);
        if (Any() % 2)
          Part = Part * Form::atom(1 + Any() % NumAtoms);
        F = F + Part.scaled(Int(Any() % 5) - 2);
      }
      return F;
    };
    System S(Fresh.Atoms);
    std::vector<Form> Facts;
    for (unsigned I = 0; I < 3; ++I) {
      Facts.push_back(Random());
      S.atLeastZero(Facts.back());
    }
    // Often something that follows, by a product.
    Form Asked = Random();
    if (Any() % 2)
      Asked = Facts[0] * Form::atom(1 + Any() % NumAtoms) + Facts[1];
    if (S.isContradictory() || !isNeverNegative(Asked, S))
      continue;
    ++Proved;
    std::vector<Int> At(NumAtoms);
    auto Value = [&](Form F) {
      for (unsigned I = 0; I < NumAtoms; ++I)
        F = F.with(AtomId(I + 1), number(At[I]));
      return F.constant();
    };
    auto Visit = [&](auto &Self, unsigned I) -> void {
      if (I < NumAtoms) {
        for (At[I] = Within[I].Low; At[I] <= High; ++At[I])
          Self(Self, I + 1);
        return;
      }
      bool Holds = std::all_of(Facts.begin(), Facts.end(),
                               [&](const Form &F) { return Value(F) >= 0; });
      EXPECT_TRUE(!Holds || Value(Asked) >= 0) << "round " << Round;
    };
    Visit(Visit, 0);
  }
  EXPECT_GT(Proved, 100u);
}

} // namespace
} // namespace racemap::algebra
