// Config: what .racemap.toml says is what is read, and each mistake is named
// with its place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/config/Config.h"

#include <gtest/gtest.h>

namespace racemap::config {
namespace {

using Lines = std::vector<std::string>;

struct Parsed {
  Lines Problems;
  Config C;
  explicit Parsed(std::string_view Text)
      : C(Config::parse(Text, "/p/.racemap.toml",
                        {"level", "bounds", "block-dim", "assume"}, Problems)) {
  }
};

static Lines values(const std::vector<Setting> &All) {
  Lines Found;
  for (const Setting &S : All)
    Found.push_back(S.Name + "=" + S.Value);
  return Found;
}

TEST(Config, OptionsAreWordsOfTheCommandLine) {
  Parsed P("[options]\nlevel = \"possible\"\nbounds = false\n"
           "block-dim = [16, 8]\nassume = [\"n > 0\", \"m > 0\"]\n");
  EXPECT_EQ(P.Problems, Lines());
  EXPECT_EQ(values(P.C.Options),
            (Lines{"assume=n > 0", "assume=m > 0", "block-dim=16,8,1",
                   "bounds=off", "level=possible"}));
}

TEST(Config, PathsOverrideForTheFilesThatMatch) {
  Parsed P("[options]\nlevel = \"input\"\n"
           "[[paths]]\nmatch = [\"old/\", \"*_test.cu\"]\n"
           "level = \"possible\"\n");
  EXPECT_EQ(P.Problems, Lines());
  Lines Both{"level=input", "level=possible"}, One{"level=input"};
  EXPECT_EQ(values(P.C.optionsOf("/p/old/deep/a.cu")), Both);
  EXPECT_EQ(values(P.C.optionsOf("/p/src/a_test.cu")), Both);
  EXPECT_EQ(values(P.C.optionsOf("/p/src/old.cu")), One);
  EXPECT_EQ(values(P.C.optionsOf("/p/older/a.cu")), One);
}

TEST(Config, KernelsHaveAssumptionsAndLaunches) {
  Parsed P("[[kernels]]\nmatch = \"^scan\"\nassume = \"n >= 0\"\n"
           "launches = [{block = 256, grid = [8, 2]}, {block = [32, 4]}]\n");
  EXPECT_EQ(P.Problems, Lines());
  ASSERT_EQ(P.C.Kernels.size(), 1u);
  const KernelFacts &K = P.C.Kernels[0];
  EXPECT_TRUE(K.concerns("scan(int*)"));
  EXPECT_FALSE(K.concerns("prescan(int*)"));
  ASSERT_EQ(K.Launches.size(), 2u);
  EXPECT_EQ(*K.Launches[0].Block, (Launch::Sizes{256, 1, 1}));
  EXPECT_EQ(*K.Launches[0].Grid, (Launch::Sizes{8, 2, 1}));
  EXPECT_EQ(*K.Launches[1].Block, (Launch::Sizes{32, 4, 1}));
  EXPECT_FALSE(K.Launches[1].Grid);
  EXPECT_EQ(K.Assume[0].At, "/p/.racemap.toml:3:10");
}

TEST(Config, SelectsThreadsKernelsAndArrays) {
  Parsed P("[monitor]\nkernels = [\"a\", \"b\"]\nskip-kernels = \"ab\"\n"
           "skip-arrays = \"^log$\"\nblocks = [0, \"4-6\"]\n"
           "threads = \"0-31\"\n");
  EXPECT_EQ(P.Problems, Lines());
  const MonitoredPart &M = P.C.Monitor;
  EXPECT_TRUE(M.hasKernel("a()") && M.hasKernel("xb()"));
  EXPECT_FALSE(M.hasKernel("ab()") || M.hasKernel("c()"));
  EXPECT_TRUE(M.hasArray("logs") && M.hasArray(""));
  EXPECT_FALSE(M.hasArray("log"));
  EXPECT_TRUE(M.hasThread(0, 0) && M.hasThread(4, 31) && M.hasThread(6, 7));
  EXPECT_FALSE(M.hasThread(1, 0) || M.hasThread(7, 0) || M.hasThread(0, 32));
  EXPECT_TRUE(M.hasAnyOf(1, 1));
  EXPECT_EQ(M.withoutKernel({"cab()", "d()"}), Patterns());
  EXPECT_EQ(M.withoutKernel({"d()", "xb()"}), Patterns{"a"});
}

TEST(Config, SelectsNothingOfASmallLaunch) {
  Parsed P("[monitor]\nblocks = [8, \"4-6\"]\nthreads = 32\n");
  EXPECT_TRUE(P.C.Monitor.hasAnyOf(5, 33));
  EXPECT_FALSE(P.C.Monitor.hasAnyOf(4, 33) || P.C.Monitor.hasAnyOf(9, 32));
}

TEST(Config, WithoutASelectionAllIsSelected) {
  Parsed P("");
  EXPECT_TRUE(P.C.Monitor.hasThread(1u << 30, 1023));
  EXPECT_TRUE(P.C.Analyse.hasKernel("k()") && P.C.Analyse.hasArray(""));
}

TEST(Config, ASuppressionHidesNothingWhenItsLastDayIsOver) {
  Parsed P("[[suppress]]\nkernel = \"sum\"\nreason = \"until we move\"\n"
           "until = 2001-02-03\n"
           "[[suppress]]\nkernel = \"scan\"\nreason = \"until we move\"\n"
           "until = 9999-12-31\n");
  ASSERT_EQ(P.C.Suppressions.size(), 2u);
  EXPECT_EQ(P.C.Suppressions[0].Until, "2001-02-03");
  EXPECT_EQ(P.C.Suppressions[1].At, "/p/.racemap.toml:5:1");
  EXPECT_FALSE(P.C.suppression({"data-race", "sum(int*)", {}, {}}));
  EXPECT_TRUE(P.C.suppression({"data-race", "scan(int*)", {}, {}}));
}

TEST(Config, ASuppressionIsForWhatAllOfItFits) {
  Parsed P("[[suppress]]\nkind = \"data-race\"\nkernel = \"sum\"\n"
           "array = \"hits\"\nreason = \"counted twice on purpose\"\n");
  EXPECT_EQ(P.Problems, Lines());
  Suppression::Subject S{"data-race", "sum(int*)", {"hits"}, {"a.cu"}};
  EXPECT_TRUE(P.C.suppression(S));
  for (auto Change : {+[](Suppression::Subject &X) { X.Kind = "deadlock"; },
                      +[](Suppression::Subject &X) { X.Kernel = "other()"; },
                      +[](Suppression::Subject &X) { X.Arrays = {"x"}; },
                      +[](Suppression::Subject &X) { X.Arrays = {}; }}) {
    Suppression::Subject Other = S;
    Change(Other);
    EXPECT_FALSE(P.C.suppression(Other));
  }
}

TEST(Config, ASuppressionNamesAKindAsWarningsDo) {
  Parsed P("[[suppress]]\nkind = \"racemap-data-race\"\nreason = \"r\"\n");
  EXPECT_EQ(P.Problems, Lines());
  EXPECT_TRUE(P.C.suppression({"data-race", "sum(int*)", {}, {}}));
  EXPECT_FALSE(P.C.suppression({"deadlock", "sum(int*)", {}, {}}));
}

static Lines problems(std::string_view Text) { return Parsed(Text).Problems; }

TEST(ConfigMistakes, AKindNamesTheNearest) {
  EXPECT_EQ(problems("[[suppress]]\nkind = \"datarace\"\nreason = \"r\"\n"),
            Lines{"/p/.racemap.toml:2:8: kind: give data-race, "
                  "barrier-divergence, early-exit, deadlock or out-of-bounds; "
                  "did you mean 'data-race'?"});
  for (std::string Key : {"check", "checks"})
    EXPECT_EQ(problems("[[suppress]]\n" + Key +
                       " = \"data-race\"\nkernel = \"k\"\nreason = \"r\"\n"),
              Lines{"/p/.racemap.toml:2:1: unknown key '" + Key +
                    "' in [[suppress]]; did you mean 'kind'?"});
  EXPECT_EQ(problems("[options]\nchecks = 1\n").size(), 1u);
}

TEST(ConfigMistakes, UnknownKeysNameTheNearest) {
  EXPECT_EQ(problems("[options]\nlevle = \"input\"\n"),
            Lines{"/p/.racemap.toml:2:1: unknown key 'levle' in [options]; did "
                  "you mean 'level'?"});
  EXPECT_EQ(problems("[moniter]\n"),
            Lines{"/p/.racemap.toml:1:2: unknown key 'moniter'; did you mean "
                  "'monitor'?"});
  EXPECT_EQ(problems("level = \"input\"\n"),
            Lines{"/p/.racemap.toml:1:1: unknown key 'level'; options stand "
                  "in [options]"});
  EXPECT_EQ(problems("[monitor]\nblock = [1]\n"),
            Lines{"/p/.racemap.toml:2:1: unknown key 'block' in [monitor]; did "
                  "you mean 'blocks'?"});
  EXPECT_EQ(problems("[shadow]\nxyzzyxyzzy = 1\n"),
            Lines{"/p/.racemap.toml:2:1: unknown key 'xyzzyxyzzy' in "
                  "[shadow]"});
}

TEST(ConfigMistakes, OptionsOfTheCommandLineAreNoUnknownKeys) {
  std::vector<std::string> Problems;
  Config::parse("[options]\njson = \"x.json\"\n[[paths]]\nmatch = \"*\"\n"
                "sarif = \"x\"\n",
                "c.toml", {"level"}, Problems);
  EXPECT_EQ(Problems, (Lines{"c.toml:2:1: option 'json' in [options]: it is "
                             "for the command line alone",
                             "c.toml:5:1: option 'sarif' in [[paths]]: it is "
                             "for the command line alone"}));
}

TEST(DidYouMean, IsOfWhatDiffersInAThirdOfTheLettersAtMost) {
  auto Meant = [](std::string_view Name) {
    return didYouMean(Name,
                      {"cc", "try", "json", "help", "level", "data-race"});
  };
  EXPECT_EQ(Meant("jsn"), "; did you mean 'json'?");
  EXPECT_EQ(Meant("tyr"), "; did you mean 'try'?"); // swapped is one mistake
  EXPECT_EQ(Meant("hlep"), "; did you mean 'help'?");
  EXPECT_EQ(Meant("levle"), "; did you mean 'level'?");
  EXPECT_EQ(Meant("datarace"), "; did you mean 'data-race'?");
  for (const char *Far :
       {"foo", "cat", "-p", "a", "c", "x", "lava", "racedata"})
    EXPECT_EQ(Meant(Far), "") << Far;
}

TEST(ConfigMistakes, ValuesSayWhatIsExpected) {
  EXPECT_EQ(problems("[monitor]\nthreads = [\"31-0\"]\n"),
            Lines{"/p/.racemap.toml:2:12: threads: give numbers from 0, and "
                  "ranges such as \"0-31\""});
  EXPECT_EQ(problems("[shadow]\nclock-bits = 3\n"),
            Lines{"/p/.racemap.toml:2:14: clock-bits: give a number from 8 to "
                  "25"});
  EXPECT_EQ(problems("[[kernels]]\nmatch = \"k\"\n"
                     "launches = [{block = [1024, 2]}]\n"),
            Lines{"/p/.racemap.toml:3:22: block: give at most 1024 threads, "
                  "and 64 in z"});
  EXPECT_EQ(problems("[[suppress]]\nkernel = \"k\"\n"),
            Lines{"/p/.racemap.toml:1:1: a suppression needs a 'reason'"});
  EXPECT_EQ(problems("[[suppress]]\nkernel = \"k\"\nreason = \"r\"\n"
                     "until = \"2030-12-31\"\n"),
            Lines{"/p/.racemap.toml:4:9: until: give a day without quotes, as "
                  "in 2030-12-31"});
  EXPECT_EQ(problems("[[suppress]]\nreason = \"r\"\nuntil = 2030-12-31\n"),
            Lines{"/p/.racemap.toml:1:1: this would suppress everything; name "
                  "a kind, kernel, array or file"});
  EXPECT_EQ(problems("[[suppress]]\nreason = \"tired\"\n"),
            Lines{"/p/.racemap.toml:1:1: this would suppress everything; name "
                  "a kind, kernel, array or file"});
  EXPECT_EQ(problems("[paths]\nlevel = \"input\"\n"),
            Lines{"/p/.racemap.toml:1:1: paths: give a list of tables, "
                  "[[paths]]"});
}

TEST(ConfigMistakes, BrokenTextNamesItsPlace) {
  Lines Found = problems("[options\n");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].starts_with("/p/.racemap.toml:1:9: ")) << Found[0];
}

