// Log: findings are told once, counted, hidden, limited, and written down.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Log.h"
#include "runtime/host/Json.h"
#include "runtime/host/Text.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace racemap::host {
namespace {

constexpr const char *Info = R"json({"version":1,"sites":[
 {"op":"read","bytes":4,"variable":"tile","stack":[
   {"function":"get(int)","file":"a.cu","line":3,"column":10},
   {"function":"k()","file":"a.cu","line":9,"column":5}]},
 {"op":"write","bytes":1,"variable":"tile","stack":[
   {"function":"k()","file":"a.cu","line":8,"column":7}]}],
 "kernels":{"_Z1kv":{"name":"k()","ordersOtherwise":false,"sites":[0,1]}}})json";

class Logs : public testing::Test {
protected:
  Logs() {
    std::string Problem;
    Modules.add(Info, Problem);
    EXPECT_EQ(Problem, "");
    Path = file("txt");
    O.LogPath = Path;
  }
  ~Logs() override { std::filesystem::remove(Path); }

  /// Of this process only.
  static std::string file(const std::string &Kind) {
    return testing::TempDir() + "racemap-log-test-" + std::to_string(getpid()) +
           "." + Kind;
  }
  static Finding race() {
    Finding F;
    F.Who.resize(2);
    F.Who[0].Thread = ThreadPlace{{0, 0, 0}, {5, 0, 0}, 0, 5};
    F.Who[0].Site = 1;
    F.Who[1].Thread = ThreadPlace{{0, 0, 0}, {37, 0, 0}, 1, 5};
    F.Who[1].Site = 0;
    Memory Tile;
    Tile.Address = 0x1000;
    Tile.IsShared = true;
    Tile.Description = "the shared variable 'tile'";
    Tile.Variable = "tile";
    F.Where = Tile;
    F.Launch = {2, "k()", {1, 1, 1}, {64, 1, 1}, {{"main", "a.cu", 20, 3}}};
    F.Between = fsm::Scope::Block;
    return F;
  }
  void see(Log &L, unsigned First = 1, unsigned Second = 0,
           const std::string &Kernel = "k()") {
    Log::Identity I{Finding::Kind::DataRace, First, Second, Kernel};
    if (!L.count(I, 0x1000))
      return;
    Finding F = race();
    F.Launch.Kernel = Kernel;
    L.report(F, I);
  }
  /// A race of which only the site First is known.
  void seeOneSide(Log &L, unsigned First,
                  const std::string &Variable = "tile") {
    Log::Identity I{Finding::Kind::DataRace, First, ~0u, "k()",
                    /*IsOneSided=*/true};
    if (!L.count(I, 0x1000))
      return;
    Finding F = race();
    F.Who[0].Site = First;
    F.Who[1] = {};
    F.Where->Variable = Variable;
    L.report(F, I);
  }
  std::string text() const {
    std::ifstream File(Path);
    std::stringstream Text;
    Text << File.rdbuf();
    return Text.str();
  }
  static size_t occurrences(const std::string &Text, const std::string &What) {
    size_t N = 0;
    for (size_t At = Text.find(What); At != std::string::npos;
         At = Text.find(What, At + 1))
      ++N;
    return N;
  }

  Options O;
  ModuleInfos Modules;
  std::string Path;
};

TEST_F(Logs, SayWhoAndWhere) {
  std::string Text = host::text(race(), Modules);
  for (const char *Line :
       {"WARNING: RaceMap: data race (pid=",
        "  Write of 1 byte at 0x1000 by thread (5,0,0) of block (0,0,0), "
        "warp 0 lane 5:\n    #0 k() a.cu:8:7\n",
        "  Previous read of 4 bytes by thread (37,0,0) of block (0,0,0), "
        "warp 1 lane 5:\n    #0 get(int) a.cu:3:10\n    #1 k() a.cu:9:5\n",
        "  Location is the shared variable 'tile'\n",
        "  Launch 2: k() <<<(1,1,1), (64,1,1)>>> at\n    #0 main a.cu:20:3\n"})
    EXPECT_NE(Text.find(Line), std::string::npos) << Line << "in\n" << Text;
}

TEST_F(Logs, TellOnceAndCount) {
  {
    Log L(O, Modules);
    for (unsigned I = 0; I < 3; ++I)
      see(L);
    see(L, 0, 1); // the same two sites
    EXPECT_EQ(L.finish(0), 66);
  }
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 1u);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 data race, seen 4 times\n"),
            std::string::npos);
}

std::string contents(const std::string &Path) {
  std::stringstream Text;
  Text << std::ifstream(Path).rdbuf();
  return Text.str();
}

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

