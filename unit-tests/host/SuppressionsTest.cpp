// Suppressions: what a pattern hides and what it does not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Suppressions.h"
#include "runtime/config/Pattern.h"

#include <gtest/gtest.h>

namespace racemap::host {
namespace {

using config::occurs;

TEST(Patterns, AreFoundAnywhereUnlessAnchored) {
  EXPECT_TRUE(occurs("duce", "reduce(float*)"));
  EXPECT_FALSE(occurs("^duce", "reduce(float*)"));
  EXPECT_TRUE(occurs("^reduce", "reduce(float*)"));
  EXPECT_TRUE(occurs("float*)$", "reduce(float*)"));
  EXPECT_FALSE(occurs("reduce$", "reduce(float*)"));
  EXPECT_TRUE(occurs("re*flo", "reduce(float*)"));
  EXPECT_FALSE(occurs("re*int", "reduce(float*)"));
}

TEST(Patterns, BacktrackOverStars) {
  EXPECT_TRUE(occurs("^a*bc$", "abbbc"));
  EXPECT_FALSE(occurs("^a*bc$", "abbbcd"));
}

static Site site(const char *Function, const char *File, const char *Name) {
  Site S;
  S.Variable = Name;
  S.Stack.push_back({Function, File, 1, 1});
  return S;
}

TEST(Suppressions, HideByFunctionFileVariableAndKernel) {
  Site A = site("helper(int)", "lib/a.cu", "tile");
  auto Hides = [&](const char *Rule) {
    std::vector<std::string> Problems;
    Suppressions S;
    S.parse(Rule, Problems);
    EXPECT_TRUE(Problems.empty());
    return S.ruleFor(Finding::Kind::DataRace, {nullptr, &A}, "kernel()")
        .has_value();
  };
  EXPECT_TRUE(Hides("race:helper"));
  EXPECT_TRUE(Hides("# why\n\nrace:lib/*.cu$\n"));
  EXPECT_TRUE(Hides("race:^tile$"));
  EXPECT_TRUE(Hides("race:kernel"));
  EXPECT_FALSE(Hides("race:other"));
  EXPECT_FALSE(Hides("bounds:helper"));
}

TEST(Suppressions, HideByTheFileThatAThreadWaitsIn) {
  std::vector<std::string> Problems;
  Suppressions S;
  S.parse("barrier:lib/", Problems);
  Participant P;
  P.Place = "lib/a.cu:10:3";
  auto Hides = [&] {
    return S
        .ruleFor(Finding::Kind::BarrierDivergence, {nullptr}, "kernel()",
                 {P.place().File})
        .has_value();
  };
  EXPECT_EQ(P.place().File, "lib/a.cu");
  EXPECT_TRUE(Hides());
  P.Place = "src/lib/a.cu:10:3";
  EXPECT_TRUE(Hides());
  P.Place = "src/a.cu:10:3";
  EXPECT_FALSE(Hides());
  P.Place = "";
  EXPECT_EQ(P.place().File, "");
}

TEST(Suppressions, SayWhatIsNone) {
  std::vector<std::string> Problems;
  Suppressions S;
  S.parse("helper\nraces:helper\nrace:ok\n", Problems);
  ASSERT_EQ(Problems.size(), 2u);
  EXPECT_NE(Problems[0].find("'helper' is no suppression"), std::string::npos);
}

} // namespace
} // namespace racemap::host
