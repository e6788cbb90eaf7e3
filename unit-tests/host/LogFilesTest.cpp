// Log: what is written to files, and what is there whatever ends the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/host/Logs.h"

#include <csignal>
#include <nlohmann/json.hpp>

namespace racemap::host {
namespace {

/// Whatever ends the process after any of these.
TEST_F(Logs, HaveWrittenWhatIsFoundAtAnyMoment) {
  O.Json = file("json");
  Log L(O, Modules);
  auto Written = [&] {
    std::string Text = contents(O.Json);
    EXPECT_TRUE(nlohmann::json::accept(Text)) << Text;
    return Text;
  };
  L.countLaunch(LaunchFate::Monitored);
  EXPECT_NE(Written().find(R"("findings": [])"), std::string::npos);
  EXPECT_NE(Written().find(R"("complete": false)"), std::string::npos);
  see(L);
  EXPECT_NE(Written().find(R"("summary": "1 data race, seen 1 time")"),
            std::string::npos);
  see(L);
  see(L, 0, 0);
  EXPECT_EQ(occurrences(Written(), R"("kind")"), 2u);
  EXPECT_EQ(occurrences(Written(), R"("count": 2)"), 1u);
  EXPECT_NE(Written().find(R"("monitored_launches": 1)"), std::string::npos);
  L.countLaunch(LaunchFate::Failed);
  EXPECT_NE(Written().find(R"("failed_launches": 1)"), std::string::npos);
  L.finish(0);
  EXPECT_NE(Written().find(R"("complete": true)"), std::string::npos);
  EXPECT_EQ(occurrences(Written(), R"("kind")"), 2u);
  // Nothing is left beside it.
  for (const auto &File :
       std::filesystem::directory_iterator(testing::TempDir()))
    EXPECT_FALSE(File.path().string().starts_with(O.Json + "."));
  std::filesystem::remove(O.Json);
}

/// Nor is a link to the file replaced.
TEST_F(Logs, WriteWhereALinkLeads) {
  std::string Link = file("link");
  std::string To = file("json");
  std::ofstream(To) << "old";
  std::filesystem::remove(Link);
  std::filesystem::create_symlink(To, Link);
  O.Json = Link;
  {
    Log L(O, Modules);
    see(L);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(Link));
  EXPECT_NE(contents(To).find("data-race"), std::string::npos);
  std::filesystem::remove(Link);
  std::filesystem::remove(To);
}

TEST_F(Logs, SayTheSummaryWhenASignalEndsTheProcess) {
  for (int Signal : {SIGTERM, SIGXCPU, SIGABRT, SIGSEGV}) {
    EXPECT_EXIT(
        {
          Log L(O, Modules);
          see(L);
          raise(Signal);
        },
        testing::KilledBySignal(Signal), "")
        << Signal;
    EXPECT_EQ(occurrences(text(), "SUMMARY: RaceMap: 1 data race; a signal has "
                                  "ended the program\n"),
              1u)
        << Signal << text();
  }
}

/// What ends the program is its own business if it says so.
TEST_F(Logs, LeaveSignalsToTheProgram) {
  EXPECT_EXIT(
      {
        Log L(O, Modules);
        see(L);
        signal(SIGTERM, [](int) { _exit(3); });
        raise(SIGTERM);
      },
      testing::ExitedWithCode(3), "");
  EXPECT_EQ(occurrences(text(), "SUMMARY"), 0u);
}

TEST_F(Logs, SayInTheJsonWhatIsSuppressed) {
  std::string Rules = file("supp");
  std::string Json = file("json");
  std::ofstream(Rules) << "race:first\n";
  O.Suppressions = Rules;
  O.Json = Json;
  {
    Log L(O, Modules);
    see(L, 1, 0, "first");
    see(L, 1, 0, "second");
    L.finish(0);
  }
  std::stringstream All;
  All << std::ifstream(Json).rdbuf();
  for (const std::string &Path : {Rules, Json})
    std::filesystem::remove(Path);
  EXPECT_EQ(occurrences(All.str(), "\"kind\""), 2u);
  EXPECT_EQ(occurrences(All.str(), "\"hidden\""), 1u);
  EXPECT_EQ(occurrences(All.str(), "\"hidden\": \"suppressed: race:first\""),
            1u);
}

TEST_F(Logs, WriteLaunchesBeforeTheEnd) {
  O.Json = file("json");
  O.Launches = true;
  auto Written = [&] {
    std::ifstream File(O.Json);
    return nlohmann::json::parse(File, nullptr, false)["launches"].size();
  };
  constexpr size_t Few = 64, All = 200;
  Log L(O, Modules);
  for (size_t N = 1; N <= All; ++N) {
    launches::Launch One;
    One.Mangled = "k";
    One.Number = N;
    One.Values = {{0, 0, 4, launches::Range::one(int64_t(N))}};
    L.noteLaunch(One);
    L.noteLaunch(One);
    if (N <= Few)
      EXPECT_EQ(Written(), N);
    else
      EXPECT_GE(8 * Written(), 7 * N) << N;
  }
  EXPECT_LT(Written(), All);
  L.finish(0);
  EXPECT_EQ(Written(), All);
  std::filesystem::remove(O.Json);
}

TEST_F(Logs, WriteFindingsAsTheAnalysisDoes) {
  Finding F = race();
  FindingText Parts = json(F, "", Modules);
  std::string Text = json(
      {{{&Parts, 7}}, {5, 4, 2, 1}, {}, "1 data race", /*IsComplete=*/true});
  for (const char *Part :
       {R"("findings": [)", R"("kind": "data-race")", R"("array": "tile")",
        R"("space": "shared")", R"("scope": "block")", R"("op": "write")",
        R"("line": 8)", R"x("kernel": "k()")x", R"("count": 7)",
        R"("number": 2)", R"("monitored_launches": 5,)",
        R"("partly_monitored_launches": 4,)", R"("failed_launches": 2,)",
        R"("uninstrumented_launches": 1)", R"("summary": "1 data race")",
        R"("complete": true)"})
    EXPECT_NE(Text.find(Part), std::string::npos) << Part << " in\n" << Text;
}

} // namespace
} // namespace racemap::host
