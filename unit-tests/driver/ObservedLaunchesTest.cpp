// ObservedLaunches: what a run has launched becomes contexts of a kernel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ObservedLaunches.h"
#include "passes/map/Parser.h"
#include "passes/map/Printer.h"
#include "passes/map/TermContext.h"
#include "llvm/Support/raw_ostream.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace racemap {
namespace {

constexpr const char *Kernel = R"map(kernel "k(int*)" "k" {
  param n : i32; param m : i32; param wide : i64; param unused : i32;
  global a of 4 bytes; global b of 4 bytes; global table of 4 bytes;
  if threadIdx.x < n && m < n && wide > 3 { wr a[threadIdx.x]; rd b[threadIdx.x]; }
)map";

class Observed : public testing::Test {
protected:
  ~Observed() override {
    for (const std::string &Path : Files)
      std::filesystem::remove(Path);
  }

  /// A file with these launches.
  std::string file(const std::string &Launches) {
    return text(R"({"version":1,"tool":{"name":"racemap"},"launches":[)" +
                Launches + "]}");
  }
  std::string text(const std::string &Text) {
    Files.push_back(testing::TempDir() + "racemap-observed-" +
                    std::to_string(getpid()) + "-" +
                    std::to_string(Files.size()) + ".json");
    std::ofstream(Files.back()) << Text;
    return Files.back();
  }

  /// The kernel, launched so in the source; arguments 0 and 1 are a and b, 2 is
  /// a struct of n at 0 and m at 4, 3 is wide, 4 unused.
  map::Protocol &kernel(const std::string &Contexts = "") {
    auto All = map::parseProtocols(Kernel + Contexts + "}\n", "k.map", Terms);
    if (!All) {
      ADD_FAILURE() << llvm::toString(All.takeError());
      std::abort();
    }
    Its.emplace(std::move(All->front()));
    std::map<llvm::StringRef, map::ArgumentPart> Parts = {
        {"n", {2, 0}}, {"m", {2, 4}}, {"wide", {3, 0}}, {"unused", {4, 0}}};
    for (const map::Variable *V : Its->Parameters)
      Its->ParameterParts[V] = Parts.at(V->name());
    Its->PointerParts[Its->findArray("a")] = {0, 0};
    Its->PointerParts[Its->findArray("b")] = {1, 0};
    auto *Table = const_cast<map::Array *>(Its->findArray("table"));
    Table->TheOrigin = map::Array::Origin::Global;
    return *Its;
  }
  /// Its contexts when these are observed, as text.
  std::string contexts(const std::string &Launches,
                       const std::string &InSight = "") {
    map::Protocol &P = kernel(InSight);
    auto Runs = ObservedLaunches::read({file(Launches)});
    if (!Runs)
      return llvm::toString(Runs.takeError());
    Runs->addTo(P);
    std::string Text;
    for (const map::LaunchContext &C : P.Contexts)
      Text += describe(C);
    return Text;
  }
  static std::string describe(const map::LaunchContext &C) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    llvm::StringRef Origin = C.Origin;
    // The file has the number of the process in its name.
    if (Origin.consume_front("observed in racemap-observed-"))
      OS << "observed" << Origin.substr(Origin.find(','));
    else
      OS << Origin;
    auto Sizes = [&](const char *Name, const map::LaunchContext::Sizes &S) {
      OS << "; " << Name;
      for (const auto &N : S)
        OS << " " << (N ? std::to_string(*N) : "?");
    };
    Sizes("block", C.BlockDim);
    Sizes("grid", C.GridDim);
    for (const map::Assumption &A : C.Conditions)
      OS << "; " << A.Text;
    for (const map::LaunchContext::Alias &A : C.Aliases)
      OS << "; " << A.TheArray->Name << " in " << A.Within->Name << " at "
         << (A.Offset ? map::toText(A.Offset) : "?");
    for (const map::LaunchContext::Extent &E : C.Extents)
      OS << "; " << E.TheArray->Name << " has " << map::toText(E.Bytes);
    for (const map::Variable *V : C.Computed)
      OS << "; computed " << map::toText(V);
    OS << (C.IsRepresented ? "; represented" : "")
       << (C.StandsForOthers ? "; stands for others" : "") << "\n";
    return Text;
  }

  map::TermContext Terms;
  std::optional<map::Protocol> Its;
  std::vector<std::string> Files;
};

/// a and b, each in an object of its own.
constexpr const char *Apart =
    R"({"argument":0,"object":0},{"argument":1,"object":1})";

