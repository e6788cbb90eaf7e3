// What is known of values found in memory, and where nothing is. The write that
// shows it: thread 0 at a value, thread 1 next to it; they only meet if the two
// values may differ.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

std::string inBlock(const std::string &Body) {
  return "shared n; shared c[1024]; global g; param m;"
         "launch \"l\" block 64 grid 1;" +
         Body;
}

/// Thread 0 at Mine, thread 1 next to Other.
std::string apart(const std::string &Mine, const std::string &Other) {
  return "if threadIdx.x == 0 { wr c[" + Mine +
         "] = 1; } if threadIdx.x == 1 { wr c[" + Other + " + 1] = 2; }";
}

std::string verdictOf(const std::string &Body) {
  return Analysis(inBlock(Body)).verdict();
}

const char *const Write = "if threadIdx.x == 5 { wr n[0]; }";

TEST(Observations, ReadsBehindABarrierAreTheSame) {
  std::string Read = "rd n[0] => $u0;" + apart("$u0", "$u0");
  EXPECT_EQ(verdictOf(Write + std::string("sync;") + Read), "race-free");
  EXPECT_NE(verdictOf(Write + Read), "race-free");
  EXPECT_EQ(verdictOf(Read + "sync;" + Write), "race-free");
}

TEST(Observations, ReadsOfOnePlaceAreTheSame) {
  std::string Begin = "wr c[threadIdx.x]; sync; rd c[";
  std::string End = "] => $u0; sync;" + apart("$u0", "$u0");
  EXPECT_EQ(verdictOf(Begin + "m & 63" + End), "race-free");
  EXPECT_EQ(verdictOf(Begin + "threadIdx.x" + End), "unknown");
  EXPECT_EQ(verdictOf(Begin + "threadIdx.x / 2" + End), "race-free");
}

TEST(Observations, AThreadFindsTheSameTwiceWhereNobodyWrites) {
  auto Of = [](const std::string &More, const std::string &Second = "") {
    return Analysis("global g; shared s[1024]; global f;"
                    "launch \"l\" block 64 grid 2; let t0 = threadIdx.x;"
                    "rd s[t0 : 2] => $u0; " +
                    More + "rd s[" + (Second.empty() ? "t0 : 2" : Second) +
                    "] => $u1;"
                    "if $u0 == $u1 { wr f[blockIdx.x * 64 + t0]; }"
                    "if $u0 != $u1 { wr f[0]; }")
        .verdict();
  };
  EXPECT_EQ(Of(""), "race-free");
  EXPECT_EQ(Of("wr s[t0 : 2][1];"), "race-free");
  EXPECT_EQ(Of("wr s[t0 : 2];"), "unknown");
  EXPECT_EQ(Of("", "t0 + 1 : 2"), "unknown");
}

TEST(Observations, AWriteBetweenTwoReadsMakesThemDiffer) {
  auto Two = [&](const std::string &Between) {
    return verdictOf(Write + ("sync; rd n[0] => $u0; sync;" + Between) +
                     "sync; rd n[0] => $u1;" + apart("$u0", "$u1"));
  };
  EXPECT_EQ(Two(""), "race-free");
  EXPECT_EQ(Two(Write), "unknown");
}

TEST(Observations, IterationsThatWriteFindDifferentValues) {
  auto In = [&](const std::string &Other) {
    return verdictOf("loop k while k < m { sync;" + std::string(Write) +
                     "sync; rd n[0] => $u0(k);" + apart("$u0(k)", Other) + "}");
  };
  EXPECT_EQ(In("$u0(k)"), "race-free");
  EXPECT_EQ(In("$u0(k - 1)"), "unknown");
}

TEST(Observations, IterationsThatOnlyReadFindTheSame) {
  EXPECT_EQ(verdictOf(Write + ("sync; loop k while k < m { rd n[0] => $u0(k);" +
                               apart("$u0(k)", "$u0(k - 1)") + "}")),
            "race-free");
}

