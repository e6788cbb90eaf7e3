// Random launches: the monitor races exactly where happens-before does.
//
// RACEMAP_SEED repeats a run; a failure prints its events.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit-tests/monitor/Device.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <sstream>

namespace racemap {
namespace {

using device::Descriptor;
using device::Order;
using fsm::Operation;
using fsm::Scope;

struct Kind {
  const char *Kernel;
  unsigned FirstSite, ClusterSize;
  bool Fenced = false;
  /// All atomic accesses have 4 bytes.
  bool Alike = false;
};

class RandomLaunch {
public:
  RandomLaunch(const Kind &K, std::mt19937 &Random)
      : Random(Random), Fenced(K.Fenced), Alike(K.Alike),
        FirstSite(K.FirstSite),
        D(K.Kernel, 4, K.ClusterSize, {0, 1, 32, 33}, /*SharedWords=*/1),
        R(D.shape(), Fenced), Global(uint64_t(cpu::Arena::get().allocate(
                                  8, cpu::Allocation::Kind::Device, {}))) {}
  ~RandomLaunch() { cpu::Arena::get().free(reinterpret_cast<void *>(Global)); }

  /// False if the two differ; then log() tells the events.
  bool run(unsigned Events) {
    // Few threads meet more often.
    for (unsigned I = pick(2, 5); I > 0; --I)
      Chosen.push_back(pick(0, D.shape().size() - 1));
    for (unsigned I = 0; I < Events; ++I)
      if (!step())
        return false;
    return true;
  }
  std::string log() const { return Log.str(); }
  unsigned races() const { return Races; }
  /// Races whose other party the monitor did not know.
  unsigned unnamed() const { return Unnamed; }

private:
  unsigned pick(unsigned Low, unsigned High) {
    return std::uniform_int_distribution<unsigned>(Low, High)(Random);
  }
  bool chance(unsigned Percent) { return pick(1, 100) <= Percent; }
  unsigned thread() { return Chosen[pick(0, unsigned(Chosen.size()) - 1)]; }

  bool step() {
    if (chance(70))
      return access();
    if (!Fenced || chance(35))
      wholeBarrier();
    else if (chance(50))
      fence();
    else
      someBarrier();
    return true;
  }

  void wholeBarrier() {
    unsigned T = thread();
    Scope S = Scope(pick(unsigned(Scope::Warp), unsigned(Scope::Grid)));
    unsigned Cluster = D.shape().ClusterOf[T];
    bool IsSplit = Fenced && S == Scope::Cluster;
    if (IsSplit && (Arrivals.count(Cluster) || chance(50)))
      return partOfClusterBarrier(Cluster, D.group(T, S));
    Log << "barrier of scope " << unsigned(S) << " of thread " << T << "\n";
    R.barrier(D.group(T, S));
    D.barrier(T, S);
  }

  /// All threads of a cluster arrive; or they wait, if they have arrived.
  void partOfClusterBarrier(unsigned Cluster,
                            const std::vector<unsigned> &Group) {
    auto Arrived = Arrivals.extract(Cluster);
    Log << "cluster " << Cluster << (Arrived ? " waits\n" : " arrives\n");
    for (unsigned T : Group)
      if (Arrived) {
        R.wait(T, Arrived.mapped());
        D.waitForCluster(T);
      } else {
        Arrivals[Cluster].push_back(R.arrive(T));
        D.arriveAtCluster(T);
      }
  }

  void someBarrier() {
    unsigned T = thread();
    bool OfWarp = chance(50);
    std::vector<unsigned> Some{T};
    for (unsigned Other : D.group(T, OfWarp ? Scope::Warp : Scope::Block))
      if (Other != T && chance(50))
        Some.push_back(Other);
    Log << (OfWarp ? "warp" : "named") << " barrier:";
    for (unsigned One : Some)
      Log << ' ' << One;
    Log << "\n";
    R.barrier(Some);
    if (OfWarp)
      D.warpBarrier(Some);
    else
      D.namedBarrier(Some);
  }

  void fence() {
    unsigned T = thread();
    Scope S = Scope(pick(unsigned(Scope::Block), unsigned(Scope::Grid)));
    Order O = chance(70)   ? Order::AcqRel
              : chance(50) ? Order::Acquire
                           : Order::Release;
    Log << "fence of thread " << T << " scope " << unsigned(S) << " order "
        << unsigned(O) << "\n";
    R.fence(T, S, O);
    D.fence(T, S, O);
  }

  Descriptor descriptor() {
    Descriptor A;
    A.Op = Operation(pick(0, fsm::NumOperations - 1));
    if (!Fenced)
      return A;
    if (!isAtomic(A.Op)) {
      A.Ordering = chance(30) ? Order::Volatile : Order::None;
      return A;
    }
    A.OnlyLoads = chance(25);
    A.OnlyStores = !A.OnlyLoads && chance(25);
    A.Unread = A.OnlyStores || (!A.OnlyLoads && chance(20));
    if (chance(40))
      A.Ordering = A.OnlyLoads    ? Order::Acquire
                   : A.OnlyStores ? Order::Release
                                  : Order(pick(2, 4));
    return A;
  }

