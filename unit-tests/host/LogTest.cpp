// Log: findings are told once, counted, hidden, limited, and written down.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Json.h"
#include "runtime/host/Text.h"
#include "unit-tests/host/Logs.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

namespace racemap::host {
namespace {

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

} // namespace
} // namespace racemap::host
