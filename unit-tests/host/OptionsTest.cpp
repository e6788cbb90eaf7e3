// RACEMAP_OPTIONS: what is taken over, and what is said about the rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Options.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace racemap::host {
namespace {

TEST(Options, AreSeparatedByColonsOrBlanks) {
  Options O;
  EXPECT_TRUE(
      O.parse("exitcode=3:halt_on_error=1 seed=7\njson=a.json").empty());
  EXPECT_EQ(O.ExitCode, 3);
  EXPECT_TRUE(O.HaltOnError);
  EXPECT_EQ(O.Seed, 7u);
  EXPECT_EQ(O.Json, "a.json");
}

TEST(Options, MayHaveColonsInQuotes) {
  Options O;
  EXPECT_TRUE(O.parse("log_path='C: d':json=\"x:y\"").empty());
  EXPECT_EQ(O.LogPath, "C: d");
  EXPECT_EQ(O.Json, "x:y");
}

TEST(Options, KeepTheirDefaults) {
  Options O;
  EXPECT_TRUE(O.parse("").empty());
  EXPECT_EQ(O.ExitCode, 66);
  EXPECT_EQ(O.Seed, std::nullopt);
}

TEST(Options, SayWhatIsWrongAndKeepTheRest) {
  Options O;
  std::vector<std::string> Problems =
      O.parse("exitcode=many:colour=red:halt_on_error:print_limit=2");
  ASSERT_EQ(Problems.size(), 3u);
  EXPECT_NE(Problems[0].find("'many' is no value for exitcode"),
            std::string::npos);
  EXPECT_NE(Problems[1].find("no option is called 'colour'"),
            std::string::npos);
  EXPECT_EQ(Problems[1].find("did you mean"), std::string::npos);
  EXPECT_NE(Problems[2].find("write halt_on_error=VALUE"), std::string::npos);
  EXPECT_EQ(O.ExitCode, 66);
  EXPECT_EQ(O.PrintLimit, 2u);
}

TEST(Options, NameTheNearest) {
  Options O;
  EXPECT_EQ(O.parse("jsn=x"),
            std::vector<std::string>{"no option is called 'jsn'; help=1 lists "
                                     "them; did you mean 'json'?"});
}

TEST(Options, NumbersAreWhole) {
  Options O;
  EXPECT_EQ(O.parse("seed=7x").size(), 1u);
  EXPECT_EQ(O.parse("print_limit=-1").size(), 1u);
  EXPECT_EQ(O.parse("exitcode=-1:exitcode=256").size(), 2u);
  EXPECT_EQ(O.ExitCode, 66);
  EXPECT_EQ(O.Seed, std::nullopt);
}

TEST(Options, HelpNamesAll) {
  std::string Help = Options::help();
#define RACEMAP_RUNTIME_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)               \
  EXPECT_NE(Help.find(NAME "="), std::string::npos);
#include "runtime/host/Options.def"
}

TEST(Paths, HaveTheProcess) {
  EXPECT_EQ(expandPath("a.%p.json"), "a." + std::to_string(getpid()) + ".json");
  EXPECT_EQ(expandPath("100%"), "100%");
}

} // namespace
} // namespace racemap::host
