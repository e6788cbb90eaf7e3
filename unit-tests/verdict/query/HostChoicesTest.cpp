// A race that is there whatever the host passes, and races that are not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

/// Of the first race, in a kernel with two numbers of the host's, of which
/// Facts says what is known.
Certainty found(const std::string &Facts, const std::string &Body,
                const std::string &Launch = "block 256 grid 4") {
  Analysis R("param n; param m; global in of 4 bytes;"
             "shared s[1024] of 4 bytes; launch \"l\" " +
             Launch + " { " + Facts + " } " + Body);
  return R.first(Race).TheCertainty;
}

std::string readsNext(const std::string &Condition) {
  return "if " + Condition +
         " { wr s[u64(threadIdx.x)] = threadIdx.x;"
         "rd s[u64(threadIdx.x + 1)]; }";
}

std::string writesOne(const std::string &Condition) {
  return "if " + Condition + " { wr s[0] = threadIdx.x; }";
}

TEST(HostChoices, ShowRacesThatAreThereWhateverTheHostPasses) {
  EXPECT_EQ(found("", readsNext("threadIdx.x <u n")), Certainty::Provable);
  EXPECT_EQ(found("computed n;", readsNext("threadIdx.x <u n")),
            Certainty::Input);
  EXPECT_EQ(found("computed n;", "for i = 0; i < n; i += 1 {"
                                 "wr s[u64(threadIdx.x + i)] = i; }"),
            Certainty::Input);
  EXPECT_EQ(found("computed blockDim.x;", readsNext("threadIdx.x <u n"),
                  "block _ grid 4"),
            Certainty::Input);
}

TEST(HostChoices, SayWhatTheyShow) {
  Analysis R("param n; shared s[1024] of 4 bytes;"
             "launch \"l\" block 256 grid 4 { computed n; }" +
             readsNext("threadIdx.x <u n"));
  EXPECT_TRUE(llvm::StringRef(R.first(Race).Explanation)
                  .ends_with("(the host computes 'n' in a way that is not "
                             "followed: it is so for all ordinary values "
                             "tried)"));
}

// What the code compares with may be just what the host passes.
TEST(HostChoices, NumbersOfTheCodeAreTriedToo) {
  for (const char *Test : {"n != 7", "n != 0", "n != 123457",
                           "n < 300 || n >= 302", "(n & 1) == 0", "n == 3"})
    EXPECT_EQ(found("computed n;", writesOne(Test)), Certainty::Possible)
        << Test;
}

TEST(HostChoices, ValuesMayBeOfAnyOrder) {
  for (const char *Test : {"n < m", "n <= m", "m <= n", "n != m"})
    EXPECT_EQ(found("computed n; computed m;", writesOne(Test)),
              Certainty::Possible)
        << Test;
  // m may depend on n in a way that is not followed, too.
  EXPECT_EQ(found("computed n;", writesOne("n != m")), Certainty::Possible);
}

TEST(HostChoices, WhatIsNoRaceForLargeSizesIsNotShown) {
  EXPECT_EQ(found("computed n;",
                  "wr s[u64(threadIdx.x % (n / 8 + 1))] = threadIdx.x;"),
            Certainty::Possible);
}

TEST(HostChoices, BlocksMayBeThoseThatTheCodeIsFor) {
  std::string Tile = "wr s[u64(threadIdx.y * 12 + threadIdx.x)] = threadIdx.x;";
  EXPECT_EQ(found("computed blockDim.x;", Tile, "block (_, 4) grid 4"),
            Certainty::Possible);
  EXPECT_EQ(found("computed blockDim.x; computed blockDim.y;",
                  writesOne("blockDim.x != n && blockDim.y <= 2"),
                  "block _ grid 4"),
            Certainty::Possible);
}

TEST(HostChoices, OfAListEachIsTried) {
  auto Of = [](const std::string &Range, const std::string &Body) {
    return found("computed n; " + Range +
                     " assume blockDim.x == (n == 0 ? 32 : n == 1 ? 64 : 128);",
                 Body, "block _ grid 4");
  };
  std::string Three = "assume n >= 0; assume n < 3;";
  EXPECT_EQ(Of(Three, readsNext("threadIdx.x <u 9")), Certainty::Input);
  EXPECT_EQ(Of(Three, writesOne("blockDim.x >= 64")), Certainty::Possible);
  EXPECT_EQ(Of(Three, writesOne("n != 2")), Certainty::Possible);
  // There may be others.
  EXPECT_EQ(Of("assume n >= 0;", writesOne("n != 1000")), Certainty::Possible);
}

TEST(HostChoices, WhatFollowsFromWhatIsPassedIsTried) {
  // The host passes an even number, for all that is known.
  EXPECT_EQ(found("computed m; assume n == m * 2;", writesOne("n != 10")),
            Certainty::Possible);
  EXPECT_EQ(found("computed m; assume n == m * 2;", writesOne("n != 11")),
            Certainty::Input);
}

TEST(HostChoices, WhatFollowsIsNotChosenBesideWhatItFollowsFrom) {
  std::string Product = "computed n; computed m; computed gridDim.x;"
                        "assume gridDim.x == n * m;";
  EXPECT_EQ(found(Product, writesOne("threadIdx.x <u n"), "block 256 grid _"),
            Certainty::Input);
  EXPECT_EQ(found(Product, writesOne("gridDim.x == 64"), "block 256 grid _"),
            Certainty::Possible);
}

TEST(HostChoices, WhatFollowsIsAllOfANumberAndFollowsFromNumbersAlone) {
  auto Of = [](const std::string &Facts, const std::string &Condition) {
    return found("computed n; computed m; assume " + Facts,
                 writesOne(Condition));
  };
  // A dimension that the launch fixes is a number.
  EXPECT_EQ(Of("n == m * blockDim.x;", "threadIdx.x <u n"), Certainty::Input);
  EXPECT_EQ(Of("n == m * 2;", "n != m"), Certainty::Input);
  // What else n depends on may make it equal to m.
  EXPECT_EQ(Of("n == m * $u0;", "n != m"), Certainty::Possible);
  EXPECT_EQ(Of("n == m * in[0];", "n != m"), Certainty::Possible);
}

TEST(HostChoices, APartOfANumberDoesNotSayWhichItIs) {
  auto Of = [](const std::string &Width) {
    Analysis R("param n; param m; param l : i64; shared s[1024] of 4 bytes;"
               "launch \"l\" block 256 grid 4 { computed n; computed m;"
               "computed l; assume " +
               Width + " == " + "n * m; }" + writesOne("(l >>u 32) == u64(n)"));
    return R.first(Race).TheCertainty;
  };
  EXPECT_EQ(Of("u32(l)"), Certainty::Possible);
}

TEST(HostChoices, ContentsThatMakeARaceAreAnotherDoubt) {
  EXPECT_EQ(found("computed n;",
                  writesOne("in[u64(threadIdx.x)] == 3 && threadIdx.x <u n")),
            Certainty::Possible);
}

} // namespace
} // namespace racemap::verdict