TEST(Observations, LoopsThatDependOnThemKeepTogether) {
  auto Loop = [&](const std::string &Before, const std::string &End) {
    return Analysis(inBlock(Write + Before +
                            "loop k while k < $u0(k) { rd n[0] => $u0(k);"
                            "wr c[threadIdx.x]; sync;"
                            "rd c[63 - threadIdx.x]; sync;" +
                            End + "} rd n[0] => $u0(k);"));
  };
  Analysis Fixed = Loop("sync;", "");
  EXPECT_EQ(Fixed.verdict(), "race-free");
  EXPECT_EQ(Fixed.count(Divergence), 0u);
  EXPECT_EQ(Loop("sync;", Write + std::string("sync;")).verdict(), "race-free");
  EXPECT_NE(Loop("sync;", Write).verdict(), "race-free");
  EXPECT_NE(Loop("", "").verdict(), "race-free");
}

// The place of the read is known only if the loop's start is.
TEST(Observations, PlacesInLoopsWithoutAClosedFormAreNotKnown) {
  auto Loop = [&](const std::string &Outer) {
    return verdictOf(
        "wr c[threadIdx.x]; wr c[threadIdx.x + 64]; sync;" + Outer +
        "{ for j counter n1 = s; j < s + 2; j++ { rd c[j] => $u0(k, n1);"
        "if threadIdx.x == 0 { wr g[$u0(k, n1)] = 1; } } sync;"
        "for i counter n2 = s; i < s + 2; i++ { rd c[i] => $u1(k, n2);"
        "if threadIdx.x == 1 { wr g[$u1(k, n2) + 1] = 2; } } }");
  };
  EXPECT_EQ(Loop("for s counter k = 64; s > 0; s /= 2"), "unknown");
}

TEST(Observations, NamesOfOtherFormAreOthers) {
  EXPECT_EQ(verdictOf(Write +
                      std::string("sync; loop k while k < 3 {"
                                  "rd n[0] => $u0(k); sync; }") +
                      apart("$u0", "$u0")),
            "unknown");
}

TEST(Observations, WhatIsReadBackCountsForThoseWhoRead) {
  auto Reads = [](const std::string &Begin, const std::string &End,
                  const std::string &Found, const std::string &Later) {
    std::string Body =
        Begin + "wr n[0] = threadIdx.x; rd n[0] => " + Found + ";" + End;
    std::string Value = "(threadIdx.x == 5 ? " + Later + " : 0)";
    EXPECT_EQ(
        verdictOf(Body + "if " + Value + " < 100 { wr c[0] = threadIdx.x; }"),
        "racy");
    EXPECT_EQ(verdictOf(Body + "wr c[0] = " + Value + ";"), "racy");
    EXPECT_EQ(
        verdictOf(Body + "if " + Value + " == 5 { wr c[0] = threadIdx.x; }"),
        "race-free");
  };
  Reads("if threadIdx.x == 5 {", "}", "$u0", "$u0");
  Reads("if threadIdx.x != 5 { wr c[1] = 0; } else {", "}", "$u0", "$u0");
  // A loop comes to its first iteration, or it does not.
  std::string Once = "(threadIdx.x == 5 ? 1 : 0)";
  Reads("loop it while it < " + Once + " {", "}", "$u0(it)", "$u0(0i32)");
  Reads("for k counter it = 7; k < 7 + " + Once + "; k += 1 {", "}", "$u0(it)",
        "$u0(0i32)");
}

TEST(Observations, WhatDoesNotHappenPromisesNothing) {
  auto With = [](const std::string &Read, const std::string &Write) {
    return Analysis("param x : i32; param y : i32; shared n[64]; global c;"
                    "launch \"l\" block 64 grid 1;" +
                    Read + "if 50000 < x { " + Write + " }")
        .verdict();
  };
  // In what is written, and in the place that is read.
  EXPECT_EQ(With("if y != 0 { wr n[threadIdx.x] = x *s x;"
                 "  rd n[threadIdx.x] => $u0; }",
                 "if (y != 0 ? $u0 : 0) == 0 { wr c[0] = threadIdx.x; }"),
            "racy");
  EXPECT_EQ(With("wr n[threadIdx.x]; sync;"
                 "if y != 0 { rd n[(x *s x + (threadIdx.x >>u 6)) & 63]"
                 "  => $u0; }",
                 "wr c[0] = y != 0 ? $u0 : threadIdx.x;"),
            "racy");
}

