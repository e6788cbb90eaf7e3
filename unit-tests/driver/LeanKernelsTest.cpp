// LeanKernelsTest - what a proof assumes, asked of launches: random terms mean
// the same to the runtime as to the analysis, and each kind of condition is
// broken by the launches that break it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/LeanKernels.h"
#include "passes/driver/ProvedLaunches.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Parser.h"
#include "unit-tests/driver/AskedLaunch.h"
#include "unit-tests/map/RandomTerms.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace racemap {
namespace {

host::LaunchCheck checkOf(const verdict::AccessProofs &Its,
                          const map::Protocol &P) {
  auto Json = launchCheck(Its, P);
  EXPECT_TRUE(Json);
  std::string Text;
  if (Json)
    llvm::raw_string_ostream(Text) << llvm::json::Value(std::move(*Json));
  auto Check = host::LaunchCheck::read(Text);
  EXPECT_TRUE(Check) << Text;
  return Check.value_or(host::LaunchCheck());
}

TEST(LaunchCheck, TermsMeanTheSameToTheRuntime) {
  unsigned Seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(Seed));
  map::TermContext Terms;
  map::Protocol P(Terms);
  map::RandomTerms Random(Terms, Seed);
  Random.Leaves = leavesOfLaunches(P);
  unsigned NumHold = 0, NumCompared = 0;
  for (int Round = 0; Round < 4000; ++Round) {
    verdict::AccessProofs Its(P);
    const map::Term *Condition = Random.term(1, 6);
    Its.Assumed.push_back({Condition, "it"});
    host::LaunchCheck Check = checkOf(Its, P);
    for (int Case = 0; Case < 4; ++Case) {
      AskedLaunch L(P);
      L.fill(Random);
      map::Evaluator Evaluate(L);
      bool Holds = Evaluate(Condition) != 0;
      std::vector<std::string> Broken = Check.broken(L.Facts);
      // The runtime evaluates all of it: a promise can be broken in a part that
      // does not count.
      if (!Broken.empty() && Broken.front() != "it")
        continue;
      ASSERT_FALSE(Evaluate.brokePromise());
      ASSERT_EQ(Broken.empty(), Holds) << "round " << Round;
      ++NumCompared;
      NumHold += Holds;
    }
  }
  EXPECT_GT(NumCompared, 6000u);
  EXPECT_GT(NumHold, 1000u);
  EXPECT_GT(NumCompared - NumHold, 1000u);
}

/// Arrays a and b are arguments 0 and 1; c is a variable of the program.
struct TwoArrays : testing::Test {
  TwoArrays() : P(Terms) {
    for (auto *A : {&A, &B, &C})
      *A = P.makeArray();
    A->Name = "a", B->Name = "b", C->Name = "c";
    C->TheOrigin = map::Array::Origin::Global;
    P.PointerParts[A] = {0, 0};
    P.PointerParts[B] = {1, 8};
  }
  std::string brokenBy(uint64_t InA, uint64_t InB) {
    verdict::AccessProofs Its(P);
    Its.Apart = {{A, B}, {B, C}};
    AskedLaunch L(P);
    L.Ranges = {{1000, 100}, {2000, 100}, {3000, 100, /*IsVariable=*/true}};
    L.pass(0, InA);
    L.pass(1, InB, 8);
    std::string Text;
    for (const std::string &Broken : checkOf(Its, P).broken(L.Facts))
      Text += Broken + ";";
    return Text;
  }
  map::TermContext Terms;
  map::Protocol P;
  map::Array *A, *B, *C;
};

TEST_F(TwoArrays, InTwoAllocationsAreApart) {
  EXPECT_EQ(brokenBy(1000, 2000), "");
  EXPECT_EQ(brokenBy(1099, 2050), "");
}

TEST_F(TwoArrays, InOneAllocationAreNot) {
  EXPECT_EQ(brokenBy(1000, 1099), "a and b do not overlap;");
}

TEST_F(TwoArrays, OfNobodysMemoryNothingIsKnown) {
  EXPECT_EQ(brokenBy(1000, 5000),
            "a and b do not overlap;b and c do not overlap;");
  EXPECT_EQ(brokenBy(5000, 2000), "a and b do not overlap;");
}

TEST_F(TwoArrays, OfWhichOneIsNullAreApart) {
  EXPECT_EQ(brokenBy(0, 2000), "");
  EXPECT_EQ(brokenBy(1000, 0), "");
}

TEST_F(TwoArrays, AVariableIsNoOtherArray) {
  EXPECT_EQ(brokenBy(1000, 3000), "b and c do not overlap;");
}

TEST(LaunchCheck, WhatIsMalformedIsNotRead) {
  for (const char *Text :
       {"", "[]", "7", R"({"steps":[["add",32,32,0,0,0]]})",
        R"({"steps":[["constant",0,1]]})", R"({"steps":[["constant",65,1]]})",
        R"({"steps":[["constant",8,1],["addd",8,8,0,0,0]]})",
        R"({"steps":[["constant",8,1],["add",8,8,0,0,1]]})",
        R"({"holds":[[0,"it"]]})", R"({"apart":[[[0,0],[1,0]]]})",
        R"({"noVariables":[[0]]})"})
    EXPECT_FALSE(host::LaunchCheck::read(Text)) << Text;
  EXPECT_TRUE(host::LaunchCheck::read("{}"));
}

TEST(Proofs, AreReadAsTheyAreWritten) {
  instrument::Proofs All;
  instrument::KernelProof &K = All["k"];
  K.Digest = 0xfedcba9876543210;
  K.Free = {1, 7, 4'000'000'000};
  K.Launches.push_back(llvm::json::Object());
  auto Read = instrument::readProofs(instrument::toJson(All));
  ASSERT_TRUE(bool(Read));
  ASSERT_EQ(Read->size(), 1u);
  EXPECT_EQ(Read->at("k").Digest, All["k"].Digest);
  EXPECT_EQ(Read->at("k").Free, All["k"].Free);
  EXPECT_EQ(Read->at("k").Launches, All["k"].Launches);
}

} // namespace
} // namespace racemap
