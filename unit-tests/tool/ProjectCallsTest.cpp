// ProjectCalls - who wants to know of callers, and what these pass.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/ProjectCalls.h"
#include "gtest/gtest.h"

using namespace racemap;
using llvm::StringRef;
namespace json = llvm::json;

static UnitCalls caller(std::map<std::string, std::string> Calls) {
  UnitCalls Its;
  Its.Calls = std::move(Calls);
  return Its;
}

static UnitCalls definer() {
  UnitCalls Its;
  Its.Defines = {"_Z3runPfi"};
  return Its;
}

static CallsOfOthers told(std::vector<std::string> Texts) {
  CallsOfOthers All;
  All.Calls["_Z3runPfi"] = std::move(Texts);
  return All;
}

static bool mayCall(StringRef Function, StringRef Text) {
  CalledFunctions Called;
  Called.add(Function);
  return Called.mayBeIn(Text);
}

TEST(CalledFunctions, AreNamedByTheirCallers) {
  EXPECT_TRUE(mayCall("_Z3runPfi", "int main() { run(d, 64); }"));
  EXPECT_TRUE(mayCall("_Z3runPfi", "run"));
  EXPECT_FALSE(mayCall("_Z3runPfi", "rerun(d); run2(d); prune; _run"));
  EXPECT_FALSE(mayCall("_Z3runPfi", ""));
  EXPECT_TRUE(mayCall("run", "void f(void) { run(3); }"));
  EXPECT_FALSE(mayCall("run", "void f(void) { start(3); }"));
}

TEST(CalledFunctions, InClassesAndTemplatesHaveTheirLastName) {
  EXPECT_TRUE(mayCall("_ZN2ns5Solve4stepEi", "S.step(3);"));
  EXPECT_FALSE(mayCall("_ZN2ns5Solve4stepEi", "ns::Solve S;"));
  EXPECT_TRUE(mayCall("_Z3runIfEvPT_i", "run(d, 64);"));
  EXPECT_TRUE(mayCall("_Z3runB5cxx11Pfi", "run(d, 64);"));
  EXPECT_TRUE(mayCall("_ZN5SolveC1Ei", "Solve S(3);"));
}

TEST(CalledFunctions, CanBeNamedByTheLinkersName) {
  EXPECT_TRUE(mayCall("_Z3runPfi", "void f() asm(\"_Z3runPfi\");"));
}

TEST(CalledFunctions, ThatCallersNeedNotNameAreLeftOut) {
  EXPECT_FALSE(mayCall("_ZplRK5ArrayS1_", "a + b"));
  EXPECT_FALSE(mayCall("_ZN5ArrayD1Ev", "Array a;"));
  EXPECT_FALSE(mayCall("_ZN5ArraycvPfEv", "float *p = a;"));
}

TEST(CalledFunctions, OfATextAreThoseThatItNames) {
  CalledFunctions Called;
  for (StringRef Function : {"_Z3runPfi", "_Z3runPdi", "_Z4stepi"})
    Called.add(Function);
  EXPECT_EQ(Called.namedIn("void f() { run(d, 3); }"),
            (std::set<std::string>{"_Z3runPdi", "_Z3runPfi"}));
  EXPECT_TRUE(Called.namedIn("rerun steps").empty());
}

TEST(CalledFunctions, InOtherLanguagesHaveNoCase) {
  CalledFunctions Called;
  for (StringRef Function : {"_Z3runPfi", "solve_"})
    Called.add(Function);
  EXPECT_EQ(Called.namedIn("CALL SOLVE(N)"), std::set<std::string>{"solve_"});
  for (StringRef Text : {"bind(C, name=\"run\")", "  callq _Z3runPfi"})
    EXPECT_EQ(Called.namedIn(Text), std::set<std::string>{"_Z3runPfi"});
  EXPECT_TRUE(Called.namedIn("CALL RESOLVE(N)").empty());
}

