// ProjectCalls - who wants to know of callers, and what these pass.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/ProjectCalls.h"
#include "gtest/gtest.h"

using namespace racemap;
using llvm::StringRef;
namespace json = llvm::json;

static UnitCalls unit(StringRef Text) {
  auto Said = json::parse(Text);
  EXPECT_TRUE(bool(Said));
  auto Its = UnitCalls::read(*Said);
  EXPECT_TRUE(Its);
  return Its.value_or(UnitCalls());
}

static UnitCalls caller(StringRef Text) {
  return unit(
      ("{\"wants\": [], \"defines\": [], \"calls\": " + Text + "}").str());
}

static const UnitCalls OfRun =
    unit(R"({"wants": ["_Z3runPfi"], "defines": ["_Z3runPfi"], "calls": {}})");

static std::string textOf(const std::optional<json::Value> &Calls) {
  std::string Text;
  if (Calls)
    llvm::raw_string_ostream(Text) << *Calls;
  return Text;
}

TEST(UnitCalls, AreReadAndWritten) {
  UnitCalls Its = unit(R"({"wants": ["f"], "defines": ["f", "g"],
                           "calls": {"h": "TEXT"}})");
  EXPECT_EQ(Its.Wants, std::vector<std::string>{"f"});
  EXPECT_EQ(Its.Defines, (std::vector<std::string>{"f", "g"}));
  EXPECT_EQ(Its.Calls, (std::map<std::string, std::string>{{"h", "TEXT"}}));
  auto Again = UnitCalls::read(Its.toJson());
  ASSERT_TRUE(Again);
  EXPECT_EQ(Again->Wants, Its.Wants);
  EXPECT_EQ(Again->Defines, Its.Defines);
  EXPECT_EQ(Again->Calls, Its.Calls);
}

TEST(UnitCalls, OfAnotherFormAreNone) {
  for (StringRef Text :
       {"[]", "{}", R"({"wants": [], "defines": []})",
        R"({"wants": [], "calls": {}})",
        R"({"wants": [3], "defines": [], "calls": {}})",
        R"({"wants": [], "defines": [], "calls": {"f": ["TEXT"]}})"}) {
    auto Said = json::parse(Text);
    ASSERT_TRUE(bool(Said));
    EXPECT_FALSE(UnitCalls::read(*Said)) << Text.str();
  }
  EXPECT_FALSE(UnitCalls::readFile("/nowhere.json"));
}

static bool mayCall(StringRef Function, StringRef Text) {
  WantedFunctions Wanted;
  Wanted.add(Function);
  return Wanted.mayBeIn(Text);
}

TEST(WantedFunctions, AreNamedByTheirCallers) {
  EXPECT_TRUE(mayCall("_Z3runPfi", "int main() { run(d, 64); }"));
  EXPECT_TRUE(mayCall("_Z3runPfi", "run"));
  EXPECT_FALSE(mayCall("_Z3runPfi", "rerun(d); run2(d); prune; _run"));
  EXPECT_FALSE(mayCall("_Z3runPfi", ""));
  EXPECT_TRUE(mayCall("run", "void f(void) { run(3); }"));
  EXPECT_FALSE(mayCall("run", "void f(void) { start(3); }"));
}

TEST(WantedFunctions, InClassesAndTemplatesHaveTheirLastName) {
  EXPECT_TRUE(mayCall("_ZN2ns5Solve4stepEi", "S.step(3);"));
  EXPECT_FALSE(mayCall("_ZN2ns5Solve4stepEi", "ns::Solve S;"));
  EXPECT_TRUE(mayCall("_Z3runIfEvPT_i", "run(d, 64);"));
  EXPECT_TRUE(mayCall("_Z3runB5cxx11Pfi", "run(d, 64);"));
  EXPECT_TRUE(mayCall("_ZN5SolveC1Ei", "Solve S(3);"));
}

TEST(WantedFunctions, CanBeNamedByTheLinkersName) {
  EXPECT_TRUE(mayCall("_Z3runPfi", "void f() asm(\"_Z3runPfi\");"));
}

