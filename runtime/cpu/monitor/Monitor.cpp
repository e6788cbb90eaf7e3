// Monitor - the entry points: what the engine tells (runtime/cpu/Monitor.h) and
// what instrumented code calls (runtime/device/Abi.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RACEMAP_DECLARE_ABI
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/monitor/Accesses.h"
#include "runtime/cpu/monitor/Process.h"
#include "runtime/cpu/monitor/Reach.h"
#include "runtime/cpu/monitor/Touches.h"
#include "runtime/device/Abi.h"

#include <cstdio>
#include <cstdlib>

namespace racemap::cpu {

unsigned monitor::addModule(std::string_view ModuleInfo) {
  return Process::get().addModule(ModuleInfo);
}

void monitor::removeModule(unsigned First) {
  Process::get().removeModule(First);
}

host::Log &monitor::log() { return Process::get().log(); }

const device::Agreement &monitor::agreement() {
  return Process::get().launch().Agrees;
}

const device::Succession &monitor::succession() {
  return Process::get().launch().Succeeds;
}

unsigned monitor::numSites() { return Process::get().numSites(); }

bool monitor::isMonitored(unsigned Site) {
  return Process::get().isMonitored(Site);
}

void monitor::launchFailed() {
  if (Arena::monitored())
    Process::get().launchFailed();
}

std::string monitor::leanCode(Launch &L, const void *const *Arguments) {
  return Arena::monitored() ? Process::get().leanCode(L, Arguments) : "";
}

void monitor::launchBegins(Launch &L) {
  if (Arena::monitored())
    Process::get().launchBegins(L);
}

void monitor::launchEnds(Launch &L) {
  if (Arena::monitored())
    Process::get().launchEnds(L);
}

bool monitor::needsHistories() {
  return Arena::monitored() && Process::get().isMonitored() &&
         Process::get().launch().OrdersOtherwise;
}

void monitor::blockBegins(Block &B, Thread *Threads, unsigned NumThreads) {
  if (!Arena::monitored() || !Process::get().isMonitored())
    return;
  Process &P = Process::get();
  B.History = new BlockHistory;
  uint64_t Rank = P.launch().rank(B.BlockIdx);
  B.History->Rank = Rank;
  B.History->FirstRank = Rank / P.launch().ClusterSize * P.launch().ClusterSize;
  B.History->SharedBegin = uint64_t(B.Shared);
  B.History->SharedBytes =
      B.TheLaunch->StaticShared + B.TheLaunch->DynamicShared;
  B.History->Threads = {Threads, NumThreads};
  for (Thread &T : B.History->Threads)
    isNext(T);
  if (P.launch().OrdersOtherwise) {
    B.History->Histories.resize(NumThreads);
    B.History->Notes.emplace();
    B.History->InCluster = P.barriersOf(Rank / P.launch().ClusterSize);
  }
  for (size_t I = 0; I < B.History->Histories.size(); ++I)
    Threads[I].History = &B.History->Histories[I];
  P.slots().take(B.Shared, B.History->Rank);
  P.words().forgetShared(B.Shared);
  Process::clearShared(B);
}

void monitor::blockEnds(Block &B) {
  if (!B.History)
    return;
  Process::get().blockEnds(*B.History);
  Process::get().slots().leave(B.Shared);
  delete B.History;
  B.History = nullptr;
}

void monitor::isNext(Thread &T) {
  const Block &B = *T.TheBlock;
  if (!B.History)
    return;
  T.IsMonitored = host::options().File.Monitor.hasThread(B.Index, T.Index);
  Process::get().launch().moved(T, B.History->Rank);
}

bool monitor::isMonitored(const Block &B) { return B.History != nullptr; }

/// Is this thread's launch one in which threads are ordered otherwise?
static bool isOrderedOtherwise(const Thread &T) { return T.History != nullptr; }

void monitor::blockBarrier(Block &B) {
  if (B.History && !B.History->Histories.empty())
    meetBlock(B.History->Threads.data(), unsigned(B.History->Threads.size()));
}

void monitor::warpBarrier(Thread *const *Lanes, unsigned NumLanes) {
  if (NumLanes == 0 || !Lanes[0]->TheBlock->History)
    return;
  if (Recorder *R = Process::get().recorder())
    R->met(Lanes, NumLanes, Lanes[0]->TheBlock->History->Rank);
  if (isOrderedOtherwise(*Lanes[0]))
    meet(Lanes, NumLanes, eventOf);
}

void monitor::keepStep(Thread *const *Lanes, unsigned NumLanes) {
  if (!Lanes[0]->TheBlock->History)
    return;
  if (Recorder *R = Process::get().recorder())
    R->met(Lanes, NumLanes, Lanes[0]->TheBlock->History->Rank);
  if (isOrderedOtherwise(*Lanes[0]))
    cpu::keepStep(Lanes, NumLanes);
}

/// A rule of Section.h: better to end here than to hang later.
static void holdsNothing() {
  if (SpinLock::numHeld() == 0)
    return;
  std::fputs(
      "racemap: internal error: a thread ends or waits with a lock held\n",
      stderr);
  std::abort();
}

void monitor::givesWay(Thread &T) {
  if (!isOrderedOtherwise(T))
    return;
  letGo(T);
  holdsNothing();
}

void monitor::breaksOff(Thread &T) {
  if (isOrderedOtherwise(T))
    forgetAnnounced(T);
  holdsNothing();
}

void monitor::clusterArrival(Thread &T) {
  if (Recorder *R = T.TheBlock->History ? Process::get().recorder() : nullptr)
    R->arrived(T, T.TheBlock->History->Rank);
  if (isOrderedOtherwise(T))
    T.TheBlock->History->InCluster->arrive(*T.History);
}

void monitor::namedArrival(Thread &T, unsigned Id) {
  if (!isOrderedOtherwise(T))
    return;
  if (Recorder *R = Process::get().recorder())
    R->giveUp();
  join(T.TheBlock->History->Arrivals[Id], T.History->snapshot(eventOf(T)));
  ++T.History->Clock;
}

void monitor::namedBarrier(Thread *const *Threads, unsigned NumThreads,
                           unsigned Id) {
  if (NumThreads == 0 || !isOrderedOtherwise(*Threads[0]))
    return;
  warpBarrier(Threads, NumThreads);
  auto Told = Threads[0]->TheBlock->History->Arrivals.extract(Id);
  for (unsigned I = 0; Told && I < NumThreads; ++I)
    join(Threads[I]->History->Known, Told.mapped());
}

void monitor::stuck(const Launch &L,
                    const std::vector<WaitingThread> &Threads) {
  Process::get().reporter().stuck(L, Threads);
}

void monitor::waitedElsewhere(const Launch &L,
                              const std::vector<WaitingThread> &Threads) {
  Process::get().reporter().waitedElsewhere(L, Threads);
}

void monitor::outsideItsMask(const Launch &L, const WaitingThread &Lane) {
  Process::get().reporter().outsideItsMask(L, Lane);
}

/// The thread that calls, if its launch is monitored.
static Thread *monitoredThread() {
  Thread *T = currentThread();
  return T && T->TheBlock->History ? T : nullptr;
}

/// See LaunchState.
static void stampLate(Thread &T) {
  const LaunchState &S = Process::get().launch();
  if (S.StampsLate && T.Leaves.Epoch == ~device::Word(0))
    S.stamp(T, T.TheBlock->History->Rank);
}

} // namespace racemap::cpu