TEST(ProjectCalls, OfOtherUnitsComeInTheOrderOfTheUnits) {
  ProjectCalls Project;
  Project.add(2, "c.cpp", caller({{"_Z3runPfi", "LAST"}}));
  Project.add(1, "run.cu", definer());
  Project.add(0, "a.cpp", caller({{"_Z3runPfi", "FIRST"}, {"f", "OTHER"}}));
  EXPECT_EQ(Project.ofOthers(1), told({"FIRST", "LAST"}));
  EXPECT_TRUE(Project.ofOthers(0).isEmpty()); // it defines nothing
  EXPECT_TRUE(Project.callsOthers(0));
  EXPECT_FALSE(Project.callsOthers(1));
  Project.add(3, "d.cpp", caller({{"f", "OTHER"}}));
  EXPECT_FALSE(Project.callsOthers(3)); // nobody defines it
}

TEST(ProjectCalls, ThatNobodyMakesAreNone) {
  ProjectCalls Project;
  Project.add(0, "run.cu", definer());
  Project.add(1, "main.cpp", caller({{"f", "OTHER"}}));
  EXPECT_TRUE(Project.ofOthers(0).isEmpty());
}

TEST(ProjectCalls, OfTheUnitItselfAreNoneOfOthers) {
  ProjectCalls Project;
  UnitCalls Recursive = definer();
  Recursive.Calls["_Z3runPfi"] = "OWN";
  Recursive.Mentions.insert("_Z3runPfi");
  Project.add(0, "run.cu", Recursive);
  EXPECT_TRUE(Project.ofOthers(0).isEmpty());
  Project.add(1, "main.cpp", caller({{"_Z3runPfi", "OTHER"}}));
  EXPECT_EQ(Project.ofOthers(0), told({"OTHER"}));
}

TEST(ProjectCalls, MayBeMadeWhereAFunctionIsMentioned) {
  ProjectCalls Project;
  UnitCalls Mentioning;
  Mentioning.Mentions = {"_Z3runPfi", "f"};
  Project.add(0, "run.cu", definer());
  Project.add(1, "main.cpp", Mentioning);
  CallsOfOthers Told = Project.ofOthers(0);
  EXPECT_FALSE(Told.isEmpty());
  EXPECT_EQ(Told.Mentions, std::set<std::string>{"_Z3runPfi"});
  EXPECT_TRUE(Told.Calls.empty());
}

/// One file in two builds: a static library and a shared one, say.
TEST(ProjectCalls, OfAFileThatIsCompiledTwiceAreTheSame) {
  ProjectCalls Project;
  Project.add(0, "run.cu", definer());
  Project.add(1, "run.cu", definer());
  Project.add(2, "main.cpp", caller({{"_Z3runPfi", "TEXT"}}));
  Project.add(3, "main.cpp", caller({{"_Z3runPfi", "TEXT"}}));
  for (size_t Unit : {0, 1})
    EXPECT_EQ(Project.ofOthers(Unit), told({"TEXT"}));
}

TEST(ProjectCalls, OfAFunctionThatTwoUnitsDefineAreOfEither) {
  ProjectCalls Project;
  Project.add(0, "run.cu", definer());
  Project.add(1, "run.cu -DOTHER", definer());
  EXPECT_TRUE(Project.ofOthers(0).isEmpty());
  Project.add(2, "main.cpp", caller({{"_Z3runPfi", "TEXT"}}));
  CallsOfOthers Told = Project.ofOthers(0);
  EXPECT_EQ(Told.Mentions, std::set<std::string>{"_Z3runPfi"});
  EXPECT_TRUE(Told.Calls.empty());
}

TEST(ProjectCalls, AreOfFunctionsThatUnitsDefine) {
  ProjectCalls Project;
  EXPECT_FALSE(Project.defined().mayBeIn("run"));
  Project.add(0, "run.cu", definer());
  EXPECT_TRUE(Project.defined().mayBeIn("run"));
}