TEST(WantedFunctions, ThatCallersNeedNotNameMayBeAnywhere) {
  EXPECT_TRUE(mayCall("_ZplRK5ArrayS1_", "a + b"));
  EXPECT_TRUE(mayCall("_ZN5ArrayD1Ev", ""));
  EXPECT_TRUE(mayCall("_ZN5ArraycvPfEv", ""));
}

TEST(WantedFunctions, InOtherLanguagesHaveNoCase) {
  WantedFunctions Wanted;
  for (StringRef Function : {"_Z3runPfi", "solve_"})
    Wanted.add(Function);
  EXPECT_TRUE(Wanted.mayBeInOther("CALL SOLVE(N)"));
  EXPECT_TRUE(Wanted.mayBeInOther("bind(C, name=\"run\")"));
  EXPECT_TRUE(Wanted.mayBeInOther("  callq _Z3runPfi"));
  EXPECT_FALSE(Wanted.mayBeInOther("CALL RESOLVE(N)"));
}

TEST(ProjectCalls, OfOtherUnitsComeInTheOrderOfTheUnits) {
  ProjectCalls Project;
  EXPECT_TRUE(Project.wanted().empty());
  Project.add(2, "c.cpp", caller(R"({"_Z3runPfi": "LAST"})"));
  Project.add(1, "run.cu", OfRun);
  Project.add(0, "a.cpp", caller(R"({"_Z3runPfi": "FIRST", "f": "OTHER"})"));
  EXPECT_FALSE(Project.wanted().empty());
  EXPECT_EQ(textOf(Project.ofOthers(1)),
            R"({"calls":{"_Z3runPfi":["FIRST","LAST"]},"complete":true})");
  EXPECT_FALSE(Project.ofOthers(0)); // it wants nothing
}

TEST(ProjectCalls, ThatNobodyMakesAreNone) {
  ProjectCalls Project;
  Project.add(0, "run.cu", OfRun);
  Project.add(1, "main.cpp", caller(R"({"f": "OTHER"})"));
  EXPECT_FALSE(Project.ofOthers(0));
}

TEST(ProjectCalls, OfTheUnitItselfAreNoneOfOthers) {
  ProjectCalls Project;
  UnitCalls Recursive = OfRun;
  Recursive.Calls["_Z3runPfi"] = "OWN";
  Project.add(0, "run.cu", Recursive);
  EXPECT_FALSE(Project.ofOthers(0));
  Project.add(1, "main.cpp", caller(R"({"_Z3runPfi": "OTHER"})"));
  EXPECT_EQ(textOf(Project.ofOthers(0)),
            R"({"calls":{"_Z3runPfi":["OTHER"]},"complete":true})");
}

TEST(ProjectCalls, AreNotCompleteIfAUnitIsNotKnown) {
  ProjectCalls Project;
  Project.add(0, "run.cu", OfRun);
  Project.add(1, "main.cpp", caller(R"({"_Z3runPfi": "TEXT"})"));
  Project.addUnknown();
  EXPECT_EQ(textOf(Project.ofOthers(0)),
            R"({"calls":{"_Z3runPfi":["TEXT"]},"complete":false})");
}

/// One file in two builds: a static library and a shared one, say.
TEST(ProjectCalls, OfAFileThatIsCompiledTwiceAreTheSame) {
  ProjectCalls Project;
  Project.add(0, "run.cu", OfRun);
  Project.add(1, "run.cu", OfRun);
  Project.add(2, "main.cpp", caller(R"({"_Z3runPfi": "TEXT"})"));
  Project.add(3, "main.cpp", caller(R"({"_Z3runPfi": "TEXT"})"));
  for (size_t Unit : {0, 1})
    EXPECT_EQ(textOf(Project.ofOthers(Unit)),
              R"({"calls":{"_Z3runPfi":["TEXT"]},"complete":true})");
}

TEST(ProjectCalls, OfAFunctionThatTwoFilesDefineAreOfEither) {
  ProjectCalls Project;
  Project.add(0, "run.cu", OfRun);
  Project.add(1, "main.cpp", caller(R"({"_Z3runPfi": "TEXT"})"));
  Project.add(2, "mock.cpp",
              unit(R"({"wants": [], "defines": ["_Z3runPfi"], "calls": {}})"));
  EXPECT_FALSE(Project.ofOthers(0));
}
