// ModuleInfo: what modules say of their accesses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/host/Logs.h"

namespace racemap::host {
namespace {

/// Three stores, of a value that is the same for all threads, of the same one,
/// and of one that is not; then one of another such value.
constexpr const char *Stores = R"json({"version":1,"sites":[
 {"op":"write","bytes":4,"uniformValue":1,"stack":[]},
 {"op":"write","bytes":4,"uniformValue":1,"stack":[]},
 {"op":"write","bytes":4,"stack":[]},
 {"op":"write","bytes":4,"uniformValue":2,"stack":[]}],"kernels":{}})json";

TEST(ModuleInfos, SomeStoresAreOfOneValue) {
  ModuleInfos All;
  std::string Problem;
  EXPECT_EQ(All.add(Stores, Problem), 0u);
  EXPECT_EQ(Problem, "");
  EXPECT_TRUE(All.storeOneValue(0, 0));
  EXPECT_TRUE(All.storeOneValue(0, 1));
  EXPECT_FALSE(All.storeOneValue(2, 2));
  EXPECT_FALSE(All.storeOneValue(0, 3));
  EXPECT_FALSE(All.storeOneValue(0, ~0u));
}

TEST(ModuleInfos, ValuesOfUnitsAreTheirOwn) {
  ModuleInfos All;
  std::string Problem;
  All.add(Stores, Problem);
  unsigned Second = All.add(Stores, Problem);
  EXPECT_TRUE(All.storeOneValue(Second, Second + 1));
  EXPECT_FALSE(All.storeOneValue(0, Second));
  EXPECT_FALSE(All.storeOneValue(3, Second + 3));
}

TEST(ModuleInfos, AModuleThatIsLoadedAgainHasItsSites) {
  ModuleInfos All;
  std::string Problem;
  All.add(Stores, Problem);
  unsigned Second = All.add(Stores, Problem);
  All.remove(Second);
  EXPECT_EQ(All.add(Stores, Problem), Second);
  unsigned Third = All.add(Stores, Problem);
  EXPECT_EQ(Third, 2 * Second);
  All.remove(0);
  All.remove(Third);
  EXPECT_EQ(All.add(Stores, Problem) + All.add(Stores, Problem), Third);
  EXPECT_EQ(All.numSites(), 3 * Second);
}

TEST(ModuleInfos, KnowTheSitesOfEachKernel) {
  ModuleInfos M;
  std::string Problem;
  EXPECT_EQ(M.add(Info, Problem), 0u);
  EXPECT_EQ(M.add(Info, Problem), 2u);
  const KernelInfo *K = M.kernel("_Z1kv", {2});
  ASSERT_TRUE(K);
  EXPECT_FALSE(K->OrdersOtherwise);
  EXPECT_EQ(K->FirstSite, 2u);
  EXPECT_EQ(K->NumSites, 2u);
  EXPECT_EQ(M.kernel("_Z1kv", {1, 0})->FirstSite, 0u);
  EXPECT_EQ(M.kernel("_Z1kv", {}), nullptr);
  EXPECT_EQ(M.kernel("_Z1x", {0, 2}), nullptr);
}

TEST(ModuleInfos, SayIfTheyCannotRead) {
  for (const char *Text : {"", "[]", R"({"version":2})"}) {
    ModuleInfos M;
    std::string Problem;
    M.add(Text, Problem);
    EXPECT_NE(Problem.find("another version of RaceMap"), std::string::npos);
  }
}

} // namespace
} // namespace racemap::host