std::string launch(const std::string &Values,
                   const std::string &Pointers = Apart,
                   const std::string &More = "",
                   const std::string &Block = "[64,1,1]") {
  return R"({"mangled":"k","number":7,"gridDim":[2,3,1],"blockDim":)" + Block +
         R"(,"values":[)" + Values + R"(],"pointers":[)" + Pointers + "]" +
         More + "}";
}

std::string value(int Argument, int Offset, int Bytes,
                  const std::string &Number) {
  return R"({"argument":)" + std::to_string(Argument) + R"(,"offset":)" +
         std::to_string(Offset) + R"(,"bytes":)" + std::to_string(Bytes) +
         R"(,"value":)" + Number + "}";
}

TEST_F(Observed, OneLaunchIsExact) {
  EXPECT_EQ(contexts(launch(value(2, 0, 4, "5") + "," + value(2, 4, 4, "-1") +
                            "," + value(3, 0, 8, "1099511627776"))),
            "observed, launch 7; block 64 1 1; grid 2 3 1; n == 5; m == -1; "
            "wide == 1099511627776; stands for others\n");
}

TEST_F(Observed, WhatTheKernelDoesNotUseIsNoDifference) {
  std::string Two =
      launch(value(4, 0, 4, "1")) + "," +
      launch(value(4, 0, 4, "2"),
             std::string(Apart) +
                 R"(,{"argument":5,"object":0,"at":0,"bytes":4})");
  EXPECT_EQ(contexts(Two),
            "observed, launch 7 and 1 like it; block 64 1 1; grid 2 3 1; "
            "computed n; computed m; computed wide; stands for others\n");
}

TEST_F(Observed, NumbersArePutTogetherFromBytes) {
  EXPECT_EQ(contexts(launch(value(3, 0, 4, "-2") + "," + value(3, 4, 2, "1") +
                            "," + value(3, 6, 2, "0"))),
            "observed, launch 7; block 64 1 1; grid 2 3 1; "
            "wide == 8589934590; computed n; computed m; "
            "stands for others\n");
  // Of which one is missing, nothing is known, but that it was some number.
  EXPECT_EQ(contexts(launch(value(3, 0, 4, "-2") + "," + value(3, 4, 2, "1"))),
            "observed, launch 7; block 64 1 1; grid 2 3 1; "
            "computed n; computed m; computed wide; stands for others\n");
}

/// n, m and wide, which the kernel uses.
const std::string Numbers =
    value(2, 0, 4, "5") + "," + value(2, 4, 4, "6") + "," + value(3, 0, 8, "7");
constexpr const char *Exact =
    "observed, launch 7; block 64 1 1; grid 2 3 1; n == 5; m == 6; wide == 7; ";

TEST_F(Observed, PointersIntoOneObjectOverlap) {
  EXPECT_EQ(contexts(launch(Numbers,
                            R"({"argument":0,"object":3,"at":8,"bytes":64},)"
                            R"({"argument":1,"object":3,"at":0,"bytes":64})")),
            std::string(Exact) + "b in a at -8; b has 64; stands for others\n");
  EXPECT_EQ(contexts(launch(Numbers,
                            R"({"argument":0,"object":3,"at":0,"bytes":32},)"
                            R"({"argument":1,"object":4,"at":4,"bytes":64})")),
            std::string(Exact) + "a has 32; stands for others\n");
}

TEST_F(Observed, APointerThatLeadsElsewhereMayOverlapAll) {
  std::string All = std::string(Exact) + "a in table at ?; b in table at ?; "
                                         "stands for others\n";
  EXPECT_EQ(contexts(launch(Numbers,
                            R"({"argument":0,"object":0,"elsewhere":true},)"
                            R"({"argument":1,"object":1,"at":4,"bytes":8})")),
            All);
  // Nothing was noted at its place: it is no pointer for the runtime.
  EXPECT_EQ(contexts(launch(Numbers, R"({"argument":0,"object":0})")), All);
  // It is null.
  EXPECT_EQ(contexts(launch(Numbers + "," + value(1, 0, 8, "0"),
                            R"({"argument":0,"object":0})")),
            std::string(Exact) + "stands for others\n");
}

TEST_F(Observed, APointerIntoAVariableMayOverlapAny) {
  EXPECT_EQ(
      contexts(launch(Numbers, R"({"argument":0,"object":0},)"
                               R"({"argument":1,"object":1,"at":12,)"
                               R"("bytes":64,"variables":["n::table"]})")),
      std::string(Exact) + "b in table at ?; stands for others\n");
}

