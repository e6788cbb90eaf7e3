// StepsTest - loops, terms and assumptions in the executor, worked out by hand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ran.h"

namespace racemap::oracle {
namespace {

std::string at(const std::string &Index) { return "a[byte " + Index + "]"; }

TEST(Executor, LoopsStepAsWritten) {
  auto Touched = [](const std::string &Loop) {
    return Ran(threads("1", Loop)).offsets(0);
  };
  EXPECT_EQ(Touched("for i = 0; i < 7; i += 3 { wr a[i]; } wr a[i];"),
            (Values{0, 3, 6, 9}));
  EXPECT_EQ(Touched("for i = 2; i >= 0; i -= 1 { wr a[i]; } wr a[i];"),
            (Values{2, 1, 0, -1}));
  EXPECT_EQ(Touched("for i = 1; i <u 9; i *= 3 { wr a[i]; } wr a[i];"),
            (Values{1, 3, 9}));
  EXPECT_EQ(Touched("for i = 7; i >u 0; i /= 2 { wr a[i]; } wr a[i];"),
            (Values{7, 3, 1, 0}));
  EXPECT_EQ(Touched("for i counter k = 5; i < 9; i += 2 { wr a[k]; } wr a[k];"),
            (Values{0, 1, 2}));
  EXPECT_EQ(Touched("for i = 3; i < 3; i += 1 { } wr a[i];"), (Values{3}));
}

TEST(Executor, StartAndStepAreReadAtEntry) {
  // j steps by the i of its entry; the test is read anew each time.
  EXPECT_EQ(Ran(threads("1", "for i = 1; i < 3; i += 1 {"
                             "for j = i; j < 4 + i; j += i { wr a[j]; } }"))
                .offsets(0),
            (Values{1, 2, 3, 4, 2, 4}));
}

TEST(Executor, BreaksKeepTheVariablesOfTheIteration) {
  EXPECT_EQ(Ran(threads("1", "loop i { if i == 2 { break; } wr a[i]; } "
                             "wr a[i + 10];"))
                .offsets(0),
            (Values{0, 1, 12}));
  EXPECT_EQ(Ran(threads("1", "for i = 0; i < 5; i += 1 {"
                             "  for j = 0; j < 5; j += 1 {"
                             "    if i + j == 3 { break i; } wr a[i * 10 + j];"
                             "  } } wr a[i * 10 + j];"))
                .offsets(0),
            (Values{0, 1, 2, 3}));
  EXPECT_EQ(
      Ran(threads("1", "wr a[0]; while true { return; } wr a[1];")).offsets(0),
      (Values{0}));
}

TEST(Executor, AWrapOfALoopVariableIsUndefined) {
  EXPECT_TRUE(Ran(two("for i : i8 = 120; i < 127; i += 7 { }")).R.isDefined());
  EXPECT_FALSE(Ran(two("for i : i8 = 120; i < 127; i += 8 { }")).R.isDefined());
  EXPECT_TRUE(Ran(two("for i : i8 = 120; i <u 128; i += 8 { }")).R.isDefined());
  EXPECT_FALSE(Ran(two("for i : i8 = 2; i >=u 1; i -= 3 { }")).R.isDefined());
  EXPECT_FALSE(
      Ran(two("for i : i8 = 100; i <u 255; i *= 3 { }")).R.isDefined());
}

TEST(Executor, OnlyPromisesThatCountMatter) {
  std::string Sum = "i64(threadIdx.x +s 2147483647)";
  EXPECT_FALSE(Ran(two("rd " + at(Sum) + ";")).R.isDefined());
  EXPECT_TRUE(
      Ran(two("if threadIdx.x == 0 { rd " + at(Sum) + "; }")).R.isDefined());
  EXPECT_TRUE(Ran(two("rd " + at("(threadIdx.x == 0 ? " + Sum + " : 0)") + ";"))
                  .R.isDefined());
  EXPECT_TRUE(Ran(two("if threadIdx.x == 0 || 0 < threadIdx.x +s 2147483647"
                      " { rd a[0]; }"))
                  .R.Broke == std::vector<bool>({false, true}));
  EXPECT_FALSE(
      Ran(two("rd " + at("u64(u8!(threadIdx.x + 255))") + ";")).R.isDefined());
}

TEST(Executor, TermsAreMachineArithmetic) {
  auto Value = [](const std::string &T) {
    return Ran(threads("1", "param n; rd " + at("i64(" + T + ")") + ";"),
               [] {
                 Given G;
                 G.Parameters["n"] = 0xfffffff9; // -7
                 return G;
               }())
        .offsets(0)
        .front();
  };
  EXPECT_EQ(Value("n / 2"), -3);
  EXPECT_EQ(Value("n % 2"), -1);
  EXPECT_EQ(Value("n /u 2"), 0x7ffffffc);
  EXPECT_EQ(Value("n >> 1"), -4);
  EXPECT_EQ(Value("n >>u 28"), 15);
  EXPECT_EQ(Value("n >> (n - n + 32)"), -1);
  EXPECT_EQ(Value("n << 31"), INT32_MIN);
  EXPECT_EQ(Value("1 << (n - n + 32)"), 0);
  EXPECT_EQ(Value("n / (n - n)"), 1);
  EXPECT_EQ(Value("5 / (n - n)"), -1);
  EXPECT_EQ(Value("n % (n ^ n)"), -7);
  EXPECT_EQ(Value("u32(u8(n))"), 249);
  EXPECT_EQ(Value("i32(i8(n - 122))"), 127);
  EXPECT_EQ(Value("(n < 0 ? 1 : 2) + (n <u 0 ? 10 : 20)"), 21);
  EXPECT_EQ(Value("n & 6 | 8 ^ 1"), 1 | 8 | ((0xf9 & 6) & 6));
}

TEST(Executor, InputsAndAssumptions) {
  Given G;
  G.Elements = {3, 1};
  G.Parameters["n"] = 4;
  std::string Head = "param n; global in; ";
  EXPECT_EQ(Ran(Head + two("wr a[in[threadIdx.x]];"), G).offsets(1),
            (Values{1}));
  EXPECT_TRUE(Ran(Head + two("assume n == 4; wr a[n];"), G).R.AssumptionsHold);
  Ran Excluded(Head + two("assume n == 5; wr a[n];"), G);
  EXPECT_FALSE(Excluded.R.AssumptionsHold);
  EXPECT_TRUE(Excluded.R.Events.empty());
}

TEST(Executor, EndlessLoopsAreCutOff) {
  EXPECT_TRUE(Ran(two("while true { }")).R.StepLimit);
  EXPECT_TRUE(Ran(two("while true { sync; }")).R.StepLimit);
}

} // namespace
} // namespace racemap::oracle
