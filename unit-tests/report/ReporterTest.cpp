// ReporterTest - what is told, and how often.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Reporter.h"
#include "Samples.h"
#include "passes/report/HiddenLine.h"
#include "passes/report/TextReporter.h"
#include <gtest/gtest.h>

namespace racemap::report {
namespace {

using namespace verdict;

/// Counts what it is told.
class Recorder : public Reporter {
public:
  void findings(const KernelResult &, const Group &) override { ++Findings; }
  void benign(const KernelResult &, const Group &) override { ++Benign; }
  void redundant(const KernelResult &, const map::Location &) override {
    ++Redundant;
  }
  void undecided(const KernelResult &, const ContextResult &,
                 const Filter &) override {
    ++Undecided;
  }
  void vacuous(const KernelResult &, const ContextResult &) override {
    ++Vacuous;
  }
  unsigned Findings = 0, Benign = 0, Undecided = 0, Vacuous = 0;
  unsigned Redundant = 0;
};

KernelResult with(std::vector<ContextResult> Contexts) {
  KernelResult K = kernel("reduce");
  K.Contexts = std::move(Contexts);
  return K;
}

std::string text(const KernelResult &K, Filter F = Filter()) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  TextReporter R(OS);
  report({K}, F, R);
  return Text;
}

Finding ofCertainty(Certainty C, unsigned Line) {
  Finding F = race();
  F.TheCertainty = C;
  F.Sites[0].Where.Line = Line;
  return F;
}

TEST(Report, ShowsWhatTheLevelAsksFor) {
  auto K =
      with({context(Verdict::Racy, {ofCertainty(Certainty::Provable, 1),
                                    ofCertainty(Certainty::Input, 2),
                                    ofCertainty(Certainty::Possible, 3)})});
  for (auto [Level, Expected] :
       {std::pair(Certainty::Provable, 1u), std::pair(Certainty::Input, 2u),
        std::pair(Certainty::Possible, 3u)}) {
    Recorder R;
    EXPECT_EQ(report({K}, Filter{Level, false}, R), Expected);
    EXPECT_EQ(R.Findings, Expected);
  }
}

Finding between(Site::Role A, unsigned LineA, Site::Role B, unsigned LineB) {
  Finding F = race();
  F.Sites = {site(A, LineA, 9), site(B, LineB, 9)};
  return F;
}

// A scan in one warp: the last race has a written line of each of the others.

TEST(Report, TellsLinesThatAreWrittenOneAfterTheOtherOnce) {
  using enum Site::Role;
  std::vector<Finding> All{between(Write, 10, Read, 20),
                           between(Write, 30, Read, 40),
                           between(Write, 10, Write, 30)};
  Recorder R;
  EXPECT_EQ(report({with({context(Verdict::Racy, All)})}, Filter(), R), 1u);
  All.back() = between(Write, 50, Read, 20);
  EXPECT_EQ(report({with({context(Verdict::Racy, All)})}, Filter(), R), 3u);
}

TEST(Report, TellsTwoMissingBarriersApart) {
  using enum Site::Role;
  std::vector<Finding> All{between(Write, 10, Read, 20),
                           between(Write, 30, Read, 40),
                           between(Write, 10, Write, 30)};
  All[0].TheRepair = Repair{"__syncthreads();", {"reduce.cu", 20, 1}, true};
  All[1].TheRepair = Repair{"__syncthreads();", {"reduce.cu", 40, 1}, true};
  Recorder R;
  EXPECT_EQ(report({with({context(Verdict::Racy, All)})}, Filter(), R), 2u);
  All[1].TheRepair = All[0].TheRepair;
  EXPECT_EQ(report({with({context(Verdict::Racy, All)})}, Filter(), R), 1u);
}

TEST(Report, TellsAFindingOfSeveralContextsOnce) {
  auto K = with(
      {context(Verdict::Racy, {race()}), context(Verdict::Racy, {race()})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 1u);
}

TEST(Report, TellsAFindingOfSeveralInstancesOnce) {
  auto K = with({context(Verdict::Racy, {race()})});
  Recorder R;
  EXPECT_EQ(report({K, K}, Filter(), R), 1u);
}

TEST(Report, TellsRacesWithOneConditionOnce) {
  Finding A = race(), B = race(), C = race();
  A.Sites[0].Where.Line = 1;
  B.Sites[0].Where.Line = 2;
  B.Array = "tile";
  C.Sites[0].Where.Line = 3;
  A.ThePrecondition = B.ThePrecondition =
      Precondition{nullptr, "w >= 64", {}, {}};
  C.ThePrecondition = Precondition{nullptr, "w >= 32", {}, {}};
  auto K = with({context(Verdict::Racy, {A, B, C})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 2u);
  std::string Text = text(K);
  EXPECT_NE(Text.find("data race on 'sdata' and 'tile' in kernel"),
            std::string::npos);
  EXPECT_NE(Text.find("1 more pair of accesses races for the same reason"),
            std::string::npos);
}

TEST(Report, TellsRacesOfOneLineOnce) {
  Finding A = race(), B = race(), C = race();
  B.Sites[0] = B.Sites[1] = A.Sites[0];
  C.Sites[0].Where.Line = 30;
  auto K = with({context(Verdict::Racy, {A, B, C})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 2u);
  EXPECT_NE(text(K).find("1 more pair of accesses races on these lines"),
            std::string::npos);
}

TEST(Report, TellsRacesOfOneWriteOnce) {
  Finding A = race(), B = race(), C = race(), D = race();
  A.Sites[1].Where.Line = 11;
  B.Sites[1].Where.Line = 12;
  C.Sites[1].Where = {{"common.h", 15, 2}, {}, {}};
  D.Sites[1].Where.Line = 20;
  D.Relation = map::Scope::Grid; // a barrier is not what is missing
  auto K = with({context(Verdict::Racy, {A, B, C, D})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 2u);
  EXPECT_NE(text(K).find("2 more pairs of accesses race for the same reason, "
                         "at lines 12 and common.h:15"),
            std::string::npos);
}

TEST(Report, TellsRacesOfOneReadWithOtherBlocksOnce) {
  std::vector<Finding> Within(3, race());
  for (unsigned I = 0; I != Within.size(); ++I) {
    Within[I].Sites[0].TheRole = Site::Role::Read;
    Within[I].Sites[1].TheRole = Site::Role::Write;
    Within[I].Sites[1].Where.Line = 11 + I;
  }
  std::vector<Finding> Between = Within;
  for (Finding &F : Between)
    F.Relation = map::Scope::Grid;
  Recorder R;
  EXPECT_EQ(report({with({context(Verdict::Racy, Between)})}, Filter(), R), 1u);
  EXPECT_EQ(report({with({context(Verdict::Racy, Within)})}, Filter(), R), 3u)
      << "barriers may be missing at several places";
}

TEST(Report, TellsRacesThatDifferentBarriersMendByThemselves) {
  Finding A = race(), B = race();
  B.Sites[1].Where.Line = 12;
  A.TheRepair = Repair{"__syncthreads();", {"reduce.cu", 9, 5}, true};
  B.TheRepair = Repair{"__syncthreads();", {"reduce.cu", 12, 5}, true};
  Recorder R;
  EXPECT_EQ(report({with({context(Verdict::Racy, {A, B})})}, Filter(), R), 2u);
  A.TheRepair.reset();
  auto K = with({context(Verdict::Racy, {A, B})});
  EXPECT_EQ(report({K}, Filter(), R), 1u);
  EXPECT_NE(text(K).find("12:5: note: insert '__syncthreads();'"),
            std::string::npos)
      << "that of any of them is offered";
}

TEST(Report, TellsRacesOfArraysThatOneBarrierMendsOnce) {
  Finding A = race(), B = race();
  B.Array = "other";
  B.Sites[1].Where.Line = 12;
  Recorder R;
  EXPECT_EQ(report({with({context(Verdict::Racy, {A, B})})}, Filter(), R), 2u);
  for (Finding *F : {&A, &B})
    F->TheRepair = Repair{"__syncthreads();", {"reduce.cu", 9, 5}, true};
  auto K = with({context(Verdict::Racy, {A, B})});
  EXPECT_EQ(report({K}, Filter(), R), 1u);
  std::string Text = text(K);
  EXPECT_NE(Text.find("data race on '" + A.Array + "' and 'other' in kernel"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("1 more pair of accesses races for the same reason"),
            std::string::npos)
      << Text;
}

TEST(Report, CountsTheInstancesThatHaveIt) {
  auto K = with({context(Verdict::Racy, {race()})}), Other = K;
  Other.Where.Line += 100;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  TextReporter R(OS);
  EXPECT_EQ(report({K, K, Other, K}, Filter(), R), 1u);
  EXPECT_NE(Text.find("the same in 2 other instances of this kernel"),
            std::string::npos);
}

TEST(Report, TellsAHelpersFindingForEachOfItsCalls) {
  Finding A = race(), B = race();
  A.Sites[0].Where.Calls = {{"load", {"reduce.cu", 30, 7}}};
  B.Sites[0].Where.Calls = {{"load", {"reduce.cu", 31, 7}}};
  Recorder R;
  EXPECT_EQ(report({with({context(Verdict::Racy, {A, B})})}, Filter(), R), 2u);
}

TEST(Report, CountsNoBenignFinding) {
  Finding F = race();
  F.Benign = true;
  auto K = with({context(Verdict::RaceFree, {F})});
  Recorder Shown, Hidden;
  EXPECT_EQ(report({K}, Filter(), Shown), 0u);
  EXPECT_EQ(Shown.Benign, 1u);
  EXPECT_EQ(report({K}, Filter{Certainty::Input, true}, Hidden), 0u);
  EXPECT_EQ(Hidden.Benign, 0u);
}

TEST(Report, ShowsEarlyExitsAtPossibleOnly) {
  Finding F = race();
  F.TheKind = Finding::Kind::EarlyExit;
  auto K = with({context(Verdict::RaceFree, {F})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 0u);
  EXPECT_EQ(report({K}, Filter{Certainty::Possible, false}, R), 1u);
}

TEST(Report, SaysOncePerKernelWhatIsUndecided) {
  auto K = with({context(Verdict::Unknown, {}), context(Verdict::Unknown, {})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 0u);
  EXPECT_EQ(R.Undecided, 1u);
}

TEST(Report, SaysHowPairsWereDecidedIfAsked) {
  ContextResult C = context(Verdict::RaceFree, {});
  C.Pairs = {12, 11, 1, 0};
  EXPECT_EQ(text(with({C})), "");
  PairStatistics &S = C.Statistics.emplace();
  auto At = [](solve::Way W) { return static_cast<size_t>(W); };
  S.Pairs[At(solve::Way::Ranges)] = {2, 0};
  S.Pairs[At(solve::Way::Algebra)] = {9, 0};
  S.Pairs[At(solve::Way::Guess)] = {0, 1};
  S.Asked.Queries = 10;
  S.Asked.Spent[At(solve::Way::Algebra)] = {10, 700};
  S.Asked.Spent[At(solve::Way::RelaxedIntegers)] = {1, 20};
  S.Asked.Spent[At(solve::Way::BitVectors)] = {2, 30};
  EXPECT_NE(text(with({C})).find(
                "12 pairs; refuted: 2 by ranges, 9 by algebra; confirmed: 1 by "
                "guessed sizes; undecided: 0; 10 queries, algebra ran 10 times "
                "(700 steps), Z3 3 times (50 steps)"),
            std::string::npos)
      << text(with({C}));
}

TEST(Report, SaysThatAssumptionsContradictEachOther) {
  ContextResult C = context(Verdict::RaceFree, {});
  C.Reason = "contradictory assumptions";
  Recorder R;
  report({with({C})}, Filter(), R);
  EXPECT_EQ(R.Vacuous, 1u);
}

TEST(Report, OfTheWaysToALaunchOneThatCannotBeIsNotTold) {
  ContextResult Cannot = context(Verdict::RaceFree, {});
  Cannot.Reason = "contradictory assumptions";
  ContextResult Can = context(Verdict::RaceFree, {});
  Recorder R;
  report({with({Cannot, Can})}, Filter(), R);
  EXPECT_EQ(R.Vacuous, 0u);
  Can.Context.Origin = "launch f.cu:9";
  report({with({Cannot, Can})}, Filter(), R);
  EXPECT_EQ(R.Vacuous, 1u);
}

TEST(HiddenLine, CountsAFindingOfSeveralContextsOnce) {
  Finding Known = race(), Benign = race(), Open = race(), Unlikely = race();
  Known.Hidden = "baseline";
  Benign.Hidden = "benign: on purpose";
  Benign.Array = "another";
  Open.Array = "open";
  Unlikely.Hidden = "diff";
  Unlikely.TheCertainty = Certainty::Possible;
  auto Racy = context(Verdict::Racy, {Known, Open, Unlikely});
  EXPECT_EQ(hiddenLines({with({Racy, Racy})}, Filter()),
            "1 finding is hidden by the baseline\n");
  EXPECT_EQ(
      hiddenLines({with({Racy, context(Verdict::Racy, {Benign})})}, Filter()),
      "2 findings are hidden: 1 by RACEMAP_BENIGN, 1 by the baseline\n");
  EXPECT_EQ(hiddenLines({with({context(Verdict::Racy, {Open})})}, Filter()),
            "");
}

// As of a check and of a run of the same program.
TEST(HiddenLine,
     CountsOnceWhatIsHiddenForTwoReasonsAndNotWhatIsShownElsewhere) {
  Finding OfCheck = race(), OfRun = race(), Open = race();
  OfCheck.Hidden = "baseline";
  OfRun.Hidden = "benign: on purpose";
  auto Hiding = context(Verdict::Racy, {OfCheck});
  auto Both = with({Hiding, context(Verdict::Racy, {OfRun})});
  EXPECT_EQ(hiddenLines({Both}, Filter()),
            "1 finding is hidden by the baseline\n");
  auto Shown = with({Hiding, context(Verdict::Racy, {Open})});
  EXPECT_EQ(hiddenLines({Shown}, Filter()), "");
  Recorder R;
  EXPECT_EQ(report({Shown}, Filter(), R), 1u);
}

TEST(HiddenLine, TellsWhatCountsAndIsNotShown) {
  Finding Silent = race(), Hidden = race(), Open = race();
  Silent.IsSilenced = Hidden.IsSilenced = true;
  Hidden.Hidden = "baseline";
  Hidden.Array = "hidden";
  Open.Array = "another";
  auto Racy = context(Verdict::Racy, {Silent, Hidden, Open});
  std::string Lines = unshownLines({with({Racy, Racy})}, Filter());
  EXPECT_EQ(Lines.find("1 finding is counted, but not shown: "), 0u) << Lines;
  EXPECT_NE(Lines.find("\n1 finding is hidden by the baseline\n"),
            std::string::npos)
      << Lines;
  EXPECT_EQ(unshownLines({with({context(Verdict::Racy, {Open})})}, Filter()),
            "");
}

TEST(HiddenLine, CountsTheRacesBelowTheLevel) {
  Finding Sure = race(), Input = race(), Hidden = race(), Bounds = race(),
          Unlikely = race(), Twice = race();
  Input.Array = "by input", Input.TheCertainty = Certainty::Input;
  Hidden = Bounds = Input;
  Hidden.Array = "hidden", Hidden.Hidden = "baseline";
  Bounds.TheKind = Finding::Kind::OutOfBounds;
  Unlikely.Array = "unlikely", Unlikely.TheCertainty = Certainty::Possible;
  Twice.TheCertainty = Certainty::Input; // provable in another context
  auto Racy = context(Verdict::Racy, {Twice, Input, Hidden, Bounds, Unlikely});
  KernelResult K = with({Racy, context(Verdict::Racy, {Sure})});
  Filter Provable{Certainty::Provable, false};
  EXPECT_EQ(hiddenLines({K}, Provable), "1 finding is below level=provable\n");
  EXPECT_EQ(unshownLines({K}, Provable), "1 finding is below level=provable\n");
  EXPECT_EQ(hiddenLines({K}, Filter()),
            "1 finding is hidden by the baseline\n");
}

TEST(Report, HasAFilterForEachKernel) {
  Finding F = race();
  F.TheCertainty = Certainty::Input;
  KernelResult One = with({context(Verdict::Racy, {F})}), Other = One;
  Other.Name = "other", Other.Where.Line += 50;
  Other.Contexts.front().Findings.front().Array = "b";
  Filter Provable{Certainty::Provable, false};
  Recorder R;
  EXPECT_EQ(report({One, Other}, Filters({Provable, Filter()}), R), 1u);
  EXPECT_EQ(hiddenLines({One, Other}, Filters({Provable, Filter()})),
            "1 finding is below level=provable\n");
}

TEST(Summary, CountsAKernelByItsWorstContext) {
  auto Free = context(Verdict::RaceFree, {}), Racy = context(Verdict::Racy, {}),
       Open = context(Verdict::Unknown, {});
  Summary S = summarize({with({Free}), with({Free, Open}), with({Open, Racy}),
                         with({Racy, Free})});
  EXPECT_EQ(S.text(), "4 kernels: 1 race-free, 2 racy, 1 unknown");
  EXPECT_EQ(summarize({with({Free})}).text(),
            "1 kernel: 1 race-free, 0 racy, 0 unknown");
}

TEST(TextReporter, SaysBothAccessesAndTheWitness) {
  EXPECT_EQ(
      text(with({context(Verdict::Racy, {race()})})),
      "reduce.cu:9:20: warning: data race on 'sdata' in kernel "
      "'reduce(float*)': this write and a read by another thread of the block "
      "(provable) [racemap-data-race]\n"
      "reduce.cu:9:34: note: the other access: read of 4 bytes\n"
      "reduce.cu:9:20: note: for example thread (0,0,0) and thread (16,0,0) of "
      "block (0,0,0), s = 16, byte 64 of 'sdata'; blockDim (256,1,1), gridDim "
      "(1,1,1)\n"
      "reduce.cu:9:20: note: no barrier orders them\n");
}

TEST(TextReporter, SaysTheCallsThatLeadThere) {
  Finding F = race();
  F.Sites[0].Where.Calls = {{"load", {"reduce.cu", 30, 7}}};
  EXPECT_NE(text(with({context(Verdict::Racy, {F})}))
                .find("reduce.cu:30:7: note: in 'load', called here\n"),
            std::string::npos);
}

TEST(TextReporter, NamesTheKernelWhereAPlaceIsUnknown) {
  Finding F = race();
  F.Sites[0].Where = map::Location();
  EXPECT_TRUE(llvm::StringRef(text(with({context(Verdict::Racy, {F})})))
                  .starts_with("reduce.cu:4: warning: data race"));
}

TEST(Report, AccessesOfOneLineThatLeaveAnArrayAreOneWarning) {
  // Each in an example of its own.
  auto Of = [](Site::Role R, unsigned Line, int64_t N) {
    Finding F = outside(R, Line);
    F.TheWitness.Values = {{"n", N}};
    return F;
  };
  auto K =
      with({context(Verdict::RaceFree,
                    {Of(Site::Role::Read, 9, 1), Of(Site::Role::Write, 9, 2),
                     Of(Site::Role::Read, 12, 3), race()})});
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 3u);
  std::string Text = text(K);
  EXPECT_NE(Text.find("reduce.cu:9:9: warning: out-of-bounds access to 'sdata' "
                      "in kernel 'reduce(float*)' (provable): this read of 4 "
                      "bytes can leave the array"),
            std::string::npos);
  EXPECT_NE(Text.find("note: for example thread (255,0,0) of block (0,0,0), "
                      "n = 1, byte 1020 of 'sdata', which has 1020 bytes; "
                      "blockDim"),
            std::string::npos);
  EXPECT_NE(Text.find("note: 1 more access leaves the array on this line"),
            std::string::npos);
  auto Witness = [&](int64_t Address, unsigned ElementBytes) {
    Finding Ints = outside(Site::Role::Read, 9);
    Ints.TheWitness.Address = Address;
    Ints.ElementBytes = ElementBytes;
    return text(with({context(Verdict::RaceFree, {Ints})}));
  };
  EXPECT_NE(Witness(1020, 4).find("has 1020 bytes: element [255] of 255;"),
            std::string::npos);
  EXPECT_NE(Witness(-8, 4).find("byte -8 of 'sdata', which has 1020 bytes: "
                                "element [-2] of 255;"),
            std::string::npos);
  EXPECT_NE(Witness(1022, 4).find("has 1020 bytes; "), std::string::npos);
  EXPECT_NE(Witness(1020, 1).find("has 1020 bytes; "), std::string::npos);
}

TEST(Report, AccessesThatLeaveTheirArraysInOneExampleAreOneWarning) {
  auto Of = [](const char *Array, unsigned Line, int64_t N = 5) {
    Finding F = outside(Site::Role::Read, Line);
    F.Array = Array;
    F.TheWitness.Values = {{"n", N}};
    return F;
  };
  auto WithAll = [&](Finding Last) {
    return with({context(Verdict::RaceFree, {Of("a", 9), Of("b", 9),
                                             Of("a", 12), std::move(Last)})});
  };
  Recorder One, Two, Three;
  EXPECT_EQ(report({WithAll(Of("a", 20))}, Filter(), One), 1u);
  EXPECT_NE(text(WithAll(Of("a", 20)))
                .find("note: 3 more accesses leave their arrays for the same "
                      "reason, at lines 12 and 20"),
            std::string::npos);
  EXPECT_EQ(report({WithAll(Of("a", 20, 6))}, Filter(), Two), 2u);
  // Nor are they one because they stand on one line.
  EXPECT_EQ(report({WithAll(Of("c", 9, 6))}, Filter(), Three), 2u);
}

TEST(Report, TellsWhichBarriersAreRedundant) {
  KernelResult K = with({context(Verdict::RaceFree, {})});
  map::Location Barrier;
  Barrier.File = "reduce.cu";
  Barrier.Line = 7;
  K.Redundant = {Barrier};
  Recorder R;
  EXPECT_EQ(report({K}, Filter(), R), 0u);
  EXPECT_EQ(R.Redundant, 1u);
  EXPECT_NE(text(K).find("reduce.cu:7: remark: this barrier is redundant: "
                         "kernel 'reduce(float*)' stays race-free without it"),
            std::string::npos);
}

} // namespace
} // namespace racemap::report