TEST_F(Logs, RemarkOnSameValues) {
  auto SeeSame = [](Log &L, bool IsBenign) {
    Log::Identity I{Finding::Kind::DataRace, 1, 1, "k()"};
    Finding F = race();
    F.Who[1].Site = 1;
    F.IsBenign = IsBenign;
    if (L.count(I, 0x1000, 1, IsBenign))
      L.report(F, I);
  };
  O.HaltOnError = true;
  {
    Log L(O, Modules);
    SeeSame(L, true);
    SeeSame(L, true);
    EXPECT_EQ(L.numCounted(), 0u);
    EXPECT_EQ(L.finish(0), 0);
  }
  EXPECT_EQ(occurrences(text(), "REMARK: RaceMap: same-value conflict"), 1u);
  EXPECT_EQ(occurrences(text(), "SUMMARY"), 0u);
  O.Benign = SameValues::Hide;
  {
    Log L(O, Modules);
    SeeSame(L, true);
    EXPECT_EQ(L.finish(0), 0);
  }
  EXPECT_EQ(text(), "");
  O.HaltOnError = false;
  O.Benign = SameValues::Report;
  {
    Log L(O, Modules);
    SeeSame(L, true);
    EXPECT_EQ(L.numCounted(), 1u);
    EXPECT_EQ(L.finish(0), 66);
  }
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap: same-value conflict"), 1u);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 same-value conflict"),
            std::string::npos);
}

TEST_F(Logs, TellThatAConflictIsOneOfDifferentValuesAfterAll) {
  O.Json = file("json");
  {
    Log L(O, Modules);
    for (bool IsBenign : {true, false, true, false}) {
      Log::Identity I{Finding::Kind::DataRace, 1, 1, "k()"};
      Finding F = race();
      F.IsBenign = IsBenign;
      if (L.count(I, 0x1000, 1, IsBenign))
        L.report(F, I);
    }
    EXPECT_EQ(L.finish(0), 66);
  }
  EXPECT_EQ(occurrences(text(), "REMARK: RaceMap: same-value conflict"), 1u);
  EXPECT_EQ(occurrences(text(), "RaceMap: in the race that follows, both "
                                "threads wrote the same value"),
            1u);
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap: data race"), 1u);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 data race, seen 4 times"),
            std::string::npos);
  EXPECT_EQ(occurrences(contents(O.Json), R"("benign": false)"), 1u);
  EXPECT_EQ(occurrences(contents(O.Json), R"("benign": true)"), 0u);
  std::filesystem::remove(O.Json);
}

/// What it tells after each other, in pieces.
TEST_F(Logs, HearWhatACopyHasFound) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  Options Silent;
  {
    Log Copy(Silent, Modules);
    see(Copy); // known before it was made
    Copy.becomeCopy(Ends[1], 7, /*HasLostThreads=*/true);
    see(Copy);
    see(Copy, 0, 0);
    see(Copy, 0, 0);
    Copy.warn("blind");
    // They may wait for a thread that is not in the copy.
    Log::Identity I{Finding::Kind::Deadlock, ~0u, ~0u, "k()"};
    ASSERT_TRUE(Copy.count(I, 0));
    Finding F = race();
    F.K = Finding::Kind::Deadlock;
    Copy.report(F, I);
    Copy.tellCounts();
  }
  close(Ends[1]);
  {
    Log L(O, Modules);
    see(L);
    std::string Bytes;
    for (char C; read(Ends[0], &C, 1) == 1;) {
      Bytes += C;
      if (auto M = decode(Bytes))
        L.hear(*M);
    }
    EXPECT_EQ(Bytes, "");
    EXPECT_EQ(L.numOnlyInCopies(), 1u);
    EXPECT_EQ(L.finish(0), 66);
  }
  close(Ends[0]);
  EXPECT_EQ(occurrences(text(), "in the order of seed=7, at"), 1u);
  EXPECT_EQ(occurrences(text(), "  Previous read of 4 bytes by thread (37,0,0) "
                                "of block (0,0,0), warp 1 lane 5:"),
            2u);
  EXPECT_NE(text().find("racemap: warning: blind\n"), std::string::npos);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 2 data races, seen 4 times"),
            std::string::npos);
}