using namespace racemap;
using namespace racemap::cpu;

extern "C" {
void __racemap_stray(const void *Address, unsigned long long Bytes,
                     unsigned Site, unsigned long long /*Begin*/,
                     unsigned long long Size) {
  using namespace racemap::cpu;
  Section In;
  Process &P = Process::get();
  // Of memory that is not the device's, no array is known.
  if (Size != 0 && P.isMonitored())
    P.reporter().stray(P.launch(), {currentThread(), uint64_t(Address), Site},
                       Bytes);
}

/// As __racemap_access, for a thread that is known (lower/Checks.cpp).
void __racemap_cpu_access(Thread *T, const void *Address,
                          unsigned long long Bytes, unsigned Descriptor,
                          unsigned Site) {
  if (!T->TheBlock->History || Bytes == 0)
    return;
  stampLate(*T);
  access(*T, placeOf(*T, uint64_t(Address)), Bytes,
         device::Descriptor::of(Descriptor), Site);
}

/// As __racemap_store. What stands in for memory elsewhere does not have its
/// values.
void __racemap_cpu_store(Thread *T, const void *Address,
                         unsigned long long Bytes, unsigned Descriptor,
                         unsigned Site, unsigned long long Low,
                         unsigned long long High) {
  if (!T->TheBlock->History || Bytes == 0)
    return;
  stampLate(*T);
  uint64_t Place = placeOf(*T, uint64_t(Address));
  StoredValue Value{Place, Bytes, {Low, High}};
  bool IsThere = Place == uint64_t(Address) && Bytes <= sizeof Value.Parts;
  access(*T, Place, Bytes, device::Descriptor::of(Descriptor), Site,
         IsThere ? &Value : nullptr);
}

void __racemap_store(const void *Address, unsigned long long Bytes,
                     unsigned Descriptor, unsigned Site, unsigned long long Low,
                     unsigned long long High) {
  if (Thread *T = currentThread())
    __racemap_cpu_store(T, Address, Bytes, Descriptor, Site, Low, High);
}

void __racemap_access(const void *Address, unsigned long long Bytes,
                      unsigned Descriptor, unsigned Site) {
  if (Thread *T = currentThread())
    __racemap_cpu_access(T, Address, Bytes, Descriptor, Site);
}

void __racemap_performed(const void *, unsigned long long, unsigned Descriptor,
                         unsigned) {
  Thread *T = monitoredThread();
  if (!T || !isOrderedOtherwise(*T))
    return;
  Section In;
  performed(*T, device::Descriptor::of(Descriptor));
}

void __racemap_fence(unsigned Scope, unsigned Order) {
  Thread *T = monitoredThread();
  if (!T)
    return;
  Section In;
  if (Recorder *R = Process::get().recorder())
    R->fence(*T, T->TheBlock->History->Rank, fsm::Scope(Scope),
             device::Order(Order));
  if (isOrderedOtherwise(*T))
    fence(*T, fsm::Scope(Scope), device::Order(Order));
}

void __racemap_barrier(unsigned Scope, unsigned Mask) {
  Thread *T = monitoredThread();
  if (!T)
    return;
  if (Recorder *R = Process::get().recorder()) {
    Section In;
    R->passed(*T, T->TheBlock->History->Rank, fsm::Scope(Scope));
  }
  // In two parts, it is no barrier of the groups in it.
  if (isOrderedOtherwise(*T) && fsm::Scope(Scope) == fsm::Scope::Cluster) {
    Section In;
    return T->TheBlock->History->InCluster->wait(*T->History);
  }
  // A barrier of a group is one of all the groups in it.
  switch (fsm::Scope(Scope)) {
  case fsm::Scope::Grid:
    ++T->GridClock;
    [[fallthrough]];
  case fsm::Scope::Cluster:
    ++T->ClusterClock;
    [[fallthrough]];
  case fsm::Scope::Block:
    ++T->BlockClock;
    T->WarpClock = 0;
    break;
  case fsm::Scope::Warp:
    T->WarpClock += Mask == ~0u ? 1 : 0;
    break;
  case fsm::Scope::Thread:
    break;
  }
  Process::get().launch().moved(*T, T->TheBlock->History->Rank);
  if (isOrderedOtherwise(*T) && fsm::Scope(Scope) == fsm::Scope::Grid) {
    Section In;
    carryCopies(*T);
  }
}

void __racemap_named_barrier(unsigned, unsigned) {}

void __racemap_copy_begin(const void *To, const void *From,
                          unsigned long long Bytes, unsigned, unsigned Site) {
  Thread *T = monitoredThread();
  if (!T || Bytes == 0)
    return;
  Section In;
  if (Recorder *R = Process::get().recorder())
    R->giveUp();
  if (From)
    beginCopy({T, placeOf(*T, uint64_t(From)), Site}, Bytes,
              fsm::Operation::Read);
  if (To)
    beginCopy({T, placeOf(*T, uint64_t(To)), Site}, Bytes,
              fsm::Operation::Write);
}

void __racemap_copy_commit() {
  Thread *T = monitoredThread();
  if (!T || !isOrderedOtherwise(*T))
    return;
  Section In;
  T->History->Copies.commit();
}

void __racemap_copy_wait(unsigned Pending) {
  Thread *T = monitoredThread();
  if (!T || !isOrderedOtherwise(*T))
    return;
  Section In;
  waitForCopies(*T, Pending);
}

unsigned long long __racemap_num_found() {
  return Process::get().log().numCounted();
}

void __racemap_set_seed(unsigned long long Seed) { host::setSeed(Seed); }

} // extern "C"