TEST(Observations, StepsThatSoonGoRoundAreNotDistinct) {
  auto Add = [](const std::string &Size, const std::string &By,
                const std::string &Index) {
    return Analysis("global n of " + Size +
                    " bytes; global g; launch \"l\" block 64 grid 1;"
                    "atomic n[0] += " +
                    By + " => $u0:i64; wr g[$u0:i64 >>u " + Index +
                    "] = threadIdx.x;")
        .verdict();
  };
  EXPECT_EQ(Add("8", "0x4000000000000000", "32"), "unknown");
  EXPECT_EQ(Add("8", "0x10000", "16"), "race-free");
}

TEST(Observations, SharedMemoryOfOtherBlocksIsAnother) {
  std::string Body =
      "shared n; global g; launch \"l\" block 64 grid 2;"
      "if threadIdx.x == 5 { wr n[0]; } sync; rd n[0] => $u0;"
      "if threadIdx.x == 0 && blockIdx.x == 0 { wr g[$u0] = 1; }"
      "if threadIdx.x == 0 && blockIdx.x == 1 { wr g[$u0 + 1] = 2; }";
  EXPECT_EQ(Analysis(Body).verdict(), "unknown");
}

TEST(Observations, OtherBlocksWriteInBetween) {
  auto In = [](const std::string &Grid) {
    return Analysis("global n; shared c[1024]; launch \"l\" block 64 grid " +
                    Grid +
                    ";if threadIdx.x == 5 { atomic n[0]; } sync;"
                    "rd n[0] => $u0;" +
                    apart("$u0", "$u0"));
  };
  EXPECT_EQ(In("1").verdict(), "race-free");
  bool OnShared = false;
  Analysis Two = In("2");
  for (const Finding &F : Two.context().Findings)
    OnShared |= F.Array == "c";
  EXPECT_TRUE(OnShared);
}

TEST(Observations, AdditionsGiveDistinctRanges) {
  auto Count = [](const std::string &Call, const std::string &Write) {
    return Analysis(
               "global n; global g; param m; launch \"l\" block 64 grid 4;" +
               Call + Write)
        .verdict();
  };
  std::string One = "wr g[$u0] = threadIdx.x;";
  EXPECT_EQ(Count("atomic n[0] += 1 => $u0;", One), "race-free");
  EXPECT_EQ(Count("atomic n[0] += -1 => $u0;", One), "race-free");
  EXPECT_EQ(Count("atomic n[0] += 0 => $u0;", One), "unknown");
  EXPECT_EQ(Count("atomic n[0] += m => $u0;", One), "unknown");
  EXPECT_EQ(Count("atomic n[threadIdx.x & 1] += 1 => $u0;", One), "unknown");
  EXPECT_EQ(Count("atomic n[0] += 1 => $u0; atomic n[0] += 3;", One),
            "race-free");
  EXPECT_EQ(Count("atomic n[0] += 1 => $u0; atomic n[0] += -3;", One),
            "unknown");
  EXPECT_EQ(Count("atomic n[0] += 1 => $u0; atomic n[0];", One), "unknown");
  EXPECT_EQ(
      Count("atomic n[0] += 2 => $u0;", One + "wr g[$u0 + 1] = threadIdx.x;"),
      "race-free");
  EXPECT_EQ(
      Count("atomic n[0] += 1 => $u0;", One + "wr g[$u0 + 1] = threadIdx.x;"),
      "unknown");
}

TEST(Observations, HugeStepsGoRoundTheEnd) {
  auto Count = [](const std::string &By) {
    return Analysis(
               "global n of 8 bytes; global g; launch \"l\" block 64 grid 4;"
               "atomic n[0] += " +
               By + " => $u0:i64; wr g[$u0:i64] = threadIdx.x;")
        .verdict();
  };
  EXPECT_EQ(Count("1"), "race-free");
  EXPECT_EQ(Count("4611686018427387904"), "unknown");
  EXPECT_EQ(Count("-9223372036854775808"), "unknown");
}

