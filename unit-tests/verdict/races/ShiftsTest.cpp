// Pairs that differ by a shift are decided as if each were asked about.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"
#include <random>

namespace racemap::verdict {
namespace {

/// Writes of one block of eight threads, thread t < Limit to element
/// t * Factor + Number, cut to 32 bits, + n * Rows + Far; the former n times if
/// IsScaled.
struct Write {
  unsigned Factor, Rows, Number, Limit, Far = 0;
  bool IsScaled = false;

  uint64_t place(uint32_t T, uint64_t N) const {
    return uint64_t(T * Factor + Number) * (IsScaled ? N : 1) + Rows * N + Far;
  }
  std::string text() const {
    auto Str = [](unsigned N) { return std::to_string(N); };
    return "if threadIdx.x < " + Str(Limit) + " { wr s[u64(threadIdx.x * " +
           Str(Factor) + " + " + Str(Number) + ")" +
           (IsScaled ? " * u64(n)" : "") + " + u64(n) * " + Str(Rows) + " + " +
           Str(Far) + "]; }\n";
  }
};

constexpr uint32_t Threads = 8;

/// Do two threads come to one element?
bool doRace(const Write &A, const Write &B, uint32_t N) {
  for (uint32_t T = 0; T < std::min(Threads, A.Limit); ++T)
    for (uint32_t U = 0; U < std::min(Threads, B.Limit); ++U)
      if (T != U && A.place(T, N) == B.place(U, N))
        return true;
  return false;
}

TEST(Shifts, OfUnrolledWritesAgreeWithEnumeration) {
  unsigned Free = 0, Racy = 0;
  for (unsigned Seed = 1; Seed <= 200; ++Seed) {
    std::mt19937 Engine(Seed);
    auto Pick = [&](unsigned N) { return unsigned(Engine() % N); };
    unsigned Factor = 1 + Pick(3),
             Step = Pick(3) ? Factor * Threads : 2 + Pick(40);
    unsigned Most = Pick(4) ? 9 : 2; // with n = 0 or 1, or up to 8
    bool HasRows = Pick(2);
    if (HasRows && Pick(2))
      Step = 0;
    bool IsScaled = Pick(3) == 0;
    unsigned Least = IsScaled && Pick(4) ? 1 : 0;
    std::vector<Write> All;
    for (unsigned I = 0; I < 5; ++I) {
      Write W{Factor, HasRows ? I : 0, I * Step, Threads};
      W.IsScaled = IsScaled != (Pick(12) == 0);
      if (Pick(12) == 0)
        W.Number += Pick(9);
      if (Pick(6) == 0) // some wrap, or begin where those that wrap do
        (Pick(2) ? W.Number : W.Far) = -(1 + Pick(6));
      if (Pick(8) == 0)
        W.Limit = 1 + Pick(Threads);
      if (Pick(12) == 0)
        W.Rows += Pick(3);
      All.push_back(W);
    }
    std::string Text = "param n : u16; shared s of 4 bytes;"
                       "launch \"l\" block 8 grid 1 { assume n <u " +
                       std::to_string(Most) + "; assume n >=u " +
                       std::to_string(Least) + "; }\n";
    for (const Write &W : All)
      Text += W.text();
    unsigned Pairs = 0;
    for (size_t A = 0; A < All.size(); ++A)
      for (size_t B = A; B < All.size(); ++B) {
        bool Is = false;
        for (uint32_t N = Least; N < Most; ++N)
          Is |= doRace(All[A], All[B], N);
        Pairs += Is;
      }
    EXPECT_EQ(Analysis(Text).count(Race), Pairs) << "seed " << Seed << "\n"
                                                 << Text;
    ++(Pairs ? Racy : Free);
  }
  EXPECT_GT(Free, 30u);
  EXPECT_GT(Racy, 30u);
}

/// How many pairs of these writes race, in a block of eight threads.
unsigned racing(const std::string &Writes) {
  return Analysis("param n : u32; shared s of 4 bytes; launch \"l\" block 8 "
                  "grid 1 { assume n <u 4; assume (n & 1) == 1; }\n" +
                  Writes)
      .count(Race);
}

TEST(Shifts, OfRowsHaveAsManyQuestionsAsRows) {
  auto Queries = [](unsigned Rows) {
    std::string Text = "param w : i32; global s of 4 bytes;"
                       "launch \"l\" block 8 grid (1, 7);";
    for (unsigned I = 0; I < Rows; ++I)
      Text += "if threadIdx.x < w { wr s[u64(blockIdx.y * " +
              std::to_string(Rows) + " + " + std::to_string(I) +
              ") *s i64(w) +s u64(threadIdx.x)]; }\n";
    Settings S;
    S.Statistics = true;
    Analysis Of(Text, S);
    EXPECT_EQ(Of.verdict(), "race-free");
    return Of.context(0).Statistics->Asked.Queries;
  };
  EXPECT_LE(Queries(20), 4 * 20u);
}

TEST(Shifts, OfOtherPathsAreOtherPairs) {
  EXPECT_EQ(racing("if threadIdx.x < 2 { wr s[u64(threadIdx.x)]; }"
                   "if threadIdx.x < 2 { wr s[u64(threadIdx.x + 4)]; }"
                   "wr s[u64(threadIdx.x + 100)];"
                   "wr s[u64(threadIdx.x + 104)];"),
            1u);
}

TEST(Shifts, ByOtherMultiplesOfANameAreOtherPairs) {
  EXPECT_EQ(racing("wr s[u64(threadIdx.x) * 2 + u64(n)];"
                   "wr s[u64(threadIdx.x) * 2 + u64(n) * 2];"
                   "wr s[u64(threadIdx.x) * 2 + u64(n) * 3];"),
            1u);
}

TEST(Shifts, AreThoseOfSumsThatDoNotWrap) {
  EXPECT_EQ(racing("wr s[u64(threadIdx.x) + 4294967292];"
                   "wr s[u64(threadIdx.x + 4294967292)];"
                   "wr s[u64(threadIdx.x)];"),
            1u);
}

} // namespace
} // namespace racemap::verdict
