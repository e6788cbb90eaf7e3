// JsonTest - the JSON has the shape of DESIGN, section 8: every key, in order.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Json.h"
#include "Samples.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

namespace racemap::report {
namespace {

using namespace verdict;

std::string written(const std::vector<KernelResult> &Kernels,
                    const std::vector<std::string> &Problems = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeJson(Kernels, OS, Problems);
  return Text;
}

/// Without white space, to be compared as a whole.
std::string dense(const std::string &Text) {
  std::string Out;
  bool Quoted = false;
  for (char C : Text) {
    Quoted ^= C == '"';
    if (Quoted || !isspace(static_cast<unsigned char>(C)))
      Out += C;
  }
  return Out;
}

TEST(Json, OfNoKernelsIsADocument) {
  EXPECT_EQ(
      dense(written({})),
      R"({"version":1,"tool":{"name":"racemap","version":")" RACEMAP_VERSION
      R"("},"kernels":[]})");
}

TEST(Json, HasEveryKeyOfAKernel) {
  KernelResult K = kernel("reduce");
  K.Accesses = 7;
  K.ExactAccesses = 6;
  K.RelevantInputs = {"n"};
  K.Remarks = {"a remark"};
  ContextResult C = context(Verdict::RaceFree, {});
  C.Assumptions = {"blockDim.y == 1"};
  C.Pairs = {12, 11, 1, 0};
  C.Milliseconds = 3.5;
  K.Contexts = {C};
  std::string Text = dense(written({K}));
  EXPECT_NE(
      Text.find(
          R"J({"name":"reduce(float*)","mangled":"_Z6reducePf",)J"
          R"("file":"reduce.cu","line":4,"contexts":[)"
          R"({"origin":"launch reduce.cu:19","blockDim":[256,1,1],)"
          R"("gridDim":null,"assumptions":["blockDim.y == 1"],)"
          R"("verdict":"race-free","reason":null,)"
          R"("pairs":{"total":12,"free":11,"racy":1,"undecided":0},"ms":3.5,)"
          R"("findings":[],"undecided":[]}],)"
          R"("remarks":["a remark"],"relevantInputs":["n"],)"
          R"("accesses":7,"exactAccesses":6})"),
      std::string::npos)
      << Text;
}

TEST(Json, HasTheDimensionsThatALaunchSaysAlone) {
  KernelResult K = kernel("reduce");
  ContextResult C = context(Verdict::RaceFree, {});
  C.Assumptions = {"gridDim.y == n"};
  C.Context.GridDim[0] = 7;
  C.Context.GridDim[2] = 1;
  K.Contexts = {C};
  std::string Text = dense(written({K}));
  EXPECT_NE(Text.find(R"("blockDim":[256,1,1],"gridDim":null,"assumptions":)"
                      R"(["gridDim.y == n","gridDim.x == 7",)"
                      R"("gridDim.z == 1"])"),
            std::string::npos)
      << Text;
}

TEST(Json, HasEveryKeyOfAFinding) {
  Finding F = race();
  F.TheWitness.Inputs = {{"idx", 3, 7}};
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::Racy, {F})};
  std::string Text = dense(written({K}));
  EXPECT_NE(
      Text.find(
          R"({"kind":"data-race","certainty":"provable","confirmed":false,)"
          R"("benign":false,"array":"sdata","space":"shared","scope":"block",)"
          R"("accesses":[{"op":"write","file":"reduce.cu","line":9,)"
          R"("column":20,"bytes":4},{"op":"read","file":"reduce.cu","line":9,)"
          R"("column":34,"bytes":4}],)"
          R"("witness":{"blockDim":[256,1,1],"gridDim":[1,1,1],)"
          R"("threads":[{"blockIdx":[0,0,0],"threadIdx":[0,0,0]},)"
          R"({"blockIdx":[0,0,0],"threadIdx":[16,0,0]}],"values":{"s":16},)"
          R"("inputs":[{"array":"idx","index":3,"value":7}],"address":64},)"
          R"("needs":null,"explanation":"no barrier orders them",)"
          R"("repair":null})"),
      std::string::npos)
      << Text;
}

TEST(Json, SaysNeedsAndRepairs) {
  Finding F = race();
  F.ThePrecondition.emplace().Text = "w >= 64";
  F.TheRepair = Repair{"__syncthreads();", {"reduce.cu", 9, 5}, true};
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::Racy, {F})};
  std::string Text = dense(written({K}));
  EXPECT_NE(Text.find(R"("needs":"w >= 64","explanation")"), std::string::npos);
  EXPECT_NE(Text.find(R"("repair":{"insert":"__syncthreads();",)"
                      R"("file":"reduce.cu","line":9,"column":5,)"
                      R"("verified":true})"),
            std::string::npos);
}

TEST(Json, NamesNoArrayForABarrier) {
  Finding F;
  F.TheKind = Finding::Kind::BarrierDivergence;
  F.Sites = {site(Site::Role::Barrier, 12, 5)};
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::RaceFree, {F})};
  std::string Text = dense(written({K}));
  EXPECT_NE(Text.find(R"("kind":"barrier-divergence","certainty":"possible",)"
                      R"("confirmed":false,"benign":false,"array":null,)"
                      R"("space":null)"),
            std::string::npos)
      << Text;
}

TEST(Json, GivesTheCallsThatLeadToAnAccess) {
  Finding F = race();
  F.Sites[0].Where.Calls = {{"load", {"reduce.cu", 30, 7}}};
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::Racy, {F})};
  EXPECT_NE(
      dense(written({K}))
          .find(R"("calls":[{"function":"load","file":"reduce.cu","line":30,)"
                R"("column":7}])"),
      std::string::npos);
}

TEST(Json, NamesTheFunctionOfAHeaderThatDoesIt) {
  Finding F = race();
  F.Sites[0].Where.Into = "atomicAdd";
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::Racy, {F})};
  EXPECT_NE(dense(written({K})).find(R"("bytes":4,"into":"atomicAdd"})"),
            std::string::npos);
}

TEST(Json, ListsUndecidedPairsAndProblems) {
  ContextResult C = context(Verdict::Unknown, {});
  C.Reason = "budget";
  C.UndecidedPairs = {{{site(Site::Role::Write, 9, 20)}, "budget"}};
  KernelResult K = kernel("reduce");
  K.Contexts = {C};
  std::string Text = dense(written({K}, {"cannot write x"}));
  EXPECT_NE(Text.find(R"("verdict":"unknown","reason":"budget")"),
            std::string::npos);
  EXPECT_NE(Text.find(R"("undecided":[{"accesses":[{"op":"write",)"),
            std::string::npos);
  EXPECT_NE(Text.find(R"("problems":["cannot write x"]})"), std::string::npos);
}

TEST(Json, IsValidWhateverNamesContain) {
  KernelResult K = kernel("a\"b\\c\xff");
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(written({K}));
  ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
}

} // namespace
} // namespace racemap::report