TEST(Observations, NumbersCountedDownAreThoseBelowTheOneFound) {
  auto Down = [](const std::string &Second) {
    return Analysis("global n; global g; launch \"l\" block 2 grid 1;"
                    "if threadIdx.x == 0 { atomic n[0] += -2 => $u0; wr g[$u0] "
                    "= 1; }"
                    "else { atomic n[0] += -3 => $u1; wr g[" +
                    Second + "] = 2; }")
        .verdict();
  };
  EXPECT_EQ(Down("$u1"), "race-free");
  EXPECT_EQ(Down("$u1 - 2"), "race-free");
  // The first takes f and f - 1, the second finds f - 2.
  EXPECT_NE(Down("$u1 + 2"), "race-free");
  EXPECT_NE(Down("$u1 - 3"), "race-free");
}

TEST(Observations, AdditionsNeedTheScopeOfAllWhoAdd) {
  auto In = [](const std::string &Space, const std::string &Scope) {
    return Analysis(Space +
                    " n; global g; launch \"l\" block 64 grid 2;"
                    "atomic(" +
                    Scope +
                    ") n[0] += 1 => $u0;"
                    "wr g[($u0 & 0xffff) * 2 + blockIdx.x] = threadIdx.x;");
  };
  auto OnG = [](const Analysis &R) {
    return llvm::any_of(R.context().Findings,
                        [](const Finding &F) { return F.Array == "g"; });
  };
  EXPECT_TRUE(OnG(In("global", "block")));
  EXPECT_TRUE(OnG(In("shared", "warp")));
}

TEST(Observations, RangesAssumeThatTheCounterDoesNotGoRound) {
  std::string Rest = "launch \"l\" block 64 grid 4;"
                     "atomic n[0] += 1 => $u0; wr g[$u0] = threadIdx.x;";
  EXPECT_TRUE(assumes(Analysis("global n; global g;" + Rest),
                      "the additions to 'n' come to less than 4294967296"));
}

TEST(Observations, OneSwapsSuccessfully) {
  auto Claim = [](const std::string &Swap, const std::string &After) {
    return Analysis("global n; global g; launch \"l\" block 64 grid 4;" + Swap +
                    " if $u0 == 0 { wr g[0] = threadIdx.x + blockIdx.x * 64; "
                    "}" +
                    After)
        .verdict();
  };
  EXPECT_EQ(Claim("atomic n[0] from 0 to 1 => $u0;", ""), "race-free");
  EXPECT_EQ(Claim("atomic n[0] from 0 to 0 => $u0;", ""), "unknown");
  EXPECT_EQ(Claim("atomic n[0] from 1 to 2 => $u0;", ""), "unknown");
  EXPECT_EQ(Claim("atomic n[0] from 0 to 1 => $u0;", "atomic n[0] = 2;"),
            "race-free");
  EXPECT_EQ(Claim("atomic n[0] from 0 to 1 => $u0;", "atomic n[0] = 0;"),
            "unknown");
  EXPECT_EQ(Claim("atomic n[0] = 1 => $u0;", ""), "race-free");
  EXPECT_EQ(Claim("atomic n[0] = 1 => $u0;", "atomic n[0] = 0;"), "unknown");
  EXPECT_EQ(Claim("atomic n[0] |= 1 => $u0;", ""), "race-free");
  EXPECT_EQ(Claim("atomic n[0] |= threadIdx.x => $u0;", ""), "unknown");
}

TEST(Observations, WhoLeavesWhatWasThereHasNotWon) {
  auto Claim = [](const std::string &Left) {
    return verdictOf("atomic n[0] from 0 to " + Left +
                     " => $u0; if $u0 == 0 { wr c[0] = threadIdx.x; }");
  };
  EXPECT_EQ(Claim("threadIdx.x + 1"), "race-free");
  EXPECT_EQ(Claim("threadIdx.x"), "unknown"); // thread 0 leaves it
}

TEST(Observations, OtherFieldsDisturbNothing) {
  auto Claim = [](const std::string &Field) {
    return verdictOf("atomic c[m & 63 : 2] from 0 to 1 => $u0;"
                     "if $u0 == 0 { wr c" +
                     Field + " = threadIdx.x; }");
  };
  EXPECT_EQ(Claim("[m & 63 : 2][1]"), "race-free");
  EXPECT_EQ(Claim("[m & 63 : 2]"), "unknown");
  EXPECT_EQ(Claim("[m & 63]"), "unknown");
}