TEST_F(Logs, CountOneSideWithTheRaceThatHasBoth) {
  std::string Json = file("json");
  O.Json = Json;
  {
    Log L(O, Modules);
    see(L);
    for (unsigned I = 0; I < 3; ++I)
      seeOneSide(L, 1);
    seeOneSide(L, 0); // the other one of the two sites
    EXPECT_EQ(L.numCounted(), 5u);
    EXPECT_EQ(L.finish(0), 66);
  }
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 1u);
  EXPECT_EQ(occurrences(text(), "they count as one"), 0u);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 data race, seen 5 times\n"),
            std::string::npos);
  std::stringstream All;
  All << std::ifstream(Json).rdbuf();
  std::filesystem::remove(Json);
  EXPECT_EQ(occurrences(All.str(), "\"kind\""), 1u);
  EXPECT_EQ(occurrences(All.str(), "\"count\": 5"), 1u);
}

/// A program that is killed meanwhile has told it.
TEST_F(Logs, TellOneSideIfThatIsAllThatIsKnown) {
  {
    Log L(O, Modules);
    seeOneSide(L, 1);
    EXPECT_EQ(occurrences(text(), "does not know any more"), 1u);
    see(L);
    EXPECT_EQ(occurrences(text(), "RaceMap: of the race that follows, a report "
                                  "above has one side; they count as one\n"
                                  "==================\nWARNING: RaceMap"),
              1u);
    L.finish(0);
  }
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 2u);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 data race, seen 2 times\n"),
            std::string::npos);
}

/// Other sites, other kernels, other arrays, and sites that a cell has no room
/// for: who they are with is another race.
TEST_F(Logs, LoseNoRaceOfWhichOneSideIsKnown) {
  Log L(O, Modules);
  see(L, 0, 0);
  see(L, 1, 0, "other");
  seeOneSide(L, 1);
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 3u);
  seeOneSide(L, 0, "row");
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 4u);
  see(L, 0, ~0u);
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 5u);
  EXPECT_EQ(occurrences(text(), "they count as one"), 0u);
  L.finish(0);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 5 data races, seen 5 times\n"),
            std::string::npos);
}

TEST_F(Logs, CountNoneWithWhatIsSuppressed) {
  std::string Rules = file("supp");
  std::ofstream(Rules) << "race:get\n";
  O.Suppressions = Rules;
  {
    Log L(O, Modules);
    see(L);
    seeOneSide(L, 1);
    seeOneSide(L, 0); // in get
    EXPECT_EQ(L.finish(0), 66);
  }
  std::filesystem::remove(Rules);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 data race, seen 1 time\n"),
            std::string::npos);
}

TEST_F(Logs, HaltWithOneSide) {
  O.HaltOnError = true;
  Log L(O, Modules);
  EXPECT_EXIT(seeOneSide(L, 1), testing::ExitedWithCode(66), "");
}

TEST_F(Logs, ShowTheUsersCodeFirst) {
  std::string Problem, Text = Info;
  std::string Read = R"("op":"read")";
  Text.insert(Text.find(Read), R"("hidden":1,)");
  unsigned First = Modules.add(Text, Problem);
  Finding F = race();
  F.Who[1].Site = First;
  std::string Said = host::text(F, Modules);
  EXPECT_NE(Said.find("lane 5:\n    #0 k() a.cu:9:5\n\n"), std::string::npos);
  EXPECT_EQ(Said.find("get(int)"), std::string::npos);
  // The JSON has all.
  EXPECT_NE(json(F, "", Modules).Head.find("get(int)"), std::string::npos);
  // Code that is all in such headers is shown as it is.
  Text.replace(Text.find(R"("hidden":1)"), 10, R"("hidden":2)");
  F.Who[1].Site = Modules.add(Text, Problem);
  EXPECT_NE(host::text(F, Modules).find("    #0 get(int) a.cu:3:10\n"),
            std::string::npos);
}

TEST_F(Logs, LeaveTheStatusIfTheyAreTold) {
  O.ExitCode = 0;
  Log L(O, Modules);
  see(L);
  EXPECT_EQ(L.finish(3), 3);
}

TEST_F(Logs, WithoutFindingsLeaveTheStatus) {
  Log L(O, Modules);
  EXPECT_EQ(L.finish(3), 3);
  EXPECT_EQ(text(), "");
}

TEST_F(Logs, FailedLaunchesCountAsFindingsDo) {
  {
    Log L(O, Modules);
    L.countLaunch(LaunchFate::Monitored);
    EXPECT_EQ(L.finish(3), 3);
    L.countLaunch(LaunchFate::Failed);
    EXPECT_EQ(L.finish(0), 66);
    L.countLaunch(LaunchFate::Failed);
    see(L);
    EXPECT_EQ(L.finish(0), 66);
    O.ExitCode = 0;
    EXPECT_EQ(L.finish(3), 3);
  }
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 launch could not be run or "
                        "monitored\n"),
            std::string::npos);
  EXPECT_NE(text().find("SUMMARY: RaceMap: 1 data race, seen 1 time; 2 "
                        "launches could not be run or monitored\n"),
            std::string::npos);
}

