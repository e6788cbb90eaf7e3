// SolverTest - both encodings against enumeration.
//
// Random truth terms over a few narrow names, promises included, are decided
// by each encoding and by trying all values. SMT-LIB's operators are applied
// here a second time only through map::apply, which unit-tests/map checks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Solver.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Protocol.h"
#include "passes/map/TermContext.h"
#include "passes/solve/Guesses.h"
#include "passes/solve/Trials.h"
#include "unit-tests/solve/RandomTerms.h"
#include <gtest/gtest.h>
#include <random>

namespace racemap::solve {
namespace {

using namespace map;

/// All values of the names, until one makes the term true without breaking a
/// promise.
bool isSatisfiable(const Term *Wanted, const RandomTerms &R) {
  Model M;
  for (unsigned N = 0; N < 1u << (3 * RandomTerms::Width); ++N) {
    for (unsigned I = 0; I < 3; ++I)
      M[R.Names[I]] = (N >> (I * RandomTerms::Width)) & 31;
    if (holds({Wanted}, M))
      return true;
  }
  return false;
}

void compare(Encoding E, unsigned Count, double LeastDecided) {
  unsigned Seed = 20261121, Decided = 0, Satisfiable = 0;
  for (unsigned I = 0; I < Count && !::testing::Test::HasFailure(); ++I) {
    SCOPED_TRACE("seed " + std::to_string(Seed + I));
    TermContext T;
    RandomTerms R(T, Seed + I, E == Encoding::BitVectors);
    const Term *Wanted = T.logicalAnd(R.truth(2), R.truth(3));
    Ranges Limits;
    Answer A = Solver(Limits, T).decide({Wanted}, Budget(), E);
    if (A.TheKind == Answer::Kind::Unknown)
      continue;
    ++Decided;
    bool Expected = isSatisfiable(Wanted, R);
    Satisfiable += Expected;
    EXPECT_EQ(A.TheKind == Answer::Kind::Yes, Expected);
    if (A.TheKind == Answer::Kind::Yes) {
      EXPECT_TRUE(holds({Wanted}, A.TheModel));
    }
  }
  EXPECT_GE(Decided, Count * LeastDecided);
  EXPECT_GT(Satisfiable, Decided / 20);
  EXPECT_LT(Satisfiable, Decided - Decided / 20);
}

TEST(Solver, BitVectorsAgreeWithEnumeration) {
  compare(Encoding::BitVectors, 400, 0.98);
}

TEST(Solver, IntegersAgreeWithEnumeration) {
  compare(Encoding::Integers, 1000, 0.5);
}

// Its No is one; a Yes is checked anyway. Few random sums have common factors.
TEST(Solver, GroupedIntegersAgreeWithEnumeration) {
  compare(Encoding::GroupedIntegers, 2000, 0.02);
}

// What no solver is asked about: promises and ranges that conjuncts imply
// count.
TEST(Solver, AlgebraAgreesWithEnumeration) {
  unsigned Seed = 20261125, Refuted = 0, Unsatisfiable = 0;
  for (unsigned I = 0; I < 1500 && !::testing::Test::HasFailure(); ++I) {
    SCOPED_TRACE("seed " + std::to_string(Seed + I));
    TermContext T;
    RandomTerms R(T, Seed + I, /*ShiftsByTerms=*/I % 2);
    const Term *Wanted = T.logicalAnd(R.truth(2), R.truth(3));
    Ranges Limits;
    bool Is = Solver(Limits, T).refute({Wanted}).TheKind == Answer::Kind::No;
    bool Expected = isSatisfiable(Wanted, R);
    EXPECT_FALSE(Is && Expected);
    Refuted += Is;
    Unsatisfiable += !Expected;
  }
  EXPECT_GE(Refuted, Unsatisfiable / 2);
  EXPECT_GT(Unsatisfiable, 100u);
}

TEST(Solver, EqualReadsOfAnInputAgree) {
  TermContext T;
  Array A;
  const Term *I = T.parameter("i", 64), *J = T.parameter("j", 64);
  const Term *X = T.read(Cause::Input, &A, 32, {I});
  const Term *Y = T.read(Cause::Input, &A, 32, {J});
  Ranges Limits;
  Solver S(Limits, T);
  for (Encoding E : {Encoding::Integers, Encoding::BitVectors}) {
    EXPECT_EQ(S.decide({T.eq(I, J), T.ne(X, Y)}, Budget(), E).TheKind,
              Answer::Kind::No);
    EXPECT_EQ(S.decide({T.ne(I, J), T.ne(X, Y)}, Budget(), E).TheKind,
              Answer::Kind::Yes);
  }
}

class BoundedGrids : public Ranges {
  bool boundsGrid(unsigned) const override { return true; }
};

TEST(Solver, MixedRadixWithSymbolicRadixIsInjective) {
  TermContext T;
  auto Index = [&](Copy C) {
    return T.add(
        T.mul(T.builtin(Builtin::BlockIdxX, C), T.builtin(Builtin::BlockDimX)),
        T.builtin(Builtin::ThreadIdxX, C));
  };
  auto Inside = [&](Copy C) {
    return T.ult(T.builtin(Builtin::ThreadIdxX, C),
                 T.builtin(Builtin::BlockDimX));
  };
  const Term *Different = T.ne(T.builtin(Builtin::ThreadIdxX, Copy::First),
                               T.builtin(Builtin::ThreadIdxX, Copy::Second));
  BoundedGrids Limits;
  Solver S(Limits, T);
  const Term *Same = T.eq(Index(Copy::First), Index(Copy::Second));
  const Term *First = Inside(Copy::First), *Second = Inside(Copy::Second);
  EXPECT_EQ(S.decide({First, Second, Different, Same}, Budget()).TheKind,
            Answer::Kind::No);
  // A thread beyond its block may collide.
  EXPECT_EQ(S.decide({First, Different, Same}, Budget()).TheKind,
            Answer::Kind::Yes);
  EXPECT_EQ(S.decide({Second, Different, Same}, Budget()).TheKind,
            Answer::Kind::Yes);
}

TEST(Solver, PromisesHoldOnlyWhereTheyAreEvaluated) {
  TermContext T;
  const Term *A = T.parameter("a", 8), *C = T.parameter("c", 1);
  const Term *Most = T.eq(A, T.constant(8, 127));
  const Term *Next = T.add(A, T.constant(8, 1), NoSignedWrap);
  const Term *Same = T.eq(T.ite(C, Next, A), A);
  Ranges Limits;
  Solver S(Limits, T);
  for (Encoding E : {Encoding::Integers, Encoding::BitVectors}) {
    EXPECT_EQ(S.decide({Most, Same}, Budget(), E).TheKind, Answer::Kind::Yes);
    EXPECT_EQ(S.decide({Most, T.ne(Next, A)}, Budget(), E).TheKind,
              Answer::Kind::No);
  }
}

/// What the relaxed encoding says of x == A, x / B == Quotient and
/// x % B == Remainder; B is a name or a number.
Answer::Kind divide(int A, int B, bool Named, int Quotient, int Remainder) {
  TermContext T;
  Ranges Limits;
  auto Number = [&](int N) { return T.constant(8, N); };
  const Term *X = T.parameter("x", 8), *Y = T.parameter("y", 8);
  const Term *By = Named ? Y : Number(B);
  return Solver(Limits, T)
      .decide({T.eq(X, Number(A)), T.eq(Y, Number(B)),
               T.eq(T.make(Op::SDiv, {X, By}), Number(Quotient)),
               T.eq(T.make(Op::SRem, {X, By}), Number(Remainder))},
              Budget(), Encoding::RelaxedIntegers)
      .TheKind;
}

TEST(Solver, QuotientsRoundTowardsZero) {
  for (int A = -7; A <= 7; ++A)
    for (int B : {-3, -2, -1, 1, 2, 3})
      for (bool Named : {false, true}) {
        SCOPED_TRACE(std::to_string(A) + " / " + std::to_string(B));
        EXPECT_NE(divide(A, B, Named, A / B, A % B), Answer::Kind::No);
        EXPECT_NE(divide(A, B, Named, A / B + 1, A % B), Answer::Kind::Yes);
        if (B > 0) {
          EXPECT_EQ(divide(A, B, Named, A / B - 1, A % B + B),
                    Answer::Kind::No);
        }
      }
}

TEST(Solver, SizesThatMakeProductsAreGuessed) {
  TermContext T;
  const Variable *Width = T.parameter("w", 64), *N = T.parameter("n", 64);
  const Term *X = T.resizeUnsigned(T.builtin(Builtin::ThreadIdxX), 64);
  const Term *Y = T.resizeUnsigned(T.builtin(Builtin::ThreadIdxY), 64);
  const Term *Index = T.add(T.mul(Width, Y), X);
  Ranges Limits;
  for (const Model &M : guesses({T.eq(Index, N)}, Limits)) {
    EXPECT_TRUE(M.count(Width));
    EXPECT_EQ(M.size(), 1u);
  }
  EXPECT_FALSE(guesses({T.eq(Index, N)}, Limits).empty());
  EXPECT_TRUE(guesses({T.eq(T.add(X, Y), N)}, Limits).empty());
  // w * y + x == n % w with y > 0: only where the product wraps, or w is 0.
  std::vector<const Term *> Query = {T.eq(Index, T.make(Op::URem, {N, Width})),
                                     T.ult(T.constant(64, 0), Y), T.ult(X, N)};
  Answer A = Solver(Limits, T).decide(Query, Budget());
  EXPECT_EQ(A.TheKind, Answer::Kind::Yes) << A.Reason;
  EXPECT_TRUE(holds(Query, A.TheModel));
}

// One number, of either sign, is divided by several constants.
TEST(Solver, DivisionsOfOneNumberAgreeWithEnumeration) {
  std::mt19937 Any(20261123);
  const Budget Small{50'000, 1000 * Steps::PerMillisecond};
  unsigned Yes = 0, Decided = 0;
  for (unsigned I = 0; I < 100; ++I) {
    SCOPED_TRACE("query " + std::to_string(I));
    TermContext T;
    const Variable *X = T.parameter("x", 8);
    auto Part = [&] {
      static constexpr uint64_t By[] = {2, 3, 4, 6, 8, 12, 24};
      static constexpr Op Ops[] = {Op::UDiv, Op::URem, Op::SDiv, Op::SRem};
      const Term *D =
          T.make(Ops[Any() % 4], {X, T.constant(8, By[Any() % std::size(By)])});
      return Any() % 2 ? D : T.make(Ops[Any() % 4], {D, T.constant(8, 3)});
    };
    std::vector<const Term *> All;
    for (unsigned C = 0; C < 2; ++C)
      All.push_back(
          T.eq(T.add(Part(), Part()), T.add(Part(), T.constant(8, Any() % 4))));
    bool Expected = false;
    for (uint64_t V = 0; V < 256 && !Expected; ++V)
      Expected = holds(All, Model{{X, V}});
    Ranges Limits;
    Answer A = Solver(Limits, T).decide(All, Small, Encoding::Integers);
    if (A.TheKind == Answer::Kind::Unknown)
      continue;
    ++Decided;
    Yes += Expected;
    EXPECT_EQ(A.TheKind == Answer::Kind::Yes, Expected);
  }
  EXPECT_GT(Decided, 40u);
  EXPECT_GT(Yes, Decided / 20);
  EXPECT_LT(Yes, Decided - Decided / 20);
}

/// Is x / 921600, x / 307200 % 3, x / 640 % Rows, x % 640, put together again,
/// the same for two numbers below 2^27?
Answer::Kind digitsMeet(uint64_t Rows) {
  TermContext T;
  auto Number = [&](uint64_t V) { return T.constant(64, V); };
  auto Digit = [&](const Term *X, uint64_t By, uint64_t Base, uint64_t Weight) {
    const Term *Q = By == 1 ? X : T.make(Op::UDiv, {X, Number(By)});
    const Term *D = Base == 0 ? Q : T.make(Op::URem, {Q, Number(Base)});
    return T.mul(D, Number(Weight), NoUnsignedWrap | NoSignedWrap);
  };
  auto Index = [&](const Term *X) {
    const Term *Sum = Digit(X, 921600, 0, 921600);
    for (const Term *D : {Digit(X, 307200, 3, 307200), Digit(X, 640, Rows, 640),
                          Digit(X, 1, 640, 1)})
      Sum = T.add(Sum, D, NoUnsignedWrap | NoSignedWrap);
    return Sum;
  };
  const Term *X = T.parameter("x", 64), *Y = T.parameter("y", 64);
  Ranges Limits;
  return Solver(Limits, T)
      .decide({T.ult(X, Number(1 << 27)), T.ult(Y, Number(1 << 27)), T.ne(X, Y),
               T.eq(Index(X), Index(Y))},
              Budget())
      .TheKind;
}

TEST(Solver, DigitsOfANumberAreThatNumber) {
  EXPECT_EQ(digitsMeet(480), Answer::Kind::No);
  EXPECT_EQ(digitsMeet(240), Answer::Kind::Yes);
}

TEST(Solver, UsualNumbersAreTried) {
  TermContext T;
  auto Number = [&](uint64_t V) { return T.constant(64, V); };
  const Variable *N = T.parameter("n", 64), *Size = T.parameter("size", 64),
                 *Blocks = T.parameter("blocks", 64);
  Ranges Limits;
  std::vector<const Term *> Said = {
      T.eq(Blocks, T.make(Op::UDiv, {T.sub(T.add(N, Size), Number(1)), Size})),
      T.ult(Number(3), Size), T.ult(Size, N),
      T.ule(T.make(Op::UDiv, {T.mul(Blocks, Size), Number(7)}), N)};
  auto Found = tryNumbers(Said, Limits, 3);
  EXPECT_EQ(Found.size(), 3u);
  for (const Model &M : Found)
    EXPECT_TRUE(holds(Said, M));
  Said.push_back(T.ult(N, Number(4)));
  EXPECT_TRUE(tryNumbers(Said, Limits, 1).empty());
}

TEST(Solver, AnExhaustedBudgetIsUnknownWithItsReason) {
  TermContext T;
  const Term *A = T.parameter("a", 64), *B = T.parameter("b", 64);
  const Term *Product = T.mul(A, B);
  Ranges Limits;
  std::vector<const Term *> Factors = {
      T.eq(Product, T.constant(64, 0xfffffffefffffff1u)),
      T.ult(T.constant(64, 1), A), T.ult(A, B)};
  Answer Result = Solver(Limits, T).decide(
      Factors, Budget{1000, 2000 * Steps::PerMillisecond});
  EXPECT_EQ(Result.TheKind, Answer::Kind::Unknown);
  EXPECT_NE(Result.Reason.find("budget"), std::string::npos) << Result.Reason;
}

TEST(Solver, WhereOneQueryHadAModelTheNextLooksFirst) {
  TermContext T;
  const Term *A = T.parameter("a", 64), *B = T.parameter("b", 64);
  const Term *X = T.resizeUnsigned(T.builtin(Builtin::ThreadIdxX), 64);
  auto Number = [&](uint64_t N) { return T.constant(64, N); };
  const uint64_t P = 2147483647, Q = 4294967291; // primes
  std::vector<const Term *> Factors = {T.eq(T.mul(A, B), Number(P * Q)),
                                       T.ult(Number(1), A), T.ult(A, B),
                                       T.eq(X, Number(7))};
  Ranges Limits;
  Budget Small{20'000, 2000 * Steps::PerMillisecond};
  EXPECT_EQ(Solver(Limits, T).decide(Factors, Small).TheKind,
            Answer::Kind::Unknown);
  Solver S(Limits, T);
  std::vector<const Term *> Given = {T.eq(A, Number(P)), T.eq(B, Number(Q)),
                                     T.eq(X, Number(3))};
  ASSERT_EQ(S.decide(Given, Small).TheKind, Answer::Kind::Yes);
  Answer Found = S.decide(Factors, Small);
  EXPECT_EQ(Found.TheKind, Answer::Kind::Yes) << Found.Reason;
  EXPECT_TRUE(holds(Factors, Found.TheModel));
  // What excludes that launch is no more decided than before.
  Factors.push_back(T.ult(A, Number(P)));
  EXPECT_EQ(S.decide(Factors, Small).TheKind, Answer::Kind::Unknown);
}

TEST(Solver, AQueryEndsWithItsTime) {
  TermContext T;
  const Term *A = T.parameter("a", 64), *B = T.parameter("b", 64);
  Ranges Limits;
  std::vector<const Term *> Factors = {
      T.eq(T.mul(A, B), T.constant(64, 0xfffffffefffffff1u)),
      T.ult(T.constant(64, 1), A), T.ult(A, B)};
  Solver S(Limits, T);
  S.stopAt(CpuTime::now() + std::chrono::milliseconds(50));
  Budget Large{20'000'000, 20'000'000};
  Answer Result = S.decide(Factors, Large, Encoding::BitVectors);
  EXPECT_EQ(Result.TheKind, Answer::Kind::Unknown);
  EXPECT_EQ(Result.Reason, StoppedByClock);
  // Nor is anything begun after that, by a new solver neither.
  S.startAnew();
  Result = S.decide({T.ult(A, B)}, Large, Encoding::BitVectors);
  EXPECT_EQ(Result.Reason, StoppedByClock);
}

/// The steps of an attempt at a product of two primes, and its reason.
static std::pair<uint64_t, std::string> factor(Budget B, Encoding By) {
  TermContext T;
  const Term *X = T.parameter("a", 64), *Y = T.parameter("b", 64);
  Ranges Limits;
  uint64_t Before = Steps::taken();
  Solver S(Limits, T);
  S.stopAt(CpuTime::now() + std::chrono::seconds(20));
  Answer Result =
      S.decide({T.eq(T.mul(X, Y), T.constant(64, 2147483647 * 4294967291)),
                T.ult(T.constant(64, 1), X), T.ult(X, Y)},
               B, By);
  return {Steps::taken() - Before, Result.Reason};
}

TEST(Solver, AQueryEndsWithItsStepsTheSameInEveryRun) {
  for (Encoding By : {Encoding::BitVectors, Encoding::Integers}) {
    Budget Small{20'000'000, 200'000};
    auto [Steps, Reason] = factor(Small, By);
    EXPECT_TRUE(llvm::StringRef(Reason).starts_with("solver budget exhausted"))
        << Reason;
    EXPECT_GT(Steps, Small.Steps / 2);
    EXPECT_LT(Steps, Small.Steps * 2);
    for (unsigned Run = 0; Run < 3; ++Run) {
      std::vector<std::unique_ptr<int>> OtherAddresses(100 << Run);
      EXPECT_EQ(factor(Small, By).first, Steps);
    }
  }
}

TEST(Solver, CircuitsLeaveStepsForTheSearch) {
  auto [Few, Reason] = factor({20'000'000, 100'000}, Encoding::BitVectors);
  EXPECT_EQ(Reason, CircuitsTooLarge);
  EXPECT_LT(Few, 1'000u);
  EXPECT_GT(factor({20'000'000, 200'000}, Encoding::BitVectors).first,
            150'000u);
}

/// Steps and reason of a question about so many operations, each an operand of
/// the next.
static std::pair<uint64_t, std::string> chain(unsigned N, Budget B) {
  TermContext T;
  Ranges Limits;
  const Term *A = T.parameter("a", 32), *C = T.parameter("c", 32), *X = A;
  for (unsigned I = 0; I < N; ++I)
    X = I % 2 ? T.add(X, C) : T.make(Op::Xor, {X, A});
  uint64_t Before = Steps::taken();
  Answer Result = Solver(Limits, T).decide({T.ult(X, A), T.ult(C, X)}, B,
                                           Encoding::BitVectors);
  return {Steps::taken() - Before, Result.Reason};
}

TEST(Solver, LongChainsAreNotBegunWithTooFewSteps) {
  auto [Few, Reason] = chain(400, {20'000'000, 1'000'000});
  EXPECT_EQ(Reason, CircuitsTooLarge);
  EXPECT_LT(Few, 20'000u);
  EXPECT_NE(chain(30, {20'000'000, 1'000'000}).second, CircuitsTooLarge);
  EXPECT_NE(chain(400, {20'000'000, 20'000'000}).second, CircuitsTooLarge);
}

/// Steps and reason of a question about so many products with a common factor.
static std::pair<uint64_t, std::string> products(unsigned N, Budget B) {
  TermContext T;
  Ranges Limits;
  const Term *Common = T.parameter("s", 32), *Sum = T.parameter("x", 32);
  for (unsigned I = 0; I < N; ++I)
    Sum = T.add(
        Sum,
        T.mul(T.parameter("p" + std::to_string(I), 32), Common, NoSignedWrap),
        NoSignedWrap);
  uint64_t Before = Steps::taken();
  Answer Result = Solver(Limits, T).decide({T.eq(Sum, T.constant(32, 7))}, B,
                                           Encoding::RelaxedIntegers);
  return {Steps::taken() - Before, Result.Reason};
}

TEST(Solver, FactsAboutProductsAreWithinTheBudget) {
  EXPECT_NE(products(10, {20'000'000, 30'000'000}).second, EncodingTooLarge);
  EXPECT_EQ(products(1000, {20'000'000, 30'000'000}).second, EncodingTooLarge);
  auto [Few, Reason] = products(200, {20'000'000, 40'000});
  EXPECT_EQ(Reason, EncodingTooLarge);
  EXPECT_LT(Few, 80'000u);
}

TEST(Solver, NoBudgetIsNotEveryBudget) {
  EXPECT_TRUE(llvm::StringRef(factor({0, 0}, Encoding::BitVectors).second)
                  .starts_with("solver budget exhausted"));
}

} // namespace
} // namespace racemap::solve