TEST(Observations, ThePlaceOfAnotherThreadIsNoOtherField) {
  auto Claim = [](const std::string &Reset) {
    return verdictOf("atomic n[threadIdx.x & 7] from 0 to 1 => $u0;"
                     "if $u0 == 0 { wr c[threadIdx.x & 7] = threadIdx.x; }" +
                     Reset);
  };
  EXPECT_EQ(Claim(""), "race-free");
  EXPECT_EQ(Claim("atomic n[(threadIdx.x & 7) + 1] = 0;"), "unknown");
}

/// Lets that count the bits of a word; the last one is NAME5.
std::string counted(const std::string &Name, std::string Word) {
  static const char *const Masks[] = {"1431655765", "858993459", "252645135",
                                      "16711935", "65535"};
  std::string Lets;
  for (int I = 0; I < 5; ++I) {
    std::string Next = Name + std::to_string(I + 1), Ones = Masks[I];
    Lets += "let " + Next + " = (" + Word + " & " + Ones + ") + ((" + Word +
            " >>u " + std::to_string(1 << I) + ") & " + Ones + ");";
    Word = Next;
  }
  return Lets;
}

/// The first lane of those that are active adds for all of them.
std::string led(const std::string &Then, const std::string &Between = "") {
  return "global n; global c; launch \"l\" block 64 grid 2;"
         "let lane = threadIdx.x & 31; active => $u0;" +
         counted("size", "$u0") + counted("first", "(~$u0 & ($u0 - 1))") +
         counted("rank", "($u0 & ((1 << lane) - 1))") +
         "if lane == first5 { atomic n[0] += size5 => $u1; }" + Between +
         "shuffle lane == first5 ? $u1 : 0 from first5 among $u0 => $u2;" +
         Then;
}

TEST(Observations, WhatOneLaneTakesIsForItsGroup) {
  std::string Place = "wr c[$u2 + rank5];";
  EXPECT_EQ(Analysis(led(Place)).verdict(), "race-free");
  EXPECT_TRUE(assumes(Analysis(led(Place)),
                      "the additions to 'n' come to less than 4294967296"));
  EXPECT_EQ(
      Analysis(led(Place + "atomic n[0] += 1 => $u3; wr c[$u3];")).verdict(),
      "race-free");
  EXPECT_NE(Analysis(led("wr c[$u2 + lane];")).verdict(), "race-free");
}

TEST(Observations, WhatIsTakenForOthersIsNotTheLeaders) {
  EXPECT_EQ(Analysis(led("if lane == first5 { wr c[$u1]; }")).verdict(),
            "race-free");
  EXPECT_NE(Analysis(led("wr c[$u2 + rank5];"
                         "if lane == first5 && 1 <u size5 {"
                         " wr c[$u1 + 1]; }"))
                .verdict(),
            "race-free");
}

TEST(Observations, WhoLeavesHearsNothing) {
  EXPECT_EQ(Analysis(led("wr c[$u2 + rank5];", "loop k { break; }")).verdict(),
            "race-free");
  EXPECT_NE(
      Analysis(led("wr c[$u2 + rank5];", "if threadIdx.x == 3 { return; }"))
          .verdict(),
      "race-free");
}

TEST(Observations, StepsThatAreNotConstantMayBeNone) {
  auto Of = [](const std::string &Step) {
    return Analysis(
               "global n; global c; global g; launch \"l\" block 64 grid 2;"
               "atomic n[0] += " +
               Step + " => $u0; for k = 0; k < " + Step +
               "; k++ { wr c[$u0 + k]; }")
        .verdict();
  };
  EXPECT_EQ(Of("(g[threadIdx.x] & 7)"), "race-free");
  EXPECT_NE(Of("g[threadIdx.x]"), "race-free");
  // Thread 0 adds nothing.
  EXPECT_NE(Analysis("global n; global c; launch \"l\" block 2 grid 1;"
                     "atomic n[0] += threadIdx.x => $u0; wr c[$u0];")
                .verdict(),
            "race-free");
}

} // namespace
} // namespace racemap::verdict
