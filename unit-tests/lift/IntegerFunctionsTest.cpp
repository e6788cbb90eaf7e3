// IntegerFunctionsTest - the terms give what the C++ library's functions give.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/IntegerFunctions.h"
#include "passes/map/Evaluate.h"
#include <bit>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace racemap::lift {
namespace {

using map::Term;
using map::TermContext;
using Numbers = std::vector<uint64_t>;

class NoNames : public map::Assignment {
public:
  uint64_t valueOf(const map::Variable *) override { return 0; }
  uint64_t valueOf(const map::Unknown *, llvm::ArrayRef<uint64_t>) override {
    return 0;
  }
};

struct Result {
  uint64_t Value = 0;
  bool BrokePromise = false;
};

/// Of parameters, so that no rule about constants hides a wrong term.
Result valueOf(llvm::StringRef Name, unsigned Width, const Numbers &Operands) {
  TermContext Terms;
  llvm::SmallVector<const Term *, 3> Arguments;
  for (size_t I = 0; I < Operands.size(); ++I)
    Arguments.push_back(Terms.parameter("p" + std::to_string(I), Width));
  const Term *T = libdeviceTerm(Terms, Name, Arguments);
  if (!T) {
    ADD_FAILURE() << "no term for " << Name.str();
    return {};
  }
  class Given : public NoNames {
  public:
    explicit Given(const Numbers &N) : N(N) {}
    uint64_t valueOf(const map::Variable *V) override {
      return N.at(std::stoul(V->name().drop_front().str()));
    }
    const Numbers &N;
  } Names(Operands);
  map::Evaluator Value(Names);
  uint64_t V = Value(T);
  return {V, Value.brokePromise()};
}

using Function = std::function<uint64_t(uint64_t, uint64_t, uint64_t)>;

int64_t wide(uint64_t A) { return int32_t(A); }
uint64_t low(int64_t A) { return uint32_t(A); }

struct Case {
  const char *Name;
  unsigned Width, Operands;
  Function Expected;
};

TEST(IntegerFunctions, AgreeWithTheLibrary) {
  const Case Cases[] = {
      {"abs", 32, 1, [](auto A, auto, auto) { return low(std::abs(wide(A))); }},
      {"popc", 32, 1,
       [](auto A, auto, auto) { return std::popcount(uint32_t(A)); }},
      {"popcll", 64, 1, [](auto A, auto, auto) { return std::popcount(A); }},
      {"clz", 32, 1,
       [](auto A, auto, auto) { return std::countl_zero(uint32_t(A)); }},
      {"clzll", 64, 1, [](auto A, auto, auto) { return std::countl_zero(A); }},
      {"ffs", 32, 1,
       [](auto A, auto, auto) { return A ? 1 + std::countr_zero(A) : 0; }},
      {"ffsll", 64, 1,
       [](auto A, auto, auto) { return A ? 1 + std::countr_zero(A) : 0; }},
      {"brev", 32, 1,
       [](auto A, auto, auto) { return __builtin_bitreverse32(A); }},
      {"brevll", 64, 1,
       [](auto A, auto, auto) { return __builtin_bitreverse64(A); }},
      {"min", 32, 2,
       [](auto A, auto B, auto) { return low(std::min(wide(A), wide(B))); }},
      {"umax", 32, 2, [](auto A, auto B, auto) { return std::max(A, B); }},
      {"ullmin", 64, 2, [](auto A, auto B, auto) { return std::min(A, B); }},
      {"llmax", 64, 2,
       [](auto A, auto B, auto) { return std::max(int64_t(A), int64_t(B)); }},
      {"mulhi", 32, 2,
       [](auto A, auto B, auto) { return low((wide(A) * wide(B)) >> 32); }},
      {"umulhi", 32, 2, [](auto A, auto B, auto) { return (A * B) >> 32; }},
      {"hadd", 32, 2,
       [](auto A, auto B, auto) { return low((wide(A) + wide(B)) >> 1); }},
      {"uhadd", 32, 2, [](auto A, auto B, auto) { return (A + B) >> 1; }},
      {"rhadd", 32, 2,
       [](auto A, auto B, auto) { return low((wide(A) + wide(B) + 1) >> 1); }},
      {"urhadd", 32, 2, [](auto A, auto B, auto) { return (A + B + 1) >> 1; }},
      {"sad", 32, 3,
       [](auto A, auto B, auto C) {
         return low(std::abs(wide(A) - wide(B)) + wide(C));
       }},
      {"usad", 32, 3,
       [](auto A, auto B, auto C) { return low((A < B ? B - A : A - B) + C); }},
  };
  std::mt19937_64 Random(1);
  for (const Case &C : Cases)
    for (unsigned Round = 0; Round < 200; ++Round) {
      Numbers N;
      for (unsigned I = 0; I < C.Operands; ++I) // short and long numbers
        N.push_back((Random() >> (Random() % 64)) &
                    (C.Width == 32 ? 0xffffffff : ~uint64_t(0)));
      Result R = valueOf(C.Name, C.Width, N);
      N.resize(3);
      ASSERT_EQ(R.Value, C.Expected(N[0], N[1], N[2]))
          << C.Name << " of " << N[0] << ", " << N[1] << ", " << N[2];
    }
}

TEST(IntegerFunctions, FactorsOf24BitsAreMultiplied) {
  EXPECT_EQ(valueOf("umul24", 32, {0xffffff, 3}).Value, 0x2fffffdu);
  EXPECT_EQ(valueOf("mul24", 32, {0xfffffffe, 3}).Value, 0xfffffffau);
  EXPECT_FALSE(valueOf("mul24", 32, {0xfffffffe, 3}).BrokePromise);
}

TEST(IntegerFunctions, LongerFactorsBreakAPromise) {
  EXPECT_TRUE(valueOf("umul24", 32, {0x1000000, 3}).BrokePromise);
  EXPECT_TRUE(valueOf("mul24", 32, {3, 0x800000}).BrokePromise);
}

TEST(IntegerFunctions, BytesAreReversed) {
  TermContext Terms;
  NoNames Names;
  const Term *A = Terms.constant(32, 0x01020304);
  EXPECT_EQ(map::Evaluator(Names)(reversedBytes(Terms, A)), 0x04030201u);
}

TEST(IntegerFunctions, UnknownNamesHaveNoTerm) {
  TermContext Terms;
  const Term *A = Terms.constant(32, 1);
  EXPECT_EQ(libdeviceTerm(Terms, "sin", {A}), nullptr);
  EXPECT_EQ(libdeviceTerm(Terms, "byte_perm", {A, A, A}), nullptr);
}

} // namespace
} // namespace racemap::lift
