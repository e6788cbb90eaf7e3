// JsonReaderTest - what was written is read back; what cannot be is said.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/JsonReader.h"
#include "Samples.h"
#include "passes/report/Json.h"
#include "passes/report/JsonText.h"
#include "passes/report/Reporter.h"
#include <gtest/gtest.h>

namespace racemap::report {
namespace {

using namespace verdict;

std::string written(const std::vector<KernelResult> &Kernels) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeJson(Kernels, OS);
  return Text;
}

llvm::Expected<Document> read(llvm::StringRef Text) {
  auto V = parseJson(Text, "input");
  if (!V)
    return V.takeError();
  return readJson(*V);
}

std::string errorOf(llvm::StringRef Text) {
  auto D = read(Text);
  return D ? "" : llvm::toString(D.takeError());
}

/// Everything that a finding can have.
Finding full() {
  Finding F = race();
  F.TheCertainty = Certainty::Input;
  F.Benign = F.Confirmed = true;
  F.TheSpace = map::Space::Global;
  F.ElementBytes = 4;
  F.Relation = map::Scope::Warp;
  F.Sites[0].Where.Calls = {{"helper(int)", {"helper.cuh", 3, 7}}};
  F.TheWitness.GridDim = {4, 5, 6};
  F.TheWitness.Inputs = {{"idx", -3, 7}};
  F.TheWitness.Extent = 1024;
  F.TheWitness.Ways = {{{{"reduce.cu", 7, 3}, {{"s", 8}}}}, {}};
  F.TheWitness.Touches = {{{{0, 0, 0}, {3, 0, 0}}, 1, 12}};
  Precondition &N = F.ThePrecondition.emplace();
  N.Text = "w >= 64";
  N.Statements = {"RACEMAP_ASSUME(w >= 64);"};
  N.MetBy = {"launch a.cu:3"};
  F.Fingerprint = "0123";
  F.Hidden = "baseline";
  F.IsSilenced = true;
  F.TheRepair = Repair{"__syncthreads();", {"reduce.cu", 9, 5}, true};
  return F;
}

/// Everything that a recipe can have.
LaunchRecipe recipe() {
  using Kind = LaunchRecipe::Array::Kind;
  LaunchRecipe R;
  R.Function = "&::reduce";
  R.WhyNot = "a reason";
  R.Arguments = {{"data", 8}, {"s", 24}};
  R.Scalars = {{"s.n", 1, 8, 4}};
  R.Arrays = {{"data", Kind::Pointer, 4, 0, 0, "", ""},
              {"table", Kind::Variable, 2, 0, 0, "::table", ""},
              {"tile", Kind::Shared, 4, 0, 0, "", ""},
              {"rest", Kind::Dynamic, 1, 0, 0, "", ""},
              {"once", Kind::Fixed, 4, 0, 0, "", "no name"},
              {"rows->", Kind::Missing, 4, 0, 0, "", "in memory"}};
  R.IsCooperative = R.HasClusterDims = true;
  R.TheUnit = {"reduce.cu", "sm_80", "/src", {"-DN=4"}, {"warp-sync=lockstep"}};
  return R;
}

KernelResult everything() {
  KernelResult K = kernel("reduce");
  K.Accesses = 7;
  K.ExactAccesses = 6;
  K.RelevantInputs = {"n"};
  K.Remarks = {"a remark"};
  ContextResult C = context(Verdict::Racy, {full()});
  C.Assumptions = {"blockDim.y == 1"};
  C.Pairs = {12, 10, 1, 1};
  C.Milliseconds = 3.5;
  PairStatistics &S = C.Statistics.emplace();
  S.Asked.Queries = 14;
  for (size_t I = 1; I < solve::NumWays; ++I) {
    S.Pairs[I] = {unsigned(I), unsigned(2 * I)};
    S.Asked.Spent[I] = {3 * I, 4 * I};
  }
  C.UndecidedPairs = {{{site(Site::Role::Atomic, 3, 4)}, "budget"}};
  ContextResult Open = context(Verdict::Unknown, {});
  Open.Reason = "divergent barrier";
  Open.Context.BlockDim = {};
  Finding Outside = outside(Site::Role::Read, 12);
  Finding Diverging = race();
  Diverging.TheKind = Finding::Kind::BarrierDivergence;
  Diverging.Array = "";
  Diverging.Sites = {site(Site::Role::Barrier, 5, 1),
                     site(Site::Role::Exit, 6, 1)};
  Open.Findings = {Outside, Diverging};
  Diverging.TheConfirmation =
      Confirmation{Confirmation::Status::NotRun, "why", 20, "report"};
  Open.Overlaps = {{"a", "b", -4}, {"c", "b", std::nullopt}};
  K.Contexts = {C, Open, context(Verdict::RaceFree, {})};
  K.Recipe = recipe();
  return K;
}

TEST(JsonReader, ReadsAllThatWasWritten) {
  std::string Text = written({everything(), kernel("other")});
  auto D = read(Text);
  ASSERT_TRUE(bool(D)) << llvm::toString(D.takeError());
  EXPECT_EQ(written(D->Kernels), Text);
  const Finding &F = D->Kernels[0].Contexts[0].Findings[0];
  ASSERT_TRUE(F.ThePrecondition);
  EXPECT_EQ(F.ThePrecondition->Statements.front(), "RACEMAP_ASSUME(w >= 64);");
  EXPECT_EQ(D->Kernels[0].Recipe, recipe());
  EXPECT_EQ(D->Kernels[1].Recipe, std::nullopt);
  const ContextResult &Open = D->Kernels[0].Contexts[1];
  EXPECT_EQ(Open.Overlaps, everything().Contexts[1].Overlaps);
  EXPECT_EQ(Open.Findings[1].TheConfirmation,
            everything().Contexts[1].Findings[1].TheConfirmation);
  EXPECT_EQ(F.TheWitness.Ways.front().front().Values.front().Value, 8);
  EXPECT_EQ(F.TheWitness.Touches.front().Who.ThreadIdx[0], 3u);
}

TEST(JsonReader, ARunIsAContextOfItsKernel) {
  auto D = read(R"J({"version": 1, "tool": {"name": "racemap"}, "findings": [
    {"kind": "data-race", "certainty": "provable", "confirmed": true,
     "array": "data", "space": "global", "scope": "warp",
     "accesses": [
       {"op": "write", "file": "h.cuh", "line": 2, "column": 5, "bytes": 4,
        "stack": [{"function": "put(int*)", "file": "h.cuh", "line": 2,
                   "column": 5},
                  {"function": "k(int*)", "file": "a.cu", "line": 9,
                   "column": 3}]},
       {"op": "read", "file": "a.cu", "line": 8, "column": 1, "bytes": 4}],
     "witness": {"blockDim": [4, 1, 1], "gridDim": [1, 1, 1],
                 "threads": [{"blockIdx": [0,0,0], "threadIdx": [1,0,0]}, null]},
     "needs": null, "explanation": "", "repair": null, "kernel": "k(int*)",
     "launch": {"number": 3, "gridDim": [1, 1, 1], "blockDim": [4, 1, 1],
                "host": {"file": "a.cu", "line": 19}}, "count": 2}]})J");
  ASSERT_TRUE(bool(D)) << llvm::toString(D.takeError());
  const KernelResult &K = D->Kernels.at(0);
  EXPECT_EQ(K.Name, "k(int*)");
  const ContextResult &C = K.Contexts.at(0);
  EXPECT_EQ(C.Context.Origin, "run, launch 3 at a.cu:19");
  EXPECT_EQ(C.TheVerdict, Verdict::Racy);
  const Finding &F = C.Findings.at(0);
  EXPECT_TRUE(F.Confirmed);
  EXPECT_EQ(F.Explanation, "seen 2 times in the run");
  // The stack's frames are where functions were called.
  ASSERT_EQ(F.Sites[0].Where.Calls.size(), 1u);
  EXPECT_EQ(F.Sites[0].Where.Calls[0].Callee, "put(int*)");
  EXPECT_EQ(F.Sites[0].Where.Calls[0].Site.Line, 9u);
}