TEST(ConfigMistakes, WhatBeginsNoKeyIsAnError) {
  for (const char *Text : {"[=x]\n", "[[\x01]]\n", "[a.=]\n"}) {
    Lines Found = problems(Text);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_TRUE(Found[0].starts_with("/p/.racemap.toml:1:")) << Found[0];
  }
}

TEST(ConfigMistakes, LettersThatAreNotAsciiAreNoKeys) {
  for (const char *Text : {"\xd1\xa4 = 1\n", "caf\xc3\xa9 = 1\n",
                           "[\xe6\x97\xa5]\n", "a = 1 \xd1\xa4\n"}) {
    Lines Found = problems(Text);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_TRUE(Found[0].starts_with("/p/.racemap.toml:1:")) << Found[0];
  }
  EXPECT_EQ(
      problems("# \xd1\xa4\n[options]\nassume = \"\"\"a\\\n\xd1\xa4\"\"\"\n"),
      Lines{});
}

TEST(ConfigMistakes, TheRestIsReadAllTheSame) {
  Parsed P("[monitor]\nblcks = 1\nthreads = 3\n");
  EXPECT_EQ(P.Problems.size(), 1u);
  EXPECT_FALSE(P.C.Monitor.hasThread(0, 4));
}

} // namespace
} // namespace racemap::config
