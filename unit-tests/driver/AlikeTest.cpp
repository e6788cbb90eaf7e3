// AlikeTest - kernels that stand in one place and say the same are decided
// once, each under its own name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/map/Parser.h"
#include <gtest/gtest.h>

namespace racemap {
namespace {

/// Instances of one template with these bodies; what is heard of them.
struct Instances {
  explicit Instances(std::initializer_list<std::string> Bodies) {
    std::string Text;
    for (const std::string &Body : Bodies) {
      std::string Name = "k" + std::to_string(Count++);
      Text += "kernel \"" + Name + "()\" \"" + Name + "\" at \"k.cu\":3:1 {" +
              Body + "}\n";
    }
    auto All = map::parseProtocols(Text, "k.map", Terms);
    if (!All) {
      ADD_FAILURE() << llvm::toString(All.takeError());
      return;
    }
    Listener Heard;
    Heard.Begins = [&](size_t, size_t, llvm::StringRef) { ++Begun; };
    Heard.Decided = [&](const std::vector<verdict::KernelResult> &Kernels) {
      Told.push_back(Kernels.size());
    };
    Of = analyse(std::move(*All), Options(), UnitBudget(0), {}, Heard);
  }

  map::TermContext Terms;
  unsigned Count = 0, Begun = 0;
  std::vector<size_t> Told;
  Analysis Of;
};

const std::string Launch = "launch \"l\" block 32 grid 1;";

std::string writing(const std::string &Index) {
  return "global g of 4 bytes; wr g[u64(" + Index + ")] @ 4:1; ";
}

TEST(Alike, KernelsThatSayTheSameAreDecidedOnce) {
  Instances All{writing("threadIdx.x / 2") + Launch,
                writing("threadIdx.x / 2") + Launch};
  EXPECT_EQ(All.Begun, 1u);
  EXPECT_EQ(All.Told, std::vector<size_t>{2});
  ASSERT_EQ(All.Of.Kernels.size(), 2u);
  EXPECT_EQ(All.Of.Kernels[0].Name, "k0()");
  EXPECT_EQ(All.Of.Kernels[1].Name, "k1()");
  EXPECT_EQ(All.Of.Kernels[1].Mangled, "k1");
  for (const verdict::KernelResult &K : All.Of.Kernels) {
    EXPECT_EQ(K.Contexts.at(0).TheVerdict, verdict::Verdict::Racy);
    EXPECT_EQ(K.Contexts.at(0).Findings.size(), 1u);
    EXPECT_FALSE(K.Contexts.at(0).Findings[0].Fingerprint.empty());
  }
}

TEST(Alike, KernelsThatDifferAreDecidedApart) {
  Instances All{writing("threadIdx.x / 2") + Launch,
                writing("threadIdx.x") + Launch};
  EXPECT_EQ(All.Begun, 2u);
  EXPECT_EQ(All.Of.Kernels.at(0).Contexts.at(0).TheVerdict,
            verdict::Verdict::Racy);
  EXPECT_EQ(All.Of.Kernels.at(1).Contexts.at(0).TheVerdict,
            verdict::Verdict::RaceFree);
}

TEST(Alike, OtherLaunchesAreOtherKernels) {
  Instances All{writing("threadIdx.x") + "launch \"l\" block 32 grid 1;",
                writing("threadIdx.x") + "launch \"l\" block 32 grid 2;"};
  EXPECT_EQ(All.Begun, 2u);
  EXPECT_EQ(All.Of.Kernels.at(0).Contexts.at(0).TheVerdict,
            verdict::Verdict::RaceFree);
  EXPECT_EQ(All.Of.Kernels.at(1).Contexts.at(0).TheVerdict,
            verdict::Verdict::Racy);
}

TEST(Alike, EachHasTheLaunchThatIsItsOwn) {
  Instances All{writing("threadIdx.x") + "launch \"here\" block 32 grid 1;",
                writing("threadIdx.x") + "launch \"there\" block 32 grid 1;"};
  EXPECT_EQ(All.Begun, 1u);
  EXPECT_EQ(All.Of.Kernels.at(0).Contexts.at(0).Context.Origin, "here");
  EXPECT_EQ(All.Of.Kernels.at(1).Contexts.at(0).Context.Origin, "there");
}

} // namespace
} // namespace racemap