TEST_F(Observed, LiftingIsToldOfOverlaps) {
  auto Runs = ObservedLaunches::read(
      {file(launch("", R"({"argument":0,"object":3},{"argument":1,"object":3},)"
                       R"({"argument":2,"object":4,"offset":8})"))});
  ASSERT_TRUE(bool(Runs));
  EXPECT_FALSE(Runs->mayReachVariables("k"));
  EXPECT_TRUE(Runs->mayOverlap("k", 0, 1));
  EXPECT_TRUE(Runs->mayOverlap("k", 1, 0));
  EXPECT_FALSE(Runs->mayOverlap("k", 0, 2));
  EXPECT_FALSE(Runs->mayOverlap("k", 0, 0));
  EXPECT_FALSE(Runs->mayOverlap("other", 0, 1));
  auto Others = ObservedLaunches::read(
      {file(launch("", R"({"argument":0,"object":3,"elsewhere":true},)"
                       R"({"argument":1,"object":4})"))});
  ASSERT_TRUE(bool(Others));
  EXPECT_TRUE(Others->mayOverlap("k", 0, 1));
  EXPECT_TRUE(Others->mayReachVariables("k"));
}

TEST_F(Observed, AKernelOfItsUnitAloneHasTheLaunchesOfItsFile) {
  std::string One =
      launch("", Apart, R"(,"host":[{"file":"dir/k.cu","line":9}])");
  One.replace(One.find("\"k\""), 3, "\"_ZL1k\"");
  auto Runs = ObservedLaunches::read({file(One)});
  ASSERT_TRUE(bool(Runs));
  for (const char *File : {"k.cu", "other.cu"}) {
    map::Protocol &P = kernel();
    P.Mangled = "_ZL1k";
    P.Where = {File, 1, 1};
    Runs->addTo(P);
    EXPECT_EQ(P.Contexts.size(), File[0] == 'k' ? 1u : 0u);
  }
}

TEST_F(Observed, PointersInMemoryAreNotSaidToOverlap) {
  for (bool Overlap : {true, false}) {
    map::Protocol &P = kernel();
    map::Array *Found = P.makeArray();
    Found->Name = "found";
    Found->TheOrigin = map::Array::Origin::Field;
    Found->Parent = P.findArray("a");
    std::string One =
        Overlap ? R"({"argument":0,"object":0},{"argument":1,"object":0})"
                : Apart;
    auto Runs = ObservedLaunches::read({file(launch("", One))});
    ASSERT_TRUE(bool(Runs));
    Runs->addTo(P);
    EXPECT_EQ(P.Contexts.size(), Overlap ? 0u : 1u);
  }
}

TEST_F(Observed, AFoldedOneSaysRangesAndNothingIsCertain) {
  EXPECT_EQ(
      contexts(launch(value(2, 0, 4, "[3,900]"), Apart,
                      R"(,"folded":true,)"
                      R"("count":40)",
                      "[[32,64],1,1]")),
      "observed, 40 launches taken together, the first launch 7; block ? 1 1; "
      "grid 2 3 1; n >= 3 && n <= 900; blockDim.x >= 32 && blockDim.x <= 64; "
      "computed m; computed wide; computed n; computed blockDim.x; "
      "stands for others\n");
}

TEST_F(Observed, RangesAreReadAsSigned) {
  std::string All = contexts(
      launch(value(2, 0, 4, "[-7,900]"), Apart, R"(,"folded":true,"count":2)"));
  EXPECT_NE(All.find("; n >= -7 && n <= 900;"), std::string::npos) << All;
}

/// So many launches, with n from 1 on and m larger by one.
std::string many(int Count, int Blocks = 1) {
  std::string All;
  for (int I = 1; I <= Count; ++I)
    All += (I == 1 ? "" : ",") +
           launch(value(2, 0, 4, std::to_string(I)) + "," +
                      value(2, 4, 4, std::to_string(I + 1)) + "," +
                      value(3, 0, 8, "7"),
                  Apart, "",
                  "[" + std::to_string(32 * (1 + I % Blocks)) + ",1,1]");
  return All;
}

TEST_F(Observed, SixteenAreKeptApart) {
  std::string All = contexts(many(16));
  EXPECT_EQ(std::count(All.begin(), All.end(), '\n'), 16);
  EXPECT_EQ(All.find("together"), std::string::npos);
  EXPECT_EQ(All.find("computed"), std::string::npos);
}

