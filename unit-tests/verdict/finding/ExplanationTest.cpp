// ExplanationTest - the sentence for each way in which two threads meet.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/finding/Explanations.h"
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

std::string explanation(const std::string &Body,
                        Finding::Kind K = Finding::Kind::DataRace) {
  Analysis A(shared(Body));
  return A.first(K).Explanation;
}

const std::string Write = "wr s[u64(threadIdx.x)] @ ";
const std::string Read = "rd s[u64(threadIdx.x + 1)] @ ";

TEST(Explanations, OfTwoStatements) {
  EXPECT_EQ(explanation(Write + "1:3;" + Read + "2:3;"),
            "one thread writes 's[threadIdx.x]' at line 1 while another reads "
            "'s[threadIdx.x + 1]' at line 2; no barrier stands between");
}

TEST(Explanations, HaveTheIndexOfTheWholeGrid) {
  const std::string Index = "blockIdx.x * blockDim.x + threadIdx.x";
  Analysis A("global a of 4 bytes; launch \"symbolic\";"
             "rd a[u64(" +
             Index + " + 1)] @ 1:3; wr a[u64(" + Index + ")] @ 2:3;");
  EXPECT_EQ(A.first(Finding::Kind::DataRace).Explanation,
            "one thread reads 'a[" + Index +
                " + 1]' at line 1 while another writes 'a[" + Index +
                "]' at line 2; no barrier stands between");
}

TEST(Explanations, SayADoubtThatIsACondition) {
  EXPECT_EQ(doubts("it is", "only if x", Certainty::Possible), " (only if x)");
  EXPECT_EQ(doubts("it is", "x", Certainty::Possible),
            " (if it is as assumed: x)");
}

TEST(Explanations, OfOneStatement) {
  EXPECT_EQ(explanation("wr s[u64(threadIdx.x / 2)] @ 4:3;"),
            "one thread writes 's[threadIdx.x / 2]' at line 4 while another "
            "does the same; both threads execute the same "
            "statement, so no barrier can separate them");
}

TEST(Explanations, OfTheSameValue) {
  EXPECT_EQ(explanation("wr s[0] = 7 @ 4:3;"),
            "one thread writes 's[0]' at line 4 while another does the same, "
            "both the same value; both threads execute the same "
            "statement, so no barrier can separate them");
}

TEST(Explanations, OfDifferentBlocks) {
  EXPECT_EQ(explanation("global out of 4 bytes;"
                        "wr out[u64(threadIdx.x)] @ 4:3;"),
            "one thread writes 'out[threadIdx.x]' at line 4 while a thread of "
            "another block does the same; barriers of a block do not order "
            "different blocks");
}

TEST(Explanations, OfALaterIterationBehindABarrier) {
  EXPECT_EQ(explanation("for i = 0; i < 8; i += 1 @ 1:3 {" + Write +
                        "2:5; sync @ 3:5;" + Read + "4:5; }"),
            "one thread reads 's[threadIdx.x + 1]' at line 4 while another, in "
            "a later iteration of the loop at line 1, writes 's[threadIdx.x]' "
            "at line 2; no barrier stands between");
}

TEST(Explanations, OfIterationsThatNothingSeparates) {
  EXPECT_EQ(explanation("for i = 0; i < 8; i += 1 @ 1:3 {"
                        "wr s[u64(threadIdx.x + u32(i))] @ 2:5; }"),
            "one thread writes 's[threadIdx.x + i]' at line 2 while another, "
            "in another iteration of the loop at line 1, does the same; no "
            "barrier separates its iterations");
}

TEST(Explanations, OfABarrierForOneWarp) {
  EXPECT_EQ(explanation(Write + "1:3; syncwarp @ 2:3;" +
                        "rd s[u64(threadIdx.x ^ 32)] @ 3:3;"),
            "one thread writes 's[threadIdx.x]' at line 1 while another reads "
            "'s[threadIdx.x ^ 32]' at line 3; the barrier at line 2 is only "
            "for threads of one warp");
}

TEST(Explanations, LeaveOutLongIndices) {
  std::string Index = "threadIdx.x";
  for (int I = 0; I < 8; ++I)
    Index = "(" + Index + " ^ blockIdx.x + " + std::to_string(I + 1) + ")";
  std::string Text =
      explanation("wr s[u64(" + Index + " & 1023)] @ 1:3;" + Read + "2:3;");
  EXPECT_NE(Text.find("writes 's' at line 1"), std::string::npos) << Text;
}

TEST(Explanations, HaveTheNamesOfTheSource) {
  EXPECT_EQ(explanation("global k of 4 bytes; rd k[u64(threadIdx.x)] => $u0 @ "
                        "3:5; wr s[i64($u0)] @ 4:3;"),
            "one thread writes 's[k[threadIdx.x]]' at line 4 while another "
            "does the same; both threads execute the same "
            "statement, so no barrier can separate them");
  // Of what nobody names, the array alone.
  std::string Text = explanation("wr s[i64($u7)] @ 4:3;");
  EXPECT_NE(Text.find("writes 's' at line 4"), std::string::npos) << Text;
}

TEST(Explanations, OfDivergence) {
  EXPECT_EQ(explanation("if threadIdx.x <u 32 @ 4:3 { sync @ 5:5; }",
                        Finding::Kind::BarrierDivergence),
            "one thread waits at the barrier while another goes past it; they "
            "part at the condition at line 4");
  EXPECT_EQ(explanation("for i = threadIdx.x; i <u 300; i += 64 @ 4:3 "
                        "{ sync @ 5:5; }",
                        Finding::Kind::BarrierDivergence),
            "one thread waits at the barrier while another goes past it; they "
            "part at the loop at line 4");
}

} // namespace
} // namespace racemap::verdict
