// WordingTest - in which words it is told.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Wording.h"
#include "Samples.h"
#include <gtest/gtest.h>

namespace racemap::report {
namespace {

using namespace verdict;

Group alone(const Finding &F) {
  static const ContextResult Context = context(Verdict::Racy, {});
  return {&Context, {&F}};
}

TEST(Wording, NamesTheBlocksOfAGridRace) {
  Finding F = race();
  F.Relation = map::Scope::Grid;
  F.TheWitness.Threads[1].BlockIdx = {1, 0, 0};
  KernelResult K = kernel("k");
  EXPECT_EQ(headline(K, alone(F)),
            "data race on 'sdata' in kernel 'k(float*)': this "
            "write and a read by another thread of another "
            "block (provable)");
  EXPECT_NE(notes(kernel("k"), alone(F))[1].Text.find(
                "thread (0,0,0) of block (0,0,0) and thread "
                "(16,0,0) of block (1,0,0)"),
            std::string::npos);
}

TEST(Wording, TellsASiteThatRacesWithItselfOnce) {
  Finding F = race();
  F.Sites[1] = F.Sites[0];
  KernelResult K = kernel("k");
  EXPECT_NE(headline(K, alone(F)).find("two threads of one block write here"),
            std::string::npos);
  EXPECT_EQ(notes(kernel("k"), alone(F)).size(), 2u);
}

TEST(Wording, NamesTheLaunchOfContradictoryAssumptions) {
  ContextResult C = context(Verdict::RaceFree, {});
  C.Reason = NothingChecked;
  EXPECT_EQ(vacuous(kernel("k"), C),
            "kernel 'k(float*)', launch reduce.cu:19: contradictory "
            "assumptions, so nothing was checked");
  C.Assumptions = {"n > 0", "false", std::string(81, 'x'), "n < 0"};
  EXPECT_EQ(vacuous(kernel("k"), C),
            "kernel 'k(float*)', launch reduce.cu:19: contradictory "
            "assumptions, so nothing was checked: n > 0, n < 0, and 1 longer");
  C.Context.Origin = "symbolic";
  C.Assumptions = {"false"};
  EXPECT_EQ(vacuous(kernel("k"), C),
            "kernel 'k(float*)': contradictory assumptions, so nothing was "
            "checked");
}

TEST(Wording, SaysUnderWhichConditionAnAccessStaysWithin) {
  Finding F = outside(Site::Role::Read, 9);
  F.ThePrecondition = Precondition{nullptr, "n >= 64", {}, {}};
  EXPECT_EQ(headline(kernel("k"), alone(F)),
            "out-of-bounds access to 'sdata' in kernel 'k(float*)': out of "
            "bounds if n < 64; no launch in sight rules that out "
            "(provable)");
}

TEST(Wording, SaysWhatAFindingNeedsAndWhatMendsIt) {
  Finding F = race();
  F.ThePrecondition =
      Precondition{nullptr, "w >= 64", {"RACEMAP_ASSUME(w >= 64);"}, {}};
  F.TheRepair = Repair{"__syncthreads();", {"reduce.cu", 9, 5}, true};
  EXPECT_EQ(headline(kernel("k"), alone(F)),
            "data race on 'sdata' in kernel 'k(float*)': race if w < 64; no "
            "launch in sight rules that out (provable)");
  std::vector<Note> N = notes(kernel("k"), alone(F));
  ASSERT_EQ(N.size(), 5u);
  EXPECT_EQ(N[3].Insert, "RACEMAP_ASSUME(w >= 64);");
  EXPECT_TRUE(N[3].AtBody);
  EXPECT_EQ(N[4].Insert, "__syncthreads();");
  EXPECT_EQ(N[4].Where.Column, 5u);
}

TEST(Wording, OffersARepairOfSeveralFindingsOnce) {
  Finding A = race(), B = race();
  A.TheRepair = B.TheRepair = Repair{"__syncthreads();", {"a.cu", 9, 5}, true};
  B.Array = "another";
  Group G = alone(A);
  G.Findings.push_back(&B);
  size_t With = notes(kernel("k"), G).size();
  B.TheRepair->Where.Line = 12;
  EXPECT_EQ(notes(kernel("k"), G).size(), With + 1);
}

TEST(Wording, SaysWhichLaunchesKeepToACondition) {
  Finding F = race();
  F.ThePrecondition =
      Precondition{nullptr, "w >= 64", {}, {"launch a.cu:3", "launch a.cu:4"}};
  EXPECT_NE(
      headline(kernel("k"), alone(F))
          .find("race if w < 64; launch a.cu:3, launch a.cu:4 rule that out, "
                "launch reduce.cu:19 does not ("),
      std::string::npos);
}

TEST(Wording, SaysWhatARunHasComeTo) {
  using Status = Confirmation::Status;
  Finding F = race();
  auto Last = [&](Status S, std::string Reason, unsigned Orders) {
    F.TheConfirmation = Confirmation{S, std::move(Reason), Orders, "report"};
    return notes(kernel("k"), alone(F)).back().Text;
  };
  EXPECT_EQ(Last(Status::Confirmed, "", 0),
            "confirmed by a run of its witness");
  EXPECT_EQ(Last(Status::Beside, "", 20),
            "a run of its witness reports another pair of accesses to the same "
            "memory");
  EXPECT_EQ(Last(Status::NotSeen, "", 0),
            "not confirmed: runs of its witness in the usual order of threads "
            "do not show it");
  EXPECT_EQ(Last(Status::NotSeen, "", 1),
            "not confirmed: runs of its witness in the usual order of threads "
            "and 1 other do not show it");
  EXPECT_EQ(Last(Status::NotRun, "it has no witness", 0),
            "not confirmed: it has no witness");
}

TEST(Wording, ExplainsEveryFinding) {
  Finding F = race();
  for (Certainty C : {Certainty::Provable, Certainty::Possible}) {
    F.TheCertainty = C;
    EXPECT_EQ(notes(kernel("k"), alone(F)).back().Text,
              "no barrier orders them");
  }
}

TEST(Wording, SaysWhatToDoAboutAnUndecidedKernel) {
  ContextResult C = context(Verdict::Unknown, {});
  auto Says = [&](llvm::StringRef What, const Filter &Only = {}) {
    return llvm::StringRef(undecided(kernel("k"), C, Only)).contains(What);
  };
  C.Reason = "the solver's budget is used up";
  EXPECT_TRUE(Says("rlimit="));
  C.Reason = "stopped by the clock: budget-ms=1";
  EXPECT_TRUE(Says("another run"));
  EXPECT_FALSE(Says("rlimit="));
}

TEST(Wording, NamesTheLevelWhereItShowsMore) {
  ContextResult C = context(Verdict::Unknown, {race()});
  Finding &F = C.Findings.front();
  F.TheCertainty = Certainty::Possible;
  auto SaysLevel = [&](const Filter &Only = {}) {
    return llvm::StringRef(undecided(kernel("k"), C, Only))
        .ends_with("; level=possible shows the findings");
  };
  for (const char *Reason :
       {"only possible findings", "divergent barrier",
        "race if width < 64; no launch in sight rules that out"}) {
    C.Reason = Reason;
    EXPECT_TRUE(SaysLevel()) << Reason;
    EXPECT_FALSE(SaysLevel({Certainty::Possible, false})) << Reason;
    F.Hidden = "suppressed: on purpose";
    EXPECT_FALSE(SaysLevel()) << Reason;
    F.Hidden.clear();
  }
}

TEST(Wording, SaysThatADivergentBarrierLeavesRacesOpen) {
  Finding Divergence = race(), Race = race();
  Divergence.TheKind = Finding::Kind::BarrierDivergence;
  Race.TheCertainty = Certainty::Possible;
  ContextResult C = context(Verdict::Unknown, {Divergence, Race});
  C.Reason = "divergent barrier";
  EXPECT_EQ(undecided(kernel("k"), C, {}),
            "kernel 'k(float*)' is undecided: divergent barrier; races are not "
            "decided "
            "because of it");
  C.Findings.front().Hidden = "baseline";
  EXPECT_EQ(undecided(kernel("k"), C, {}),
            "kernel 'k(float*)' is undecided: divergent barrier; "
            "level=possible shows "
            "the findings");
}

} // namespace
} // namespace racemap::report
