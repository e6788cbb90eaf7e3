// DivisionTest - quotients, and what facts say while they are made.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Ceilings.h"
#include "passes/algebra/Digits.h"
#include "passes/algebra/Divider.h"
#include "passes/algebra/System.h"
#include "unit-tests/algebra/WithAtoms.h"
#include <algorithm>
#include <array>
#include <random>

namespace racemap::algebra {
namespace {

using Division = WithAtoms;

TEST_F(Division, IndicesGiveWayToTheirDimensions) {
  Form W = atom(1, 1 << 30), H = atom(1, 1 << 30);
  P.Atoms.push_back({{0, 1 << 30}, Rank::Index});
  P.Atoms.push_back({{0, 1 << 30}, Rank::Index});
  Form X = Form::atom(3), Y = Form::atom(4);
  Ceilings Facts(P.Atoms);
  Facts.learn(W - X - number(1));
  Facts.learn(H - Y - number(1));
  Facts.learn(number(1000) - H * W);
  EXPECT_EQ(Facts.above(Y * W + X), 999);
  EXPECT_EQ(Facts.above(Y * W + X.scaled(2)), 1000 + (1 << 30) - 2);
}

// What was cut later is cut in what facts said before, and what a sum of
// products leaves no room for is no product.
TEST_F(Division, FactsAreKnownOfWhatIsCut) {
  Form Pitch = atom(0, 1 << 20), Rows = atom(1, 1 << 20), Y = index(0, 1 << 20);
  Divider D(P);
  D.learn(Rows - Y - number(1));
  D.learn(number(1000) - Pitch * Rows);
  auto Quarter = D.divide(Pitch, 4);
  ASSERT_TRUE(Quarter);
  // 4 * y * q <= 4 * (rows - 1) * q <= 1000
  auto Whole = D.divide(Y * Quarter->Quotient, 251);
  ASSERT_TRUE(Whole);
  EXPECT_EQ(Whole->Quotient, Form());
  auto Less = D.divide(Y * Quarter->Quotient, 250);
  ASSERT_TRUE(Less);
  EXPECT_NE(Less->Quotient, Form());
}

// A sum with a part that may be negative bounds no part.
TEST_F(Division, ASumBoundsItsPartsIfNoneIsNegative) {
  Form X = atom(0, 100), Y = atom(0, 100), Z = atom(-5, 100);
  Ceilings Facts(P.Atoms);
  Facts.learn(number(10) - X * Y - X);
  EXPECT_EQ(Facts.above(X * Y), 10);
  Facts.learn(number(10) - Y * Y - Z);
  EXPECT_EQ(Facts.above(Y * Y), 10'000);
}

TEST_F(Division, WhatIsZeroIsNoRemainder) {
  Form Size = atom(0, 1000), Block = index(0, 1000);
  Divider D(P);
  auto Quarter = D.divide(Size, 4);
  ASSERT_TRUE(Quarter);
  D.learnZero(Quarter->Remainder);
  auto Its = D.divide(Block * Size, 4);
  ASSERT_TRUE(Its);
  EXPECT_EQ(Its->Quotient, Block * Quarter->Quotient);
  EXPECT_EQ(Its->Remainder, Form());
  // What is no integer is nothing.
  D.learnZero(Block.scaled(2) - number(3));
  EXPECT_EQ(D.current(Block), Block);
}

/// What the atoms of F are, in order, from 0.
Int valueOf(const Form &F, const std::vector<Int> &Values) {
  Int Sum = F.constant();
  for (const Form::Part &P : F.parts()) {
    Int Product = P.Factor;
    for (Monomial M = P.Of; !M.isOne(); M = M.rest())
      Product *= Values[M.atom()];
    Sum += Product;
  }
  return Sum;
}

// All values of four atoms, of which some may be negative.
TEST_F(Division, CeilingsAreAboveAllValuesThatFactsLeave) {
  unsigned Seed = std::random_device()(), Exact = 0, Better = 0;
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  auto Below = [&](int N) { return int(Random() % unsigned(N)); };
  for (unsigned Run = 0; Run < 2000; ++Run) {
    P.Atoms.resize(1);
    for (unsigned I = 0; I < 4; ++I)
      P.Atoms.push_back(
          {{Below(4) ? 0 : -2, 4}, I < 2 ? Rank::Index : Rank::Parameter});
    auto Any = [&] { return Form::atom(static_cast<AtomId>(1 + Below(4))); };
    std::vector<Form> Said;
    for (unsigned I = 0; I < 2; ++I) {
      Form Index = Form::atom(static_cast<AtomId>(1 + I));
      Said.push_back(Any() - Index - number(Below(2)));
      Said.push_back(number(Below(9)) - Any() * Any());
    }
    Form F = Any() * Any() + Any() * Any().scaled(Below(5) - 2) + Any() +
             number(Below(3));
    Ceilings Facts(P.Atoms), None(P.Atoms);
    for (const Form &G : Said)
      Facts.learn(G);
    Int Most = -Infinity;
    std::vector<Int> V(5);
    auto Try = [&](auto &Next, unsigned I) -> void {
      if (I == 5) {
        if (llvm::all_of(Said, [&](auto &G) { return valueOf(G, V) >= 0; }))
          Most = std::max(Most, valueOf(F, V));
        return;
      }
      for (V[I] = P.Atoms[I].Within.Low; V[I] <= P.Atoms[I].Within.High; ++V[I])
        Next(Next, I + 1);
    };
    Try(Try, 1);
    ASSERT_GE(Facts.above(F), Most);
    Exact += Facts.above(F) == Most;
    Better += Facts.above(F) < None.above(F);
  }
  EXPECT_GT(Exact, 100u);
  EXPECT_GT(Better, 300u);
}

// What divides what is random; all values are tried.
TEST_F(Division, QuotientsAndRemaindersAreThose) {
  std::mt19937 Any(20261125);
  unsigned Exact = 0;
  for (unsigned Round = 0; Round < 400; ++Round) {
    Problem Fresh;
    for (unsigned I = 0; I < 2; ++I)
      Fresh.Atoms.push_back({{-9, 9}, Rank::Value});
    Divider D(Fresh);
    auto Factor = [&] { return Int(Any() % 17) - 8; };
    std::vector<std::pair<Form, Divided>> All;
    std::vector<Int> By;
    for (unsigned I = 0; I < 3; ++I) {
      Form F = Form::atom(1).scaled(Factor()) + Form::atom(2).scaled(Factor()) +
               number(Factor());
      if (I && Any() % 2)
        F = All.back().second.Quotient;
      By.push_back(1 + Any() % 12);
      auto Its = D.divide(F, By.back());
      ASSERT_TRUE(Its);
      All.push_back({F, *Its});
    }
    for (Int X = -9; X <= 9; X += 3)
      for (Int Y = -9; Y <= 9; Y += 2) {
        System S(Fresh.Atoms);
        S.within(Form::atom(1), {X, X});
        S.within(Form::atom(2), {Y, Y});
        for (const Problem::Cut &C : Fresh.Cuts)
          S.zero(C.Zero);
        for (const Form &Zero : Fresh.Divisions)
          S.zero(Zero);
        S.propagate();
        S.simplify();
        for (unsigned Times = 0; Times < 4; ++Times)
          splitDigits(S), S.propagate(), S.simplify();
        ASSERT_FALSE(S.isContradictory());
        for (size_t I = 0; I < All.size(); ++I) {
          Bounds F = S.boundsOf(S.current(All[I].first));
          if (!F.isPoint())
            continue;
          Int Q = divideDown(F.Low, By[I]);
          Bounds Quotient = S.boundsOf(S.current(All[I].second.Quotient));
          Bounds Rest = S.boundsOf(S.current(All[I].second.Remainder));
          EXPECT_TRUE(Quotient.Low <= Q && Q <= Quotient.High);
          EXPECT_TRUE(Rest.Low <= F.Low - Q * By[I] &&
                      F.Low - Q * By[I] <= Rest.High);
          Exact += Quotient.isPoint() && Rest.isPoint();
        }
      }
  }
  EXPECT_GT(Exact, 50'000u);
}

/// Divides by forms, within the bounds of both.
struct ByForms {
  Divided operator()(const Form &X, const Form &By) {
    Bounds OfX = D.boundsOf(X), OfBy = D.boundsOf(By);
    return D.divideBy(X, OfX, By, OfBy).value();
  }
  Divider &D;
};

// The largest first, or the smallest; of a number, or of a sum.
TEST_F(Division, DigitsInARadixOfNamesMeet) {
  Form W = atom(1, 1000), H = atom(1, 1000), C = atom(1, 1000);
  for (bool IsSum : {false, true})
    for (bool Upwards : {false, true}) {
      Form X = atom(0, 1'000'000);
      if (IsSum)
        X.add(atom(0, 1'000'000));
      Divider D(P);
      ByForms By{D};
      Form All[4];
      for (int I : Upwards ? std::array{0, 1, 2, 3} : std::array{3, 2, 1, 0}) {
        if (I == 0)
          All[I] = By(X, W).Remainder;
        else if (I == 1)
          All[I] = By(By(X, W).Quotient, H).Remainder;
        else if (I == 2)
          All[I] = By(By(X, H * W).Quotient, C).Remainder;
        else
          All[I] = By(X, C * H * W).Quotient;
      }
      Form Sum = ((All[3] * C + All[2]) * H + All[1]) * W + All[0];
      EXPECT_EQ(By(X, W).Quotient * W + By(X, W).Remainder, D.current(Sum));
    }
}

// Products of three names, one of them a number at times, in any order.
TEST_F(Division, QuotientsByProductsAreThose) {
  unsigned Seed = std::random_device()(), Exact = 0, Checked = 0;
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Any(Seed);
  for (unsigned Round = 0; Round < 600; ++Round) {
    Problem Fresh;
    Fresh.Atoms.push_back({{0, 30}, Rank::Value});
    Fresh.Atoms.push_back({{0, 30}, Rank::Value});
    for (unsigned I = 0; I < 3; ++I)
      Fresh.Atoms.push_back({{1, 4}, Rank::Parameter});
    Divider D(Fresh);
    struct Step {
      Form Whole, By;
      Divided Its;
    };
    std::vector<Step> All;
    for (unsigned I = 0; I < 4; ++I) {
      Form By = number(1 + Any() % 2);
      for (AtomId A : {3, 4, 5})
        if (Any() % 2)
          By = By * Form::atom(A);
      if (By.isConstant())
        By = Form::atom(3);
      Form X = Form::atom(1);
      if (Round % 2)
        X.add(Form::atom(2), 1 + Any() % 2);
      if (!All.empty() && Any() % 2)
        X = Any() % 2 ? All.back().Its.Quotient : All.back().Its.Remainder;
      X = D.current(X);
      if (Any() % 4 == 0)
        X.add(By * Form::atom(2));
      // Of some, nothing is said.
      if (Bounds OfX = D.boundsOf(X); OfX.Low >= 0)
        if (auto Its = D.divideBy(X, OfX, By, D.boundsOf(By)))
          All.push_back({X, By, std::move(*Its)});
    }
    for (unsigned Try = 0; Try < 40; ++Try) {
      System S(Fresh.Atoms);
      for (AtomId A : {1, 2, 3, 4, 5}) {
        Bounds Its = Fresh.Atoms[A].Within;
        Int Value = Its.Low + Int(Any() % uint64_t(Its.High - Its.Low + 1));
        S.within(Form::atom(A), {Value, Value});
      }
      for (const Problem::Cut &C : Fresh.Cuts)
        S.zero(C.Zero);
      for (const Form &Zero : Fresh.Divisions)
        S.zero(Zero);
      for (const Fact &F : Fresh.Said.Facts)
        S.add(F);
      for (unsigned Times = 0; Times < 4; ++Times)
        S.propagate(), S.simplify(), splitDigits(S);
      ASSERT_FALSE(S.isContradictory());
      for (const Step &Its : All) {
        Bounds X = S.boundsOf(S.current(Its.Whole)),
               By = S.boundsOf(S.current(Its.By));
        ++Checked;
        if (!X.isPoint() || !By.isPoint())
          continue;
        Int Q = X.Low / By.Low, R = X.Low % By.Low;
        Bounds Quotient = S.boundsOf(S.current(Its.Its.Quotient)),
               Rest = S.boundsOf(S.current(Its.Its.Remainder));
        EXPECT_TRUE(Quotient.Low <= Q && Q <= Quotient.High);
        EXPECT_TRUE(Rest.Low <= R && R <= Rest.High);
        Exact += Quotient.isPoint() && Rest.isPoint();
      }
    }
  }
  EXPECT_GT(Exact, Checked / 2);
}

TEST_F(Division, ALowerPartThatMayBeNegativeIsNoDigit) {
  Form X = atom(0, 100), Y = atom(-3, 0);
  Divider D(P);
  auto Its = D.divide(X.scaled(4) + Y, 8);
  ASSERT_TRUE(Its);
  EXPECT_EQ(D.boundsOf(D.current(Its->Remainder)), (Bounds{0, 7}));
}

TEST_F(Division, PartsOfOneNumberAreItsDigits) {
  Form X = atom(0, 1000);
  Divider D(P);
  auto Eighth = D.divide(X, 8), Part = D.divide(X, 32);
  ASSERT_TRUE(Eighth && Part);
  // x / 8 = 4 * (x / 32) + x / 8 % 4
  Form Left = D.current(Eighth->Quotient) - D.current(Part->Quotient).scaled(4);
  EXPECT_EQ(D.boundsOf(Left), (Bounds{0, 3}));
}

} // namespace
} // namespace racemap::algebra