TEST_F(Logs, LaunchesWithoutInstrumentationAreLost) {
  {
    Log L(O, Modules);
    EXPECT_EQ(L.finish(0), 0); // nothing was launched
    L.countLaunch(LaunchFate::Monitored);
    EXPECT_EQ(L.finish(0), 0);
    L.countLaunch(LaunchFate::Failed);
    L.countLaunch(LaunchFate::Uninstrumented);
    L.warnOfUninstrumented("first");
    L.warnOfUninstrumented("first");
    EXPECT_EQ(L.finish(0), 66);
  }
  EXPECT_EQ(occurrences(text(), "first is not monitored"), 1u);
  EXPECT_EQ(occurrences(text(), "SUMMARY: RaceMap: 2 launches could not be run "
                                "or monitored\n"),
            1u);
}

TEST_F(Logs, PrintNoMoreThanTheLimit) {
  O.PrintLimit = 1;
  {
    Log L(O, Modules);
    see(L, 0, 1);
    see(L, 1, 1);
    see(L, 0, 0);
    L.finish(0);
  }
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 1u);
  EXPECT_EQ(occurrences(text(), "more findings are counted"), 1u);
  EXPECT_NE(text().find("3 data races, seen 3 times"), std::string::npos);
}

TEST_F(Logs, LeaveOutWhatIsSuppressed) {
  std::string Rules = file("supp");
  std::ofstream(Rules) << "race:get\n";
  O.Suppressions = Rules;
  {
    Log L(O, Modules);
    see(L);
    EXPECT_EQ(L.finish(0), 0);
  }
  std::filesystem::remove(Rules);
  EXPECT_EQ(text(), "");
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

TEST_F(Logs, SuppressOneKernelOfTwo) {
  std::string Rules = file("supp");
  std::ofstream(Rules) << "race:first\n";
  O.Suppressions = Rules;
  {
    Log L(O, Modules);
    see(L, 1, 0, "first");
    see(L, 1, 0, "second");
    EXPECT_EQ(L.finish(0), 66);
  }
  std::filesystem::remove(Rules);
  EXPECT_EQ(occurrences(text(), "WARNING: RaceMap"), 1u);
  EXPECT_NE(text().find("second"), std::string::npos);
}

TEST_F(Logs, WarnOnce) {
  {
    Log L(O, Modules);
    L.warn("blind");
    L.warn("blind");
  }
  EXPECT_EQ(text(), "racemap: warning: blind\n");
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
  std::string Text =
      json({{{&Parts, 7}}, {5, 2, 1}, {}, "1 data race", /*IsComplete=*/true});
  for (const char *Part :
       {R"("findings": [)", R"("kind": "data-race")", R"("array": "tile")",
        R"("space": "shared")", R"("scope": "block")", R"("op": "write")",
        R"("line": 8)", R"x("kernel": "k()")x", R"("count": 7)",
        R"("number": 2)", R"("monitored_launches": 5,)",
        R"("failed_launches": 2,)", R"("uninstrumented_launches": 1)",
        R"("summary": "1 data race")", R"("complete": true)"})
    EXPECT_NE(Text.find(Part), std::string::npos) << Part << " in\n" << Text;
}

TEST(ModuleInfos, KnowTheSitesOfEachKernel) {
  ModuleInfos M;
  std::string Problem;
  EXPECT_EQ(M.add(Info, Problem), 0u);
  EXPECT_EQ(M.add(Info, Problem), 2u);
  const KernelInfo *K = M.kernel("_Z1kv", {2});
  ASSERT_TRUE(K);
  EXPECT_FALSE(K->OrdersOtherwise);
  EXPECT_EQ(K->FirstSite, 2u);
  EXPECT_EQ(K->NumSites, 2u);
  EXPECT_EQ(M.kernel("_Z1kv", {1, 0})->FirstSite, 0u);
  EXPECT_EQ(M.kernel("_Z1kv", {}), nullptr);
  EXPECT_EQ(M.kernel("_Z1x", {0, 2}), nullptr);
}

TEST(ModuleInfos, SayIfTheyCannotRead) {
  for (const char *Text : {"", "[]", R"({"version":2})"}) {
    ModuleInfos M;
    std::string Problem;
    M.add(Text, Problem);
    EXPECT_NE(Problem.find("another version of RaceMap"), std::string::npos);
  }
}

} // namespace
} // namespace racemap::host