TEST_F(Observed, MoreArePutTogetherBySize) {
  EXPECT_EQ(contexts(many(17)),
            "observed, 17 launches taken together, the first launch 7; block "
            "32 1 1; grid 2 3 1; n >= 1 && n <= 17; m >= 2 && m <= 18; "
            "wide == 7; n <= m; computed n; computed m; stands for others\n");
  std::string Two = contexts(many(17, 2));
  EXPECT_EQ(std::count(Two.begin(), Two.end(), '\n'), 2);
  // Values that are few are named.
  EXPECT_NE(Two.find("n == 2 || n == 4 || n == 6 || n == 8 || n == 10 || "
                     "n == 12 || n == 14 || n == 16"),
            std::string::npos)
      << Two;
}

TEST_F(Observed, LaunchesInSightStay) {
  std::string One =
      launch(Numbers, Apart, R"(,"host":[{"file":"dir/k.cu","line":9}])");
  std::string Its = "observed, launch 7 at k.cu:9; block 64 1 1; grid 2 3 1; "
                    "n == 5; m == 6; wide == 7";
  EXPECT_EQ(contexts(One, "launch \"launch k.cu:9\" block 8 grid "
                          "1; launch \"launch k.cu:19\" block 8 grid 1;"
                          "launch \"symbolic\" block _ grid _;"),
            "launch k.cu:9; block 8 1 1; grid 1 1 1; represented\n"
            "launch k.cu:19; block 8 1 1; grid 1 1 1\n" +
                Its + "; stands for others\n");
  // Of two launches in one line, or of one in a function, the run may have made
  // another one.
  EXPECT_EQ(contexts(One, "launch \"launch k.cu:9\" block 8 grid 1; launch "
                          "\"launch k.cu:9 with argc == 1\" block 8 grid 1;"),
            "launch k.cu:9; block 8 1 1; grid 1 1 1\n"
            "launch k.cu:9 with argc == 1; block 8 1 1; grid 1 1 1\n" +
                Its + "\n");
  EXPECT_EQ(
      contexts(One, "launch \"launch k.cu:9 from k.cu:20\" block 8 grid 1;"),
      "launch k.cu:9 from k.cu:20; block 8 1 1; grid 1 1 1\n" + Its + "\n");
  // Nobody else launches it.
  EXPECT_EQ(contexts(One, "launch \"launch other/k.cu:9\" block 8 grid 1;"),
            "launch other/k.cu:9; block 8 1 1; grid 1 1 1\n" + Its + "\n");
}

TEST_F(Observed, OtherKernelsAreLeftAlone) {
  std::string Other = launch("");
  Other.replace(Other.find("\"k\""), 3, "\"other\"");
  EXPECT_EQ(contexts(Other), "");
}

TEST_F(Observed, WhatIsWrongWithAFileIsSaid) {
  auto Problem = [&](const std::string &Path) {
    auto Runs = ObservedLaunches::read({Path});
    EXPECT_FALSE(bool(Runs));
    std::string Text = Runs ? std::string() : llvm::toString(Runs.takeError());
    EXPECT_EQ(Text.find('\n'), std::string::npos);
    EXPECT_NE(Text.find("option observed=" + Path + ": "), std::string::npos);
    EXPECT_NE(Text.find("; run a sanitizer build with RACEMAP_OPTIONS="),
              std::string::npos);
    return Text;
  };
  auto Expect = [&](const std::string &Path, const std::string &What) {
    EXPECT_NE(Problem(Path).find(What), std::string::npos) << Problem(Path);
  };
  Expect("/nowhere/run.json", "cannot read: No such file or directory");
  Expect(text("{\"version\": 1,\n \"tool\":}"), ":2:9: broken JSON: ");
  Expect(text("{}"), "not written by RaceMap");
  Expect(text(R"({"version":2,"tool":{"name":"racemap"}})"),
         "its version is 2, not 1");
  Expect(file(""), "there are no launches in it");
  Expect(file("3"), "expected object at results.launches[0]");
  Expect(file(R"({"gridDim":[1,1,1],"blockDim":[1,1,1]})"),
         "missing at results.launches[0].mangled");
  Expect(file(launch("", "", "", "[64,1]")),
         "expected three sizes at results.launches[0].blockDim");
  Expect(file(launch("", "", "", "[0,1,1]")),
         "expected a size from 1 at results.launches[0].blockDim[0]");
  Expect(file(launch("", "", "", "[1,1,4294967296]")),
         "expected a size from 1 at results.launches[0].blockDim[2]");
  Expect(file(launch(value(0, 0, 3, "1"))),
         "expected 1, 2, 4 or 8 at results.launches[0].values[0].bytes");
  Expect(file(launch(value(0, 0, 4, "[2,1]"))),
         "expected a number, or the least and the largest at "
         "results.launches[0].values[0].value");
  Expect(file(launch("", R"({"argument":0})")),
         "missing at results.launches[0].pointers[0].object");
}

} // namespace
} // namespace racemap