TEST(JsonReader, WhatARunCountedIsARemark) {
  auto D = read(R"J({"version": 1, "tool": {"name": "racemap"}, "findings": [],
    "statistics": {"": {"shadow bytes": 8}, "k(int*)": {"sites": 3,
    "accesses in code": 7}}})J");
  ASSERT_TRUE(bool(D)) << llvm::toString(D.takeError());
  ASSERT_EQ(D->Kernels.size(), 1u);
  EXPECT_EQ(D->Kernels[0].Name, "k(int*)");
  EXPECT_EQ(D->Kernels[0].Remarks,
            std::vector<std::string>{"run: accesses in code 7, sites 3"});
  EXPECT_EQ(summarize(D->Kernels).text(),
            "1 kernel: 0 race-free, 0 racy, 1 unknown");
}

TEST(JsonReader, ARunTakesNothingFromAProof) {
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::RaceFree, {}), context(Verdict::Unknown, {})};
  K.Contexts[1].Context.Origin = "run, launch 1";
  EXPECT_EQ(summarize({K}).RaceFree, 1u);
  K.Contexts[1].Context.Origin = "runs";
  EXPECT_EQ(summarize({K}).Unknown, 1u);
  K.Contexts[1].Context.Origin = "run";
  K.Contexts[1].TheVerdict = Verdict::Racy;
  EXPECT_EQ(summarize({K}).Racy, 1u);
}

