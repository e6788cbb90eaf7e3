// ProvedAccessesTest - which accesses are proved, and what a launch is asked;
// or why no launch can be.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/verdict/Analysis.h"

namespace racemap::verdict {
namespace {

Settings withProofs() {
  Settings S;
  S.Proofs = true;
  return S;
}

struct Proved : Analysis {
  explicit Proved(const std::string &Body, const Settings &S = withProofs())
      : Analysis(Body, S), Its(*context().Proofs) {}

  bool isOpen(unsigned Access) const { return Its.Open.test(Access); }
  bool asks(llvm::StringRef Text) const {
    return llvm::any_of(Its.Assumed, [&](const map::Assumption &A) {
      return A.Text == Text && A.Condition;
    });
  }

  const AccessProofs &Its;
};

std::string whyNot(const std::string &Body, const Settings &S = withProofs()) {
  return Proved(shared(Body), S).Its.Why;
}

TEST(ProvedAccesses, AreThoseOfWhichAllPairsAreRefuted) {
  Proved One(shared("wr s[threadIdx.x]; rd s[threadIdx.x];"));
  EXPECT_EQ(One.Its.Why, "");
  EXPECT_TRUE(One.Its.Open.none());
  Proved Other(shared("shared t[4] of 4 bytes; wr s[threadIdx.x]; wr t[0]; rd "
                      "t[1]; rd s[threadIdx.x + 1];"));
  EXPECT_EQ(Other.Its.Why, "");
  EXPECT_TRUE(Other.isOpen(0));
  EXPECT_TRUE(Other.isOpen(1));
  EXPECT_FALSE(Other.isOpen(2));
  EXPECT_TRUE(Other.isOpen(3));
}

TEST(ProvedAccesses, HaveBarriersBetweenThem) {
  Proved With(shared("wr s[threadIdx.x]; sync; rd s[255 - threadIdx.x];"));
  EXPECT_TRUE(With.Its.Open.none());
  Proved Without(shared("wr s[threadIdx.x]; rd s[255 - threadIdx.x];"));
  EXPECT_TRUE(Without.Its.Open.all());
}

TEST(ProvedAccesses, LaunchesAreAskedForTheirSizes) {
  Proved P(shared("wr s[threadIdx.x];"));
  for (const char *Size : {"blockDim.x == 256", "blockDim.y == 1",
                           "blockDim.z == 1", "gridDim.x == 4"})
    EXPECT_TRUE(P.asks(Size)) << Size;
  Proved Any("global g of 4 bytes; wr g[u64(blockIdx.x * blockDim.x + "
             "threadIdx.x)];");
  for (const char *Size : {"blockDim.y == 1", "gridDim.y == 1",
                           "gridDim.x * blockDim.x < 2147483648"})
    EXPECT_TRUE(Any.asks(Size)) << Size;
}

TEST(ProvedAccesses, AreNoneWhereThreadsMayDoAnything) {
  EXPECT_EQ(whyNot("wr s[threadIdx.x]; gap \"odd\";"), "odd");
}

TEST(ProvedAccesses, AreNoneWhereABarrierMayBeMissed) {
  EXPECT_EQ(whyNot("wr s[threadIdx.x]; if threadIdx.x <u 7 { sync; }"),
            "a barrier may not be met by all threads");
}

TEST(ProvedAccesses, RestOnNothingThatNoLaunchShows) {
  EXPECT_EQ(whyNot("param n; assume n == 3; wr s[threadIdx.x];"),
            "no launch shows that n == 3");
  Settings WithinBlocks = withProofs();
  WithinBlocks.GridLevel = false;
  EXPECT_EQ(whyNot("wr s[threadIdx.x];", WithinBlocks),
            "no launch shows that blocks do not race with each other "
            "(grid=off)");
  Settings Lockstep = withProofs();
  Lockstep.Lockstep = true;
  EXPECT_EQ(whyNot("wr s[threadIdx.x];", Lockstep),
            "no launch shows that the threads of a warp advance in lockstep");
}

TEST(ProvedAccesses, NeedADecisionToTheEnd) {
  Settings None = withProofs();
  None.LastStep = 0;
  EXPECT_EQ(whyNot("wr s[threadIdx.x];", None),
            "it was not decided to the end");
}

TEST(ProvedAccesses, AreLookedForInOtherLaunches) {
  // Any other grid will do.
  Proved P(shared("wr s[threadIdx.x];"));
  EXPECT_TRUE(llvm::any_of(P.Result.Proofs, [](const AccessProofs &A) {
    return A.Open.none() && llvm::none_of(A.Assumed, [](const auto &Its) {
             return Its.Text == "gridDim.x == 4";
           });
  }));
}

} // namespace
} // namespace racemap::verdict
