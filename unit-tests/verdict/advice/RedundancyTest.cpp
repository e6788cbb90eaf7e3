// RedundancyTest - which barriers could be left out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

const std::string Own = "wr s[u64(threadIdx.x)];";
const std::string ReadOwn = "rd s[u64(threadIdx.x)];";
const std::string ReadNext = "rd s[u64(threadIdx.x + 1)];";

/// The lines of redundant barriers.
std::vector<unsigned> redundant(const std::string &Body, bool Wanted = true) {
  Settings S;
  S.Redundant = Wanted;
  Analysis A(shared(Body), S);
  std::vector<unsigned> Lines;
  for (const map::Location &B : A.Result.Redundant)
    Lines.push_back(B.Line);
  return Lines;
}

using Lines = std::vector<unsigned>;

TEST(Redundancy, ABarrierThatOrdersNothingIsRedundant) {
  EXPECT_EQ(redundant(Own + "sync @ 2:3;" + ReadOwn), Lines{2});
  EXPECT_EQ(redundant(Own + "sync @ 2:3;" + ReadNext), Lines{});
  EXPECT_EQ(redundant(Own + "sync @ 2:3;" + ReadOwn, false), Lines{});
}

TEST(Redundancy, OfTwoInARowOneIsRedundant) {
  EXPECT_EQ(redundant(Own + "sync @ 2:3; sync @ 3:3;" + ReadNext), Lines{2});
}

TEST(Redundancy, NeededOnTheWayRoundALoop) {
  auto Loop = [](const std::string &Last) {
    return redundant("for i = 0; i < 8; i += 1 {" + Own + "sync @ 2:5;" +
                     ReadNext + Last + "}");
  };
  EXPECT_EQ(Loop("sync @ 4:5;"), Lines{});
  EXPECT_EQ(Loop("sync @ 4:5; sync @ 5:5;"), Lines{4});
}

TEST(Redundancy, NotWhereThreadsCouldWaitForEachOther) {
  std::string Plain = Own + "sync @ 2:3;" + ReadOwn;
  std::string Flag = "shared f[1] of 4 bytes;";
  EXPECT_EQ(redundant(Flag + Plain + "rd f[0];"), Lines{2});
  EXPECT_EQ(redundant(Flag + Plain + "volatile rd f[0];"), Lines{});
  EXPECT_EQ(redundant(Flag + Plain + "atomic f[0];"), Lines{});
}

TEST(Redundancy, NotIfTheKernelRacesInSomeLaunch) {
  std::string Body = "wr s[u64(threadIdx.x & 255)]; sync @ 2:3;";
  EXPECT_EQ(redundant(Body), Lines{2});
  EXPECT_EQ(redundant("launch \"m\" block 512 grid 4;" + Body), Lines{});
}

TEST(Redundancy, NotIfItStandsForSeveral) {
  std::string Inlined = "sync @ 9:3 in \"f\" from ";
  EXPECT_EQ(redundant(Own + Inlined + "2:3;" + ReadOwn), Lines{9});
  EXPECT_EQ(redundant(Own + Inlined + "2:3;" + ReadNext + Inlined + "4:3;"),
            Lines{});
}

} // namespace
} // namespace racemap::verdict