TEST(JsonReader, ARecipeStaysWithinItsArguments) {
  const std::string Error =
      "a value is outside of its argument at results.kernels[0].recipe";
  auto Says = [](auto Change) {
    KernelResult K = kernel("reduce");
    K.Recipe = recipe();
    Change(*K.Recipe);
    return errorOf(written({K}));
  };
  EXPECT_EQ(Says([](LaunchRecipe &) {}), "");
  EXPECT_EQ(Says([](LaunchRecipe &R) { R.Scalars[0].Offset = 21; }), Error);
  EXPECT_EQ(Says([](LaunchRecipe &R) { R.Scalars[0].Argument = 2; }), Error);
  EXPECT_EQ(Says([](LaunchRecipe &R) { R.Scalars[0].Bytes = 9; }), Error);
  EXPECT_EQ(Says([](LaunchRecipe &R) { R.Arrays[0].Offset = 1; }), Error);
  EXPECT_EQ(Says([](LaunchRecipe &R) { R.Arrays[0].Argument = 5; }), Error);
  EXPECT_EQ(Says([](LaunchRecipe &R) { R.Arrays[1].Argument = 5; }), "");
}

TEST(JsonReader, SaysWhatIsWrongAndWhere) {
  const std::string Head =
      R"({"version": 1, "tool": {"name": "racemap"}, "kernels": )";
  EXPECT_EQ(errorOf("[]"), "not written by RaceMap");
  EXPECT_EQ(errorOf(R"({"tool": {"name": "other"}})"),
            "not written by RaceMap");
  EXPECT_EQ(errorOf(R"({"version": 2, "tool": {"name": "racemap"}})"),
            "its version is 2, not 1");
  EXPECT_EQ(errorOf(R"({"tool": {"name": "racemap"}})"),
            "its version is missing, not 1");
  EXPECT_EQ(errorOf(R"({"version": 99})"),
            "its version is 99, not 1, and it does not say that RaceMap wrote "
            "it");
  EXPECT_EQ(errorOf(Head + "3}"), "expected array at results.kernels");
  EXPECT_EQ(errorOf(Head + R"([{"name": "k", "line": "4", "contexts": []}]})"),
            "expected integer at results.kernels[0].line");
  EXPECT_EQ(errorOf(Head + R"([{"name": "k"}]})"),
            "missing at results.kernels[0].contexts");
  EXPECT_EQ(
      errorOf(Head + R"([{"name": "k", "contexts": [{"verdict": "fine"}]}]})"),
      "no such value at results.kernels[0].contexts[0].verdict");
}

TEST(JsonReader, WhatIsNestedTooDeeplyIsBroken) {
  auto Nested = [](size_t Levels) {
    return std::string(Levels, '[') + std::string(Levels, ']');
  };
  EXPECT_EQ(errorOf(Nested(201)),
            "input:1:201: broken JSON: nested too deeply");
  EXPECT_EQ(errorOf("{\"a\":\n " + Nested(100'000)),
            "input:2:201: broken JSON: nested too deeply");
  auto Allowed = [](const std::string &Text) {
    return bool(llvm::cantFail(parseJson(Text, "input")).getAsArray());
  };
  EXPECT_TRUE(Allowed(Nested(200)));
  EXPECT_TRUE(Allowed("[\"\\\"" + Nested(201) + "\"]")) << "in a string";
}

} // namespace
} // namespace racemap::report
