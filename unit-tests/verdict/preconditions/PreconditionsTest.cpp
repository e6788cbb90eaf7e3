// PreconditionsTest - which condition is named for which race.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include "passes/verdict/Verify.h"
#include "unit-tests/verdict/Analysis.h"
#include <gtest/gtest.h>
#include <set>

namespace racemap::verdict {
namespace {

/// On a busy machine, too, a search ends by its questions.
Settings patient() {
  Settings S;
  S.KernelBudgetMs = 60'000;
  return S;
}

std::vector<map::Protocol> parse(const std::string &Body,
                                 map::TermContext &Terms) {
  auto Parsed =
      map::parseProtocols("kernel k {\n" + Body + "\n}\n", "t.map", Terms);
  if (Parsed)
    return std::move(*Parsed);
  ADD_FAILURE() << llvm::toString(Parsed.takeError());
  return {};
}

KernelResult analyse(const std::string &Body, map::TermContext &Terms) {
  return verify(parse(Body, Terms).at(0), patient());
}

/// The preconditions of the races of the first context, "-" for one without a
/// condition. A condition of all of them has to make the kernel free of races.
std::set<std::string> named(const std::string &Body) {
  map::TermContext Terms;
  std::vector<map::Protocol> Protocols = parse(Body, Terms);
  map::Protocol &P = Protocols.at(0);
  KernelResult K = verify(P, patient());
  std::set<std::string> All;
  const map::Term *Holds = nullptr;
  for (const Finding &F : K.Contexts.front().Findings) {
    if (F.TheKind != Finding::Kind::DataRace)
      continue;
    All.insert(F.ThePrecondition ? F.ThePrecondition->Text : "-");
    Holds = F.ThePrecondition ? F.ThePrecondition->Holds : nullptr;
  }
  if (All.size() == 1 && Holds) {
    P.Assumptions.push_back({Holds, *All.begin()});
    ContextResult C = verify(P, patient()).Contexts.front();
    EXPECT_EQ(C.TheVerdict, Verdict::RaceFree) << *All.begin();
    EXPECT_EQ(C.Reason, "");
  }
  return All;
}

using Texts = std::set<std::string>;

const char *const Rows = "param w : i32; global out of 4 bytes;"
                         "let x = blockIdx.x * blockDim.x + threadIdx.x;"
                         "let y = blockIdx.y * blockDim.y + threadIdx.y;"
                         "wr out[i64(y) *s i64(w) +s u64(x)];";

TEST(Preconditions, ARowIsAsLongAsTheGridIsWide) {
  EXPECT_EQ(named(Rows), Texts({"w >= gridDim.x * blockDim.x"}));
}

TEST(Preconditions, ItIsSaidOfTheLaunchAlsoWhereItsDimensionsAreKnown) {
  EXPECT_EQ(named("param w : i32; global out of 4 bytes;"
                  "launch \"l\" block (8, 8) grid (4, 4);"
                  "let x = blockIdx.x * 8 + threadIdx.x;"
                  "let y = blockIdx.y * 8 + threadIdx.y;"
                  "wr out[i64(y) *s i64(w) +s u64(x)];"),
            Texts({"w >= gridDim.x * blockDim.x"}));
}

TEST(Preconditions, TheWeakestDoes) {
  // Equality with a multiple, a larger bound and w != 0 && … would do too.
  EXPECT_EQ(named("param s : i32; global out of 4 bytes;"
                  "launch \"l\" block 64 grid 1;"
                  "wr out[i64(threadIdx.x) *s i64(s)];"),
            Texts({"s != 0"}));
}

TEST(Preconditions, ABlockIsNoWiderThanARow) {
  EXPECT_EQ(named("shared s[512] of 4 bytes; launch \"l\" grid 1;"
                  "wr s[u64(threadIdx.y) : 16][u64(threadIdx.x)];"),
            Texts({"blockDim.x <= 16"}));
}

TEST(Preconditions, ADimensionThatTheKernelIgnoresIsOne) {
  EXPECT_EQ(named("param n : i32; global out of 4 bytes;"
                  "if blockDim.y < n {"
                  "wr out[u64(blockIdx.x * blockDim.x + threadIdx.x)]; }"),
            Texts({"blockDim.y == 1"}));
}

TEST(Preconditions, BlocksThatWriteTheSameAreOneBlock) {
  EXPECT_EQ(named("global out of 4 bytes;"
                  "wr out[u64(threadIdx.x)] = blockIdx.x;"),
            Texts({"gridDim.x == 1"}));
}

TEST(Preconditions, AMissingBarrierIsNotExcusedByABlockOfOneThread) {
  EXPECT_EQ(named("shared s[1024] of 4 bytes; launch \"l\" grid 1;"
                  "wr s[u64(threadIdx.x)]; rd s[u64(threadIdx.x + 1)];"),
            Texts({"-"}));
}

TEST(Preconditions, AConditionThatOnlyEmptiesTheKernelIsNone) {
  EXPECT_EQ(named("param n : i32; global out of 4 bytes;"
                  "launch \"l\" block 64 grid 1;"
                  "if threadIdx.x < n { wr out[0] = threadIdx.x; }"),
            Texts({"-"}));
}

TEST(Preconditions, TwoParametersAreCompared) {
  EXPECT_EQ(named("param w, pitch : i32; global out of 4 bytes;"
                  "launch \"l\" block (8, 8) grid 1;"
                  "if threadIdx.x < w {"
                  "wr out[i64(threadIdx.y) *s i64(pitch) +s u64(threadIdx.x)];"
                  "}"),
            Texts({"pitch >= w"}));
}

TEST(Preconditions, SeveralTogetherIfOneIsNotEnough) {
  EXPECT_EQ(named("param w : i32; global out of 4 bytes;"
                  "shared s[512] of 4 bytes; launch \"l\" grid 1;"
                  "wr s[u64(threadIdx.y) : 16][u64(threadIdx.x)];"
                  "wr out[i64(threadIdx.y) *s i64(w) +s u64(threadIdx.x)];"),
            Texts({"w >= blockDim.x && blockDim.x <= 16"}));
}

TEST(Preconditions, ARaceWithoutOneDoesNotTakeItFromTheOthers) {
  EXPECT_EQ(named("param w : i32; global out of 4 bytes;"
                  "shared s[512] of 4 bytes; launch \"l\" block (8, 8) grid 1;"
                  "wr s[0] = threadIdx.x;"
                  "wr out[i64(threadIdx.y) *s i64(w) +s u64(threadIdx.x)];"),
            Texts({"-", "w >= blockDim.x"}));
}

TEST(Preconditions, TheSignOfAParameterDecidesWhatIsCompared) {
  map::TermContext Terms;
  KernelResult K =
      analyse("param w : u32; global out of 4 bytes;"
              "launch \"l\" grid 1;"
              "wr out[u64(threadIdx.y) *u u64(w) +u u64(threadIdx.x)];",
              Terms);
  const Finding &F = K.Contexts.front().Findings.front();
  ASSERT_TRUE(F.ThePrecondition);
  EXPECT_EQ(F.ThePrecondition->Text, "w >= blockDim.x");
  EXPECT_EQ(F.ThePrecondition->Statements,
            std::vector<std::string>({"RACEMAP_ASSUME(w >= blockDim.x);"}));
}

/// Verdict and reason of the first context.
std::string concluded(const std::string &Body) {
  map::TermContext Terms;
  KernelResult K = analyse(Body, Terms);
  const ContextResult &C = K.Contexts.front();
  if (C.TheVerdict == Verdict::Racy)
    return "racy";
  return C.TheVerdict == Verdict::RaceFree ? "race-free" : C.Reason;
}

std::string raceIf(const std::string &Cause) {
  return "race if " + Cause + "; no launch in sight rules that out";
}

TEST(Preconditions, ALaunchThatNobodyMeansMakesNoKernelRacy) {
  EXPECT_EQ(concluded(Rows), raceIf("w < gridDim.x * blockDim.x"));
  EXPECT_EQ(concluded("param s : i32; global out of 4 bytes;"
                      "launch \"l\" block 64 grid 1;"
                      "wr out[i64(threadIdx.x) *s i64(s)];"),
            raceIf("s == 0"));
  EXPECT_EQ(
      concluded("param w : i32; global out of 4 bytes;"
                "launch \"l\" block (8, 8) grid 1;"
                "wr out[i64(threadIdx.y) *s i64(w) +s u64(threadIdx.x)];"
                "wr out[i64(threadIdx.y) *s i64(w) +s u64(threadIdx.x)];"),
      raceIf("w < blockDim.x"));
}

TEST(Preconditions, AnotherRaceBesideItDoes) {
  EXPECT_EQ(
      concluded("param w : i32; global out of 4 bytes;"
                "shared s[512] of 4 bytes; launch \"l\" block (8, 8) "
                "grid 1; wr s[0] = threadIdx.x;"
                "wr out[i64(threadIdx.y) *s i64(w) +s u64(threadIdx.x)];"),
      "racy");
}

TEST(Preconditions, AnotherConditionIsOneToKeep) {
  EXPECT_EQ(concluded("shared s[512] of 4 bytes; launch \"l\" grid 1;"
                      "wr s[u64(threadIdx.x) & 127];"),
            "racy");
}

TEST(Preconditions, ABlockIsNoWiderThanARowOfATile) {
  auto Of = [](const std::string &Launch, const std::string &Body) {
    return concluded("shared s[512] of 4 bytes; launch \"" + Launch +
                     "\" grid 1;" + Body);
  };
  std::string Tile = "wr s[u64(threadIdx.y) : 16][u64(threadIdx.x)];";
  EXPECT_EQ(Of("l", Tile), raceIf("blockDim.x > 16"));
  // A launch in sight that leaves it open allows it.
  EXPECT_EQ(Of("launch a.cu:3", Tile), "racy");
  // One more than there is room for.
  EXPECT_EQ(Of("l", "if threadIdx.x <u 16 {" + Tile + "}"), "race-free");
  EXPECT_EQ(Of("l", "if threadIdx.x <=u 16 {" + Tile + "}"), "racy");
  EXPECT_EQ(Of("l", "if threadIdx.x <u 20 {" + Tile + "}"), "racy");
  // Parts of an index are none.
  EXPECT_EQ(Of("l", "wr s[u64(threadIdx.y) : 16][u64(threadIdx.x & 15)];"),
            "racy");
}

TEST(Preconditions, ABlockIsNoLargerThanWhatItWorksOn) {
  auto Blocks = [](const std::string &Launch, const std::string &Each) {
    return concluded("global out of 4 bytes; launch \"" + Launch +
                     "\" block (_, 1, 1);"
                     "wr out[u64(blockIdx.x) * " +
                     Each + " + u64(threadIdx.x)] = blockIdx.x;");
  };
  EXPECT_EQ(Blocks("l", "256"), raceIf("blockDim.x > 256"));
  EXPECT_EQ(Blocks("l", "8"), raceIf("blockDim.x > 8"));
  EXPECT_EQ(Blocks("launch a.cu:3", "256"), "racy");
  // With a thread of a halo on either side, it is.
  EXPECT_EQ(Blocks("l", "14"), "racy");
  EXPECT_EQ(Blocks("l", "254"), "racy");
  EXPECT_EQ(Blocks("l", "2"), "racy");
  // The same of what it works on in one round.
  auto Rounds = [](const std::string &Axis, const std::string &Each) {
    return concluded("shared s[512] of 4 bytes; launch \"l\" grid 1;"
                     "for i counter it = 0; i < 4; i += 1 {"
                     " wr s[u64(i) * " +
                     Each + " + u64(threadIdx." + Axis +
                     ")] = blockIdx.x + i; }");
  };
  EXPECT_EQ(Rounds("x", "32"), raceIf("blockDim.x > 32"));
  EXPECT_EQ(Rounds("x", "30"), "racy");
  EXPECT_EQ(Rounds("y", "8"), raceIf("blockDim.y > 8"));
  EXPECT_EQ(concluded("shared s[512] of 4 bytes; launch \"l\" grid 1;"
                      "for i counter it = 0; i < 32; i += 8 {"
                      " wr s[u64(i + threadIdx.y)] = blockIdx.x + i; }"),
            raceIf("blockDim.y > 8"));
  EXPECT_EQ(Rounds("y", "6"), "racy");
  // What is read round by round are neighbours: a barrier is missing.
  auto Taps = [](const std::string &Rest) {
    return concluded("shared s[512] of 4 bytes; param n : i32;"
                     "launch \"l\" grid 1; wr s[u64(threadIdx.x)];"
                     "for i counter it = 0; i < 4; i += 1 {"
                     " rd s[u64(i) * 32 + u64(threadIdx.x)]; }" +
                     Rest);
  };
  EXPECT_EQ(Taps(""), "racy");
  // So may what several blocks read be.
  EXPECT_EQ(concluded("global out of 4 bytes; global in of 4 bytes;"
                      "launch \"l\" block (_, 1, 1);"
                      "rd in[u64(blockIdx.x) * 32 + u64(threadIdx.x)];"
                      "wr out[u64(blockIdx.x) * 62 + u64(threadIdx.x)];"),
            "racy");
  // The largest number counts, and none if any number of threads will do.
  std::string Small = "wr out[u64(blockIdx.x) * 32 + u64(threadIdx.x)];";
  auto Beside = [&](const std::string &Other) {
    return concluded("global out of 4 bytes; global in of 4 bytes;"
                     "param n : i32; launch \"l\" block (_, 1, 1);" +
                     Small + Other);
  };
  EXPECT_EQ(Beside(""), raceIf("blockDim.x > 32"));
  for (const char *Access : {"rd", "wr"})
    EXPECT_EQ(Beside(std::string(Access) +
                     " in[u64(blockIdx.x) * 256 + u64(threadIdx.x)];"),
              "racy");
  EXPECT_EQ(Beside("rd in[u64(blockIdx.x * blockDim.x + threadIdx.x)];"),
            "racy");
  EXPECT_EQ(Beside("if threadIdx.x < 32 { rd in[n]; }"), "racy");
  EXPECT_EQ(Beside("if threadIdx.x /u 32 == 1 { rd in[n]; }"), "racy");
  std::string Bound = "assume blockDim.x <=u 256;";
  EXPECT_EQ(concluded("global out of 4 bytes; " + Bound +
                      "launch \"l\" block (_, 1, 1);" + Small),
            "racy");
  EXPECT_EQ(concluded("global out of 4 bytes; shared s[64] of 4 bytes;"
                      "launch \"l\" block (_, 1, 1);"
                      "wr s[u64(threadIdx.x)];" +
                      Small),
            "racy");
}

TEST(Preconditions, ElementsOfALayoutAreApart) {
  auto Of = [](const std::string &Rest, const std::string &Says = "",
               const std::string &Space = "global out of 4 bytes;") {
    return concluded("param a : i64; param b : i64; param c : i64;"
                     "param n : i64; param q : i32; param r : i32;" +
                     Space + "launch \"l\" {" + Says +
                     "}"
                     "let t = blockIdx.x * blockDim.x + threadIdx.x;"
                     "let x = u64(t); let y = u64(blockIdx.y);"
                     "let z = u64(blockIdx.z);" +
                     Rest);
  };
  std::string Here = "out[z *s c +s y *s b +s x *s a]";
  std::string Apart = " is too small to keep elements apart";
  EXPECT_EQ(Of("wr " + Here + ";"), raceIf("a, b or c" + Apart));
  EXPECT_EQ(Of("wr out[z *s c +s y *s b +s x];"), raceIf("b or c" + Apart));
  // Digits of an index.
  EXPECT_EQ(Of("wr out[i64(t / (q *s r)) *s c +s i64(t % (q *s r) / q) *s b +s "
               "i64(t % (q *s r) % q)];",
               "assume q > 0; assume r > 0;"),
            raceIf("b or c" + Apart));
  // A neighbour is another element.
  EXPECT_EQ(Of("rd out[z *s c +s y *s b +s x];"
               "wr out[z *s c +s y *s b +s x +s 1];"),
            "racy");
  // So is the next row, or one that is so many rows away.
  EXPECT_EQ(Of("rd " + Here + "; wr out[z *s c +s (y +s 1) *s b +s x *s a];"),
            "racy");
  EXPECT_EQ(Of("rd " + Here + "; wr out[z *s c +s y *s b +s (x +s n) *s a];"),
            "racy");
  // Other places are of another form.
  EXPECT_EQ(Of("rd out[z *s b +s y *s c +s x]; wr " + Here + ";"), "racy");
  EXPECT_EQ(Of("rd out[x]; wr " + Here + ";"), "racy");
  // The neighbour of the last may be another thread's first.
  EXPECT_EQ(Of("for i counter it = 0; i < 4; i += 1 {"
               " rd out[x *s a +s u64(i + 1) *s b];"
               " wr out[x *s a +s u64(i) *s b]; }"),
            "racy");
  // Two parts of one stride are none by themselves.
  EXPECT_EQ(Of("for i counter it = 0; i < 4; i += 1 {"
               " wr out[z *s c +s x *s (b +s n) +s u64(i)]; }"),
            "racy");
  // What is cut off may be what differs.
  EXPECT_EQ(Of("wr out[z *s c +s y *s b +s u64(u8(t))];"), "racy");
  // Of what bounds an index there are more, and of what the launch says.
  EXPECT_EQ(Of("if y < b { wr " + Here + "; }"), "racy");
  EXPECT_EQ(Of("wr " + Here + ";", "assume b == n;"), "racy");
  EXPECT_EQ(Of("if b == 0 { wr " + Here + "; }"), "racy");
  EXPECT_EQ(Of("for i counter it = 0; i <= u32(b); i += 1 {"
               " wr out[z *s c +s y *s b +s u64(i)]; }"),
            "racy");
  // In shared memory a barrier may be missing.
  std::string InBlock = "wr out[u64(threadIdx.z) *s c +s u64(threadIdx.y) *s b"
                        " +s u64(threadIdx.x) *s a];";
  EXPECT_EQ(Of(InBlock), raceIf("a, b or c" + Apart + " || gridDim.x != 1"));
  EXPECT_EQ(Of(InBlock, "", "shared out of 4 bytes;"), "racy");
}

TEST(Preconditions, WhatALaunchSaysOfARowCounts) {
  auto InLaunch = [](const std::string &Says) {
    return concluded("param w : i32; global out of 4 bytes;"
                     "launch \"launch a.cu:3\" block (8, 8) grid (_, 1) {" +
                     Says +
                     "}"
                     "let x = blockIdx.x * 8 + threadIdx.x;"
                     "wr out[i64(threadIdx.y) *s i64(w) +s u64(x)];");
  };
  EXPECT_EQ(InLaunch(""), raceIf("w < gridDim.x * blockDim.x"));
  EXPECT_EQ(InLaunch("assume gridDim.x == (w + 7) /u 8;"), "racy");
  // The same by way of a name of the host.
  EXPECT_EQ(InLaunch("host m : i32; assume w == m; assume gridDim.x == "
                     "(m + 7) /u 8;"),
            "racy");
}

TEST(Preconditions, WhatALaunchSaysOfBlocksIsMeant) {
  auto With = [](const std::string &Launch) {
    return concluded("param n : i32; global out of 4 bytes; " + Launch +
                     "if n > 0 { wr out[u64(threadIdx.x)]; }");
  };
  EXPECT_EQ(With(""), raceIf("gridDim.x != 1"));
  EXPECT_EQ(With("launch \"options\" block 64;"), raceIf("gridDim.x != 1"));
  EXPECT_EQ(With("launch \"launch a.cu:3\" block 64;"), "racy");
  EXPECT_EQ(With("launch \"launch a.cu:3\" block 64 grid (1, _);"), "racy");
}

TEST(Preconditions, OfADim3FromElsewhereOneDimensionIsMeant) {
  auto With = [](const std::string &Grid) {
    return concluded("global out of 4 bytes;"
                     "launch \"launch a.cu:3\" block 64 grid " +
                     Grid +
                     "; wr out[u64(blockIdx.x) * 64 + u64(threadIdx.x)];");
  };
  EXPECT_EQ(With("(_, _, _)"), "race-free");
  EXPECT_EQ(With("(_, _, 1)"), "racy");
}

TEST(Preconditions, WhoeverAsksForTheSizeMeansSeveral) {
  auto Of = [](const std::string &Body) {
    return concluded("param n : i32; global out of 4 bytes;" + Body);
  };
  EXPECT_EQ(Of("wr out[0];"), raceIf("blockDim.x != 1 || gridDim.x != 1"));
  EXPECT_EQ(Of("wr out[u64(blockIdx.x)];"), raceIf("blockDim.x != 1"));
  EXPECT_EQ(Of("wr out[u64(blockIdx.x) * u64(blockDim.x)];"), "racy");
  EXPECT_EQ(Of("if gridDim.x > 4 { wr out[u64(threadIdx.x)]; }"), "racy");
  EXPECT_EQ(Of("sync; wr out[u64(blockIdx.x)];"), "racy");
}

TEST(Preconditions, WhoeverAsksForTheLaneNeedNotMeanARow) {
  auto Of = [](const std::string &Index) {
    return concluded("shared out[4096] of 4 bytes;"
                     "let r = threadIdx.x + threadIdx.y * blockDim.x +"
                     "        threadIdx.z * blockDim.x * blockDim.y;"
                     "if (r & 31) != 7 { wr out[u64(" +
                     Index + ")]; }");
  };
  std::string Flat = raceIf("blockDim.y != 1 || blockDim.z != 1");
  EXPECT_EQ(Of("threadIdx.x"), Flat);
  EXPECT_EQ(Of("threadIdx.x /u 32 * 32 + (r & 31)"), Flat);
  EXPECT_EQ(Of("r"), "race-free");
  EXPECT_EQ(Of("threadIdx.x + threadIdx.y * 0 + threadIdx.z"), "racy");
}

TEST(Preconditions, EachArrayHasItsTurn) {
  // A product of matrices by tiles of 8 by 8, of which nothing orders C.
  Analysis K("param wA : u64; param wB : u64; shared As[64] of 4 bytes;"
             "shared Bs[64] of 4 bytes; global C of 4 bytes;"
             "global A of 4 bytes; global B of 4 bytes;"
             "let t0 = wA * 8 * u64(blockIdx.y);"
             "loop it : i64 while let t1 = t0 + it * 8; t1 <=u t0 + wA - 1 {"
             " let t2 = t1 + wA * u64(threadIdx.y) + u64(threadIdx.x);"
             " rd A[t2]; wr As[u64(threadIdx.y) : 8][u64(threadIdx.x)] = A[t2];"
             " let t3 = u64(blockIdx.x) * 8 + it * (wB * 8) +"
             "          wB * u64(threadIdx.y) + u64(threadIdx.x);"
             " rd B[t3]; wr Bs[u64(threadIdx.y) : 8][u64(threadIdx.x)] = B[t3];"
             " sync;"
             " for k : i64 counter i : i64 = 0; k <u 8; k += 1 {"
             "  rd As[u64(threadIdx.y) : 8][k]; rd Bs[k : 8][u64(threadIdx.x)];"
             " } sync; }"
             "wr C[wB * 8 * u64(blockIdx.y) + u64(blockIdx.x) * 8 +"
             " wB * u64(threadIdx.y) + u64(threadIdx.x * threadIdx.x)];");
  std::map<std::string, std::string> Needs;
  for (const Finding &F : K.context().Findings)
    if (F.isRace())
      Needs[F.Array] = F.ThePrecondition ? F.ThePrecondition->Text : "-";
  EXPECT_EQ(Needs["As"], "blockDim.x <= 8");
  EXPECT_EQ(Needs["Bs"], "blockDim.x <= 8");
  EXPECT_EQ(Needs["C"], "-");
}

TEST(Preconditions, WhatIsExpectedIsTakenTogether) {
  EXPECT_EQ(concluded("param w : u64; global out of 4 bytes;"
                      "shared s[64] of 4 bytes;"
                      "wr s[u64(threadIdx.y) : 8][u64(threadIdx.x)]; sync;"
                      "wr out[w * 8 * u64(blockIdx.y) + u64(blockIdx.x) * 8 +"
                      "       w * u64(threadIdx.y) + u64(threadIdx.x)];"),
            raceIf("w >= 2147483648 || w < gridDim.x * 8 || "
                   "blockDim.x > 8 || blockDim.y > 8"));
}

TEST(Preconditions, AnExtentIsNoPitch) {
  auto Of = [](const std::string &Row) {
    return concluded("param w : i32; param h : i32; param pitch : i32;"
                     "global out of 4 bytes; launch \"l\" block (8, 8) grid 1;"
                     "if i32(threadIdx.x) < w && i32(threadIdx.y) < h {"
                     " wr out[i64(i32(threadIdx.y) *s " +
                     Row + " +s i32(threadIdx.x))]; }");
  };
  EXPECT_EQ(Of("w"), "race-free");
  EXPECT_EQ(Of("h"), "racy");
  EXPECT_EQ(Of("pitch"), raceIf("pitch < w"));
}

TEST(Preconditions, ALaunchThatPassesAStrideOfZeroMeansIt) {
  auto With = [](const std::string &Said) {
    return concluded("param stride : i32; param b : i32;"
                     "global out of 4 bytes; launch \"l\" block 64 grid 1 {" +
                     Said + "} wr out[i64(i32(threadIdx.x)) * i64(stride)];");
  };
  EXPECT_EQ(With(""), raceIf("stride == 0"));
  EXPECT_EQ(With("assume stride == (b != 0 ? 0 : 1);"), "racy");
}

TEST(Preconditions, AFlagIsNoExtent) {
  EXPECT_EQ(
      concluded("param each : i32; shared s[64] of 4 bytes;"
                "launch \"l\" block 64 grid 1;"
                "wr s[u64(threadIdx.x) * (each != 0 ? u64(1) : u64(0))];"),
      "racy");
  EXPECT_EQ(concluded("param n : i32; shared s[64] of 4 bytes;"
                      "launch \"l\" block 64 grid 1;"
                      "wr s[u64(threadIdx.x)];"
                      "if n != 0 { sync; }"
                      "rd s[u64(63 - threadIdx.x)];"),
            "racy");
  EXPECT_EQ(concluded("param n : i32; shared s[64] of 4 bytes;"
                      "launch \"l\" block 64 grid 1;"
                      "wr s[n == 0 ? 0 : u64(threadIdx.x)];"),
            "racy");
}

TEST(Witnesses, AreOfBlocksOfWholeWarpsIfThereIsOne) {
  map::TermContext Terms;
  KernelResult K = analyse("shared s[2048] of 4 bytes; launch \"l\" grid 1;"
                           "wr s[u64(threadIdx.x)];"
                           "rd s[u64(threadIdx.x + 1)];",
                           Terms);
  const Finding &F = K.Contexts.front().Findings.front();
  EXPECT_EQ(F.TheWitness.BlockDim[0], 32u);
}

TEST(Witnesses, NameTheLoopOfACounter) {
  map::TermContext Terms;
  KernelResult K = analyse("param n : i32; shared s[2048] of 4 bytes;"
                           "launch \"l\" block 64 grid 1;\n"
                           "loop it while it <u n @ 12:3 {"
                           "wr s[u64(threadIdx.x) + u64(it)]; }",
                           Terms);
  const Finding &F = K.Contexts.front().Findings.front();
  bool IsNamed = llvm::any_of(F.TheWitness.Values, [](const auto &V) {
    return llvm::StringRef(V.Name).starts_with("iteration of the loop at line");
  });
  EXPECT_TRUE(IsNamed);
}

TEST(Witnesses, LeaveOutACounterThatAVariableTells) {
  map::TermContext Terms;
  KernelResult K =
      analyse("shared s[2048] of 4 bytes; launch \"l\" block 64 grid 1;\n"
              "for k counter it = 3; k < 64; k += 1 @ 12:3 {"
              "wr s[u64(threadIdx.x) + u64(k) + u64(it)]; }",
              Terms);
  std::string Names;
  for (const Witness::Named &V :
       K.Contexts.front().Findings.front().TheWitness.Values)
    Names += V.Name + ", ";
  EXPECT_NE(Names.find("k of the first thread, "), std::string::npos) << Names;
  EXPECT_EQ(Names.find("iteration"), std::string::npos) << Names;
}

TEST(Preconditions, ContextsThatKeepToItAreNamed) {
  map::TermContext Terms;
  KernelResult K = analyse("shared s[512] of 4 bytes;"
                           "launch \"launch a.cu:3\" block (16, 8);"
                           "launch \"launch a.cu:4\" block (32, 8);"
                           "launch \"symbolic\";"
                           "wr s[u64(threadIdx.y) : 16][u64(threadIdx.x)];",
                           Terms);
  EXPECT_EQ(K.Contexts[0].TheVerdict, Verdict::RaceFree);
  EXPECT_FALSE(K.Contexts[1].Findings.front().ThePrecondition)
      << "nothing is open";
  const Finding &F = K.Contexts[2].Findings.front();
  ASSERT_TRUE(F.ThePrecondition);
  EXPECT_EQ(F.ThePrecondition->Text, "blockDim.x <= 16");
  EXPECT_EQ(F.ThePrecondition->MetBy,
            std::vector<std::string>({"launch a.cu:3"}));
}

} // namespace
} // namespace racemap::verdict
