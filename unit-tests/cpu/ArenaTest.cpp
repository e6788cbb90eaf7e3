// ArenaTest - the memory of the CPU device and its shadow cells.
//
// The arena is the process's only one and is monitored here from the start.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <cstring>
#include <vector>

using namespace racemap::cpu;

namespace {

using Kind = Allocation::Kind;

struct ArenaTest : testing::Test {
  Arena &A = Arena::get();
  ArenaTest() { Arena::setMonitored(); }

  char *allocate(size_t Bytes, Kind K = Kind::Device, size_t Alignment = 256) {
    return A.allocate(Bytes, K, {}, "", Alignment);
  }
  /// All cells of [P + From, P + To).
  bool all(const char *P, size_t From, size_t To, uint64_t Value) {
    return std::all_of(A.shadow(P + From), A.shadow(P + To),
                       [&](uint64_t Cell) { return Cell == Value; });
  }
};

TEST_F(ArenaTest, GivesZeroCellsAndARedZoneBehind) {
  for (size_t Bytes : {1, 4, 255, 256, 1000, 70000, 5 << 20}) {
    char *P = allocate(Bytes);
    size_t Words = (Bytes + 3) / 4 * 4;
    EXPECT_TRUE(all(P, 0, Words, 0)) << Bytes;
    EXPECT_TRUE(all(P, Words, Bytes + Arena::RedZone, Poison)) << Bytes;
    std::memset(P, 1, Bytes);
    EXPECT_TRUE(A.free(P));
  }
}

TEST_F(ArenaTest, PoisonsWhatIsFreed) {
  for (size_t Bytes : {64, 4096, 40 << 20}) {
    char *P = allocate(Bytes);
    *A.shadow(P + Bytes / 2) = 7;
    A.free(P);
    EXPECT_TRUE(all(P, 0, Bytes, Poison)) << Bytes;
  }
}

TEST_F(ArenaTest, NeedsNoMemoryForLargeRanges) {
  size_t Bytes = size_t(6) << 30;
  size_t Total = A.bytesTotal();
  A.setBytesTotal(size_t(32) << 30);
  for (int Round = 0; Round < 8; ++Round) {
    char *P = allocate(Bytes);
    ASSERT_NE(P, nullptr);
    P[Bytes - 1] = 1;
    EXPECT_EQ(*A.shadow(P + Bytes / 2), 0u);
    *A.shadow(P + Bytes / 2) = 3;
    EXPECT_TRUE(A.free(P));
    EXPECT_EQ(*A.shadow(P + Bytes / 2), Poison);
  }
  A.setBytesTotal(Total);
}

TEST_F(ArenaTest, PoisonsTheFirstPageToo) {
  EXPECT_EQ(*A.shadow(A.slot(Arena::NumSlots)), Poison);
}

TEST_F(ArenaTest, Aligns) {
  EXPECT_EQ(uintptr_t(allocate(1)) % 256, 0u);
  EXPECT_EQ(uintptr_t(allocate(100, Kind::Variable, 8192)) % 8192, 0u);
  EXPECT_EQ(uintptr_t(allocate(1 << 20)) % 4096, 0u);
}

TEST_F(ArenaTest, FreesOnceAndOnlyWhatItGave) {
  char *P = allocate(100);
  EXPECT_FALSE(A.free(P + 16));
  EXPECT_TRUE(A.free(P));
  EXPECT_FALSE(A.free(P));
  int OnStack = 0;
  EXPECT_FALSE(A.free(&OnStack));
}

TEST_F(ArenaTest, DoesNotReuseAtOnceWhatWasFreed) {
  char *P = allocate(512);
  A.free(P);
  EXPECT_NE(allocate(512), P);
}

TEST_F(ArenaTest, FindsTheAllocationOrItsNeighbour) {
  CallPlace Here = CallPlace::here(&A);
  char *P = A.allocate(1000, Kind::Variable, Here, "table");
  auto Inside = A.find(P + 999);
  ASSERT_TRUE(Inside);
  EXPECT_EQ(Inside->Name, "table");
  ASSERT_FALSE(Inside->HostPlace.returns().empty());
  EXPECT_EQ(Inside->HostPlace.returns()[0], Here.returns()[0]);
  EXPECT_EQ(A.find(P + 1010)->Begin, P);
  EXPECT_FALSE(A.find(P + 1000)->IsFreed);
  A.free(P);
  EXPECT_TRUE(A.find(P)->IsFreed);
}

TEST_F(ArenaTest, FindsNothingFarFromEverything) {
  EXPECT_FALSE(A.find(A.slot(3)));
  char *P = allocate(3 << 20);
  EXPECT_TRUE(A.find(P + (1 << 20)));
}

TEST_F(ArenaTest, NumbersAllocations) {
  uint64_t First = A.find(allocate(8))->Number;
  EXPECT_EQ(A.find(allocate(8))->Number, First + 1);
}

TEST_F(ArenaTest, CountsDeviceMemoryOnly) {
  size_t Free = A.bytesFree();
  char *Device = allocate(1 << 20), *Host = allocate(1 << 20, Kind::Pinned);
  EXPECT_EQ(A.bytesFree(), Free - (1 << 20));
  A.free(Host);
  A.free(Device);
  EXPECT_EQ(A.bytesFree(), Free);
  EXPECT_LE(A.bytesFree(), A.bytesTotal());
}

TEST_F(ArenaTest, HasNoMoreThanItSays) {
  EXPECT_EQ(allocate(A.bytesTotal() + 1), nullptr);
  EXPECT_EQ(allocate(~size_t(0)), nullptr);
}

TEST_F(ArenaTest, HasSharedMemoryInOneWindow) {
  char *First = A.slot(0), *Last = A.slot(Arena::NumSlots - 1);
  EXPECT_EQ(uintptr_t(First) >> 32, uintptr_t(Last) >> 32);
  EXPECT_EQ(Last - First, ptrdiff_t(Arena::SlotBytes) * (Arena::NumSlots - 1));
  EXPECT_TRUE(A.isShared(Last + Arena::SlotBytes - 1));
  EXPECT_FALSE(A.isShared(Last + Arena::SlotBytes));
  EXPECT_FALSE(A.isShared(allocate(16)));
  EXPECT_TRUE(A.contains(First));
  EXPECT_FALSE(A.contains(First - 1));
}

TEST_F(ArenaTest, KeepsAllocationsApart) {
  struct Range {
    char *Begin;
    size_t Bytes;
  };
  std::vector<Range> Live;
  unsigned Seed = 1;
  auto Random = [&] { return Seed = Seed * 1664525 + 1013904223, Seed >> 8; };
  for (int Step = 0; Step < 4000; ++Step) {
    if (Live.size() > 50 || (!Live.empty() && Random() % 3 == 0)) {
      std::swap(Live[Random() % Live.size()], Live.back());
      auto [Begin, Bytes] = Live.back();
      EXPECT_EQ(Begin[0], Begin[Bytes - 1]);
      EXPECT_TRUE(A.free(Begin));
      Live.pop_back();
      continue;
    }
    size_t Bytes = 1 + Random() % (Step % 8 ? 3000 : 300000);
    char *P = allocate(Bytes);
    std::memset(P, char(Step), Bytes);
    Live.push_back({P, Bytes});
  }
  std::sort(Live.begin(), Live.end(),
            [](Range L, Range R) { return L.Begin < R.Begin; });
  for (size_t I = 1; I < Live.size(); ++I)
    EXPECT_LE(Live[I - 1].Begin + Live[I - 1].Bytes, Live[I].Begin);
}

} // namespace
