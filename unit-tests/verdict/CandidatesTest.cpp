// Candidates: launches to try keep to what is known of the launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Candidates.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include <gtest/gtest.h>
#include <map>

namespace racemap::verdict {
namespace {

class Candidates : public testing::Test {
protected:
  /// For a kernel that writes where its square says, in this launch.
  std::vector<Witness> of(const std::string &Launch) {
    auto All = map::parseProtocols(
        "kernel k { param n : i32; param pitch : i32; global a of 4 bytes;\n" +
            Launch +
            "  if threadIdx.x < n { wr a[blockIdx.x * pitch + threadIdx.x * "
            "threadIdx.x]; } }",
        "k.map", Terms);
    if (!All) {
      ADD_FAILURE() << llvm::toString(All.takeError());
      return {};
    }
    ContextResult In;
    if (!All->front().Contexts.empty())
      In.Context = All->front().Contexts.front();
    return candidateLaunches(All->front(), In, Settings());
  }
  static int64_t value(const Witness &W, const std::string &Name) {
    for (const Witness::Named &V : W.Values)
      if (V.Name == Name)
        return V.Value;
    ADD_FAILURE() << "no value of " << Name;
    return -1;
  }

  map::TermContext Terms;
};

TEST_F(Candidates, OfAnOpenLaunchAreSmallAndDiffer) {
  std::vector<Witness> All = of("");
  EXPECT_GE(All.size(), 4u);
  for (const Witness &W : All) {
    EXPECT_GT(W.BlockDim[0], 1u);
    EXPECT_GT(W.GridDim[0], 1u);
    EXPECT_GT(value(W, "n"), 1);
    EXPECT_GT(value(W, "pitch"), 1);
    EXPECT_LE(value(W, "n"), 1024);
    EXPECT_LE(W.BlockDim[0] * W.BlockDim[1] * W.BlockDim[2], 1024u);
  }
}

TEST_F(Candidates, KeepToConditions) {
  std::vector<Witness> All =
      of("launch \"l\" block 32 grid (_, 2) { assume gridDim.x == n / 32; "
         "assume pitch == n; assume n % 32 == 0; }\n");
  ASSERT_FALSE(All.empty());
  for (const Witness &W : All) {
    EXPECT_EQ(W.BlockDim, (std::array<uint32_t, 3>{32, 1, 1}));
    EXPECT_EQ(W.GridDim[1], 2u);
    EXPECT_EQ(int64_t(W.GridDim[0]), value(W, "n") / 32);
    EXPECT_EQ(value(W, "n") % 32, 0);
    EXPECT_EQ(value(W, "pitch"), value(W, "n"));
  }
}

TEST_F(Candidates, OfAnExactLaunchAreThatLaunch) {
  std::vector<Witness> All = of("launch \"l\" block 48 grid 5 { assume n == 7; "
                                "assume pitch == 9; }\n");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].BlockDim, (std::array<uint32_t, 3>{48, 1, 1}));
  EXPECT_EQ(All[0].GridDim, (std::array<uint32_t, 3>{5, 1, 1}));
  EXPECT_EQ(value(All[0], "n"), 7);
  EXPECT_EQ(value(All[0], "pitch"), 9);
}

TEST_F(Candidates, OfAnImpossibleLaunchThereAreNone) {
  EXPECT_TRUE(of("launch \"l\" block 32 grid 1 { assume n < 3; assume n > 5; "
                 "}\n")
                  .empty());
}

} // namespace
} // namespace racemap::verdict
