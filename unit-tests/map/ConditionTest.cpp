// ConditionTest - conditions as people type them, in C.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"

#include <gtest/gtest.h>

namespace racemap::map {
namespace {

/// Does a condition over n (int), w (unsigned), l (long) and s (size_t) mean
/// what Exactly says in the MAP language? What is wrong with it, or "other".
std::string meaning(llvm::StringRef Condition, const llvm::Twine &Exactly) {
  TermContext Terms;
  auto All = parseProtocols(("kernel k { param n : i32; param w : u32; "
                             "param l : i64; param s : u64; assume " +
                             Exactly + " \"as it is\"; }")
                                .str(),
                            "k.map", Terms);
  if (!All)
    return llvm::toString(All.takeError());
  auto Parsed = parseCondition(Condition, All->front());
  if (!Parsed)
    return llvm::toString(Parsed.takeError());
  return *Parsed == All->front().Assumptions.front().Condition ? "" : "other";
}

TEST(Condition, NumbersHaveSuffixes) {
  EXPECT_EQ(meaning("n == 5u", "n == 5"), "");
  EXPECT_EQ(meaning("n != 0x10U", "n != 16"), "");
  EXPECT_EQ(meaning("l == 7ul", "l == 7"), "");
  EXPECT_EQ(meaning("s == 7ULL", "s == 7"), "");
  EXPECT_NE(meaning("n == 5x", "n == 5").find("a number can only be followed"),
            std::string::npos);
}

TEST(Condition, CastsAreThoseOfC) {
  EXPECT_EQ(meaning("(long)n == l", "i64(n) == l"), "");
  EXPECT_EQ(meaning("(size_t)w == s", "u64(w) == s"), "");
  EXPECT_EQ(meaning("(unsigned long long)n == s", "i64(n) == s"), "");
  EXPECT_EQ(meaning("size_t(w) == s", "u64(w) == s"), "");
  EXPECT_EQ(meaning("static_cast<long>(n) == l", "i64(n) == l"), "");
  EXPECT_EQ(meaning("(short)n == 3", "u16(n) == 3"), "");
  EXPECT_EQ(meaning("(int)w == n", "w == n"), "");
  EXPECT_EQ(meaning("(n) == (w)", "n == w"), "");
  EXPECT_EQ(meaning("(long)(n < 4) == l", "u64(n < 4) == l"), "");
}

TEST(Condition, ComparesAsWhatIsComparedIs) {
  EXPECT_EQ(meaning("w >= 64", "w >=u 64"), "");
  EXPECT_EQ(meaning("w / 2 < blockDim.x", "w /u 2 <u blockDim.x"), "");
  EXPECT_EQ(meaning("w >> 1 > 3", "w >>u 1 >u 3"), "");
  EXPECT_EQ(meaning("n >= 64u", "n >=u 64"), "");
  EXPECT_EQ(meaning("(unsigned)n % 4 == 0", "n %u 4 == 0"), "");
  EXPECT_EQ(meaning("n >= 64", "n >= 64"), "");
  // A size and what it is compared with are numbers.
  EXPECT_EQ(meaning("n >= gridDim.x", "n >= gridDim.x"), "");
  EXPECT_EQ(meaning("n - 1 < w", "n - 1 < w"), "");
  EXPECT_EQ(meaning("n - 1 < w", "n - 1 <u w"), "other");
}

TEST(Condition, WidensTheNarrowerOperand) {
  EXPECT_EQ(meaning("n < l", "i64(n) < l"), "");
  EXPECT_EQ(meaning("s >= w * 4", "s >=u u64(w * 4)"), "");
  EXPECT_EQ(meaning("n * 4l < l", "i64(n) * 4 < l"), "");
  EXPECT_EQ(meaning("s << n == 8", "s << i64(n) == 8"), "");
}

TEST(Condition, MayBeOfNumbersAlone) {
  EXPECT_EQ(meaning("4 == 4", "true"), "");
  EXPECT_EQ(meaning("256 < 32", "false"), "");
}

TEST(Condition, SaysWhatNamesThereAre) {
  TermContext Terms;
  auto All =
      parseProtocols("kernel \"k(int)\" { param n : i32; global in of 4 bytes; "
                     "global out of 4 bytes; rd in[0]; wr out[0]; }",
                     "k.map", Terms);
  ASSERT_TRUE(bool(All)) << llvm::toString(All.takeError());
  auto Why = [&](llvm::StringRef Condition) {
    return llvm::toString(parseCondition(Condition, All->front()).takeError());
  };
  std::string Known =
      "; kernel 'k(int)' uses n, in[...], threadIdx.x and its like";
  EXPECT_EQ(Why("m > 3"), "unknown name 'm'" + Known);
  EXPECT_EQ(Why("n > m[2]"), "unknown name 'm'" + Known);
  EXPECT_EQ(Why("out[0] > 3"), "'out' is written by kernel 'k(int)'; a "
                               "condition is about what a launch is given");
  EXPECT_EQ(Why("n >"), "expected a term, found its end");
}

TEST(Condition, SyntaxIsThatOfAnyKernel) {
  auto Why = [](llvm::StringRef Condition) {
    return llvm::toString(checkSyntax(Condition));
  };
  for (llvm::StringRef Good :
       {"n > 0", "flag", "flag && !other", "(int)n % 4u == -m",
        "a[i + 1][j] < s.width", "x ? y < z : q[2] == 0x10",
        "static_cast<long>(n) * 1000 <= gridDim.x", "-n == ~m", "(float)n > 1"})
    EXPECT_EQ(Why(Good), "") << Good.str();
  EXPECT_EQ(Why("n >"), "expected a term, found its end");
  EXPECT_EQ(Why("n > 0)"), "expected the end of the condition, found ')'");
  EXPECT_NE(Why("a[i > 0"), "");
  EXPECT_NE(Why("n = 4"), "");
  EXPECT_NE(Why("f(n) > 0"), "");
}

TEST(Condition, KnowsItsNames) {
  EXPECT_EQ(namesIn("n >= (int)s.width && 3u < w"),
            (std::vector<llvm::StringRef>{"n", "int", "s.width", "w"}));
}

} // namespace
} // namespace racemap::map