  bool access() {
    unsigned T = thread();
    Descriptor A = descriptor();
    unsigned Which = pick(0, 2);
    uint64_t Word =
        Which < 2 ? Global + Which * 4 : D.shared(D.shape().BlockOf[T]);
    unsigned Number = Which < 2 ? Which : 2 + D.shape().BlockOf[T];
    unsigned Bytes = chance(75) ? 4 : isAtomic(A.Op) ? 2 : pick(1, 2);
    if (Alike && isAtomic(A.Op))
      Bytes = 4;
    bool Fails =
        isAtomic(A.Op) && !A.OnlyLoads && !A.Unread && Fenced && chance(30);
    unsigned Offset = Bytes == 4 ? 0 : pick(0, 4 / Bytes - 1) * Bytes;
    uint8_t Mask = uint8_t(((1u << Bytes) - 1) << Offset);
    Log << "thread " << T << " word " << Number << " mask " << unsigned(Mask)
        << " op " << unsigned(A.Op) << " order " << unsigned(A.Ordering)
        << (A.OnlyLoads ? " load" : "") << (A.OnlyStores ? " store" : "")
        << (A.Unread ? " unread" : "") << (Fails ? " fails" : "");
    unsigned Site = ++Accesses * fsm::NumOperations + unsigned(A.Op) +
                    (Bytes == 4 ? 0 : Device::SitesPerKernel / 2) + FirstSite;
    std::vector<unsigned> Expected = R.access(T, A, Number, Mask, Site, Fails);
    std::vector<unsigned> Found =
        D.access(T, Word + Offset, Bytes, A, Site, Fails);
    Races += !Expected.empty();
    Log << (Expected.empty() ? "" : ": races")
        << (Found.empty() ? "" : ", found") << "\n";
    return Expected.empty() == Found.empty() && areAmong(Found, Expected);
  }

  /// Who is named has to be one that the access races with.
  bool areAmong(const std::vector<unsigned> &Found,
                const std::vector<unsigned> &Expected) {
    for (unsigned Site : Found) {
      Unnamed += Site == ~0u;
      if (Site != ~0u &&
          std::count(Expected.begin(), Expected.end(), Site) == 0) {
        Log << "site " << Site << " is no party to it\n";
        return false;
      }
    }
    return true;
  }

  std::mt19937 &Random;
  bool Fenced, Alike;
  unsigned FirstSite;
  Device D;
  Reference R;
  uint64_t Global;
  std::vector<unsigned> Chosen;
  /// By cluster, between the parts of its barrier: the reference's events.
  std::map<unsigned, std::vector<size_t>> Arrivals;
  std::ostringstream Log;
  unsigned Accesses = 0, Races = 0, Unnamed = 0;
};

unsigned seed() {
  const char *Given = std::getenv("RACEMAP_SEED");
  return Given ? unsigned(std::atoi(Given)) : std::random_device()();
}

void compare(const Kind &K, unsigned Launches) {
  unsigned Seed = seed();
  SCOPED_TRACE("RACEMAP_SEED=" + std::to_string(Seed));
  std::mt19937 Random(Seed);
  unsigned Races = 0, Unnamed = 0;
  for (unsigned I = 0; I < Launches; ++I) {
    RandomLaunch L(K, Random);
    bool Same = L.run(24);
    Races += L.races();
    Unnamed += L.unnamed();
    ASSERT_TRUE(Same) << L.log();
  }
  EXPECT_GT(Races, Launches / 2) << "the launches race too seldom to tell";
  EXPECT_LE(Unnamed * 50, Races) << "too many races with nobody knows whom";
}

/// Also that compiled code decides enough to tell, by itself. Taken: how many
/// cells it changes at least; none if that is 0.
void compareInline(const Kind &K, unsigned Kept, unsigned Taken) {
  unsigned Inline = Device::NumInline, Changed = Device::NumTaken;
  compare(K, 20000);
  Inline = Device::NumInline - Inline;
  Changed = Device::NumTaken - Changed;
  EXPECT_GE(Inline - Changed, Kept);
  EXPECT_GE(Changed, Taken);
  EXPECT_EQ(Changed == 0, Taken == 0);
}

TEST(RandomLaunches, RaceAsHappensBeforeSays) {
  compareInline({"plain", 0, 1}, 2000, 2000);
}

TEST(RandomLaunches, RaceAsHappensBeforeSaysInClusters) {
  compareInline({"plain", 0, 2}, 2000, 0);
}

TEST(RandomLaunches, RaceAsHappensBeforeSaysWithAtomicsOfOneWidth) {
  compareInline({"alike", 2 * Device::SitesPerKernel, 1, false, true}, 2000,
                2000);
}

TEST(RandomLaunches, RaceAsHappensBeforeSaysWithMoreSitesThanCellsKnow) {
  compare(
      {"crowded", 3 * Device::SitesPerKernel + Device::SitesBefore, 1, true},
      20000);
}

TEST(RandomLaunches, RaceAsHappensBeforeSaysWithFencesAndSomeLanes) {
  compare({"fenced", Device::SitesPerKernel, 2, true}, 20000);
}

} // namespace
} // namespace racemap
