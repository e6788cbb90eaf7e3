// Monitor - the entry points: what the engine tells (runtime/cpu/Monitor.h) and
// what instrumented code calls (runtime/device/Abi.h).
//
// An access is divided into words. Accesses to the thread's own stack count for
// nothing; those to memory that the program does not have end the launch. What
// a launch's words say is decided by the state machine (Words).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RACEMAP_DECLARE_ABI
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/monitor/Process.h"
#include "runtime/device/Abi.h"

#include <algorithm>
#include <cstring>

namespace racemap::cpu {

unsigned monitor::addModule(std::string_view ModuleInfo) {
  return Process::get().addModule(ModuleInfo);
}

void monitor::launchBegins(Launch &L) {
  if (Arena::monitored())
    Process::get().launchBegins(L);
}

void monitor::launchEnds(Launch &L) {
  if (Arena::monitored())
    Process::get().launchEnds(L);
}

void monitor::blockBegins(Block &B, Thread *, unsigned) {
  if (!Arena::monitored() || !Process::get().isMonitored())
    return;
  Process &P = Process::get();
  B.History = new BlockHistory{P.launch().rank(B.BlockIdx), {}};
  Process::clearShared(B);
}

void monitor::blockEnds(Block &B) {
  if (!B.History)
    return;
  Process::get().count(B.History->Counted);
  delete B.History;
  B.History = nullptr;
}

void monitor::blockBarrier(Block &) {}
void monitor::warpBarrier(Thread *const *, unsigned) {}
void monitor::namedBarrier(Thread *const *, unsigned) {}

void monitor::stuck(const Launch &, const std::vector<WaitingThread> &Threads) {
  Process &P = Process::get();
  P.reporter().stuck(P.launch(), Threads);
}

/// The shared memory that T may access and that has P: its own block's.
static bool isInOwnShared(const Thread &T, uint64_t Address, uint64_t Bytes) {
  const Block &B = *T.TheBlock;
  uint64_t Begin = uint64_t(B.Shared);
  uint64_t Size = B.TheLaunch->StaticShared + B.TheLaunch->DynamicShared;
  return Address >= Begin && Address + Bytes <= Begin + Size;
}

[[noreturn]] static void illegalAccess(const Attempt &A, uint64_t Bytes) {
  Process &P = Process::get();
  P.reporter().outOfBounds(P.launch(), A, Bytes);
  failLaunch(cudaErrorIllegalAddress);
}

/// Visits the words that have [Address, Address + Bytes).
static void visitWords(const Attempt &A, uint64_t Bytes, const Visit &V) {
  Process &P = Process::get();
  uint64_t End = A.Address + Bytes;
  for (uint64_t Word = A.Address & ~uint64_t(3); Word < End; Word += 4) {
    uint64_t Low = std::max(Word, A.Address) - Word;
    uint64_t High = std::min(Word + 4, End) - Word;
    unsigned Mask = (1U << High) - (1U << Low);
    RacyWord Found;
    Counts &C = A.T->TheBlock->History->Counted;
    device::Word *Cell = reinterpret_cast<device::Word *>(
        Arena::get().shadow(reinterpret_cast<const void *>(Word)));
    switch (P.words().visit(*Cell, Word, Mask, V, Found, C)) {
    case Words::Outcome::Silent:
      break;
    case Words::Outcome::Races:
      P.race({A.T, Found.Address, A.Site}, V, Found);
      break;
    case Words::Outcome::Poisoned:
      illegalAccess({A.T, Word + Low, A.Site}, Bytes);
    case Words::Outcome::Full:
      P.reporter().warn("too many words are accessed in parts; races on the "
                        "rest of them are not seen");
      break;
    }
  }
}

static void access(const Thread &T, uint64_t Address, uint64_t Bytes,
                   device::Descriptor D, unsigned Site) {
  Process &P = Process::get();
  const void *Pointer = reinterpret_cast<const void *>(Address);
  if (Address - uint64_t(T.StackLow) < uint64_t(T.StackHigh - T.StackLow))
    return;
  Attempt A{&T, Address, Site};
  bool Shared = Arena::get().isShared(Pointer);
  bool Exists = Shared ? isInOwnShared(T, Address, Bytes)
                       : Arena::get().contains(Pointer);
  if (!Exists)
    illegalAccess(A, Bytes);
  BlockHistory &H = *T.TheBlock->History;
  ++H.Counted.Accesses;
  const LaunchState &S = P.launch();
  Visit V{Shared ? S.shared() : S.global(T.GridClock),
          Shared ? H.Rank / S.ClusterSize * S.ClusterSize : 0,
          S.accessor(T, H.Rank, Site, Shared), D.Op};
  if (V.Now.Place > device::CellLayout::MaxPlace)
    return P.warnBlind("grid barriers");
  if (V.Around.isBlind(V.Now))
    P.warnBlind("barriers");
  visitWords(A, Bytes, V);
}

/// The thread that calls, if its launch is monitored.
static Thread *monitoredThread() {
  Thread *T = currentThread();
  return T && T->TheBlock->History ? T : nullptr;
}

} // namespace racemap::cpu

using namespace racemap;
using namespace racemap::cpu;

extern "C" {

void __racemap_access(const void *Address, unsigned long long Bytes,
                      unsigned Descriptor, unsigned Site) {
  if (Thread *T = monitoredThread(); T && Bytes > 0)
    access(*T, uint64_t(Address), Bytes, device::Descriptor::of(Descriptor),
           Site);
}

void __racemap_observed(const void *, unsigned long long, unsigned, unsigned) {}

void __racemap_fence(unsigned, unsigned) {}

void __racemap_barrier(unsigned Scope, unsigned Mask) {
  Thread *T = monitoredThread();
  if (!T)
    return;
  switch (fsm::Scope(Scope)) {
  case fsm::Scope::Thread:
    break;
  case fsm::Scope::Warp:
    T->WarpClock += Mask == ~0u ? 1 : 0;
    break;
  case fsm::Scope::Block:
    ++T->BlockClock;
    T->WarpClock = 0;
    break;
  case fsm::Scope::Cluster:
    ++T->ClusterClock;
    break;
  case fsm::Scope::Grid:
    ++T->GridClock;
    break;
  }
}

void __racemap_named_barrier(unsigned, unsigned) {}

void __racemap_copy_begin(const void *To, const void *From,
                          unsigned long long Bytes, unsigned, unsigned Site) {
  device::Descriptor Read, Write;
  Write.Op = fsm::Operation::Write;
  __racemap_access(From, Bytes, Read.bits(), Site);
  __racemap_access(To, Bytes, Write.bits(), Site);
}

void __racemap_copy_commit() {}
void __racemap_copy_wait(unsigned) {}

} // extern "C"
