// UnitBudgetTest - which kernel of a unit may take how much, and when.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/map/Parser.h"
#include <gtest/gtest.h>

namespace racemap {
namespace {

using map::Steps;

constexpr uint64_t Ms = Steps::PerMillisecond;

TEST(UnitBudget, CheapKernelsComeFirst) {
  std::vector<size_t> Wanted{1, 3, 0, 2};
  EXPECT_EQ(cheapestFirst({{.Accesses = 100},
                           {.Accesses = 2},
                           {.Accesses = 100, .Contexts = 8},
                           {.Accesses = 20}}),
            Wanted);
}

TEST(UnitBudget, KernelsThatLookAlikeStayInTheirOrder) {
  std::vector<size_t> Wanted{0, 1, 2};
  EXPECT_EQ(cheapestFirst({{.Accesses = 9}, {.Accesses = 4}, {.Accesses = 7}}),
            Wanted);
}

TEST(UnitBudget, KernelsOfOthersComeLast) {
  std::vector<size_t> Wanted{1, 0};
  EXPECT_EQ(
      cheapestFirst({{.IsForeign = true, .Accesses = 1}, {.Accesses = 100}}),
      Wanted);
}

TEST(UnitBudget, AKernelTakesAnEighthOrAnEqualPart) {
  UnitBudget B(800);
  EXPECT_EQ(B.stepsOfOne(100), 100 * Ms);
  EXPECT_EQ(B.stepsOfOne(2), 400 * Ms);
  EXPECT_EQ(B.stepsOfOne(1), 800 * Ms);
  Steps::take(600 * Ms);
  EXPECT_EQ(B.stepsOfOne(2), 100 * Ms);
  EXPECT_EQ(B.lastStepOfOne(1), Steps::taken() + 200 * Ms);
  Steps::take(600 * Ms);
  EXPECT_EQ(B.stepsOfOne(1), 0u);
  EXPECT_EQ(UnitBudget(0).lastStepOfOne(3), verdict::Settings().LastStep);
}

TEST(UnitBudget, ABuildAllowsMoreForALargerUnit) {
  EXPECT_GT(UnitBudget::ofBuild(0, 0), 0u);
  EXPECT_GT(UnitBudget::ofBuild(1'000'000, 0), UnitBudget::ofBuild(0, 0));
  EXPECT_GT(UnitBudget::ofBuild(0, 100'000), UnitBudget::ofBuild(0, 0));
  EXPECT_LT(UnitBudget::ofBuild(10'000'000, 1'000'000), UnitBudget::OfCheck);
}

/// Kernels from their text, decided within a budget.
class Decided {
public:
  Decided(const std::string &Text, uint64_t Budget) {
    auto All = map::parseProtocols(Text, "t.map", Terms);
    if (!All) {
      ADD_FAILURE() << llvm::toString(All.takeError());
      return;
    }
    Of = analyse(std::move(*All), Options(), UnitBudget(Budget));
  }

  std::string operator[](unsigned K) const {
    const verdict::ContextResult &C = Of.Kernels.at(K).Contexts.front();
    switch (C.TheVerdict) {
    case verdict::Verdict::RaceFree:
      return "race-free";
    case verdict::Verdict::Racy:
      return "racy";
    case verdict::Verdict::Unknown:
      break;
    }
    return C.Reason;
  }
  uint64_t steps(unsigned K) const {
    return Of.Kernels.at(K).Contexts.front().Steps;
  }

private:
  map::TermContext Terms;
  Analysis Of;
};

constexpr const char *Expensive =
    "kernel expensive { param a : i64; param b : i64; global g of 4 bytes;"
    "  if a * b == 9223372021822390277 && a > 1 && b > a && b < 9223372036 {"
    "    wr g[0] = threadIdx.x; } }\n";
constexpr const char *Racy =
    "kernel racy { shared s of 4 bytes; wr s[u64(threadIdx.x)];"
    "  rd s[u64(threadIdx.x + 1)]; }\n";
constexpr const char *RaceFree =
    "kernel free { shared s of 4 bytes; wr s[u64(threadIdx.x)]; sync;"
    "  rd s[u64(threadIdx.x + 1)]; }\n";

TEST(UnitBudget, WhatIsLeftIsUnknownInAnyOrder) {
  std::string Why = "unit budget exhausted (unit-budget-ms=300)";
  Decided Last(std::string(Racy) + RaceFree + Expensive, 300);
  EXPECT_EQ(Last[0], "racy");
  EXPECT_EQ(Last[1], "race-free");
  EXPECT_EQ(Last[2], Why);
  Decided First(std::string(Expensive) + Racy + RaceFree, 300);
  EXPECT_EQ(First[0], Why);
  EXPECT_EQ(First[1], "racy");
  EXPECT_EQ(First[2], "race-free");
}

TEST(UnitBudget, AKernelHasWhatTheOthersLeave) {
  // Alone it has all; beside others that are cheap, first a quarter, and then
  // it begins anew with the rest.
  Decided One(Expensive, 400);
  Decided Four(std::string(Expensive) + RaceFree + RaceFree + RaceFree, 400);
  EXPECT_GT(One.steps(0), 350 * Ms);
  EXPECT_GT(Four.steps(0), 250 * Ms);
}

TEST(UnitBudget, AllKernelsTogetherStayWithinIt) {
  std::string All;
  for (unsigned I = 0; I < 12; ++I)
    All += Expensive;
  uint64_t Before = Steps::taken();
  Decided(All, 600);
  EXPECT_LT(Steps::taken() - Before, 700 * Ms);
  EXPECT_GT(Steps::taken() - Before, 400 * Ms);
}

} // namespace
} // namespace racemap
