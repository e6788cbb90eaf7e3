// Accesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Accesses.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/monitor/Process.h"

#include <algorithm>

namespace racemap::cpu {

using device::Order;
using fsm::Operation;

[[noreturn]] static void illegalAccess(const Attempt &A, uint64_t Bytes) {
  Process &P = Process::get();
  P.reporter().outOfBounds(P.launch(), A, Bytes);
  failLaunch(cudaErrorIllegalAddress);
}

static bool isOwnStack(const Thread &T, uint64_t Address) {
  return Address - uint64_t(T.StackLow) < uint64_t(T.StackHigh - T.StackLow);
}

static bool isShared(uint64_t Address) {
  return Arena::get().isShared(reinterpret_cast<const void *>(Address));
}

namespace {

/// What memory is to a thread.
enum class Reach {
  Monitored,
  Ignored, ///< its own, the library's, or the host's
  Illegal
};

} // namespace

/// Shared memory of the thread's block, or of another one of its cluster. What
/// cooperative groups keep for themselves is at the end of the slot.
static Reach reachOfShared(const Thread &T, uint64_t Address, uint64_t Bytes) {
  Process &P = Process::get();
  const Launch &L = *T.TheBlock->TheLaunch;
  uint64_t Cluster = T.TheBlock->History->Rank / P.launch().ClusterSize;
  std::optional<uint64_t> Owner = P.slots().owner(Address);
  if (!Owner || *Owner / P.launch().ClusterSize != Cluster)
    return Reach::Illegal;
  uint64_t Offset = SharedSlots::offset(Address);
  if (Offset >= Arena::SlotBytes - ReservedShared)
    return Reach::Ignored;
  return Offset + Bytes <= L.StaticShared + L.DynamicShared ? Reach::Monitored
                                                            : Reach::Illegal;
}

/// In the arena's part that is not shared, words that nobody has are poisoned.
static Reach reach(const Thread &T, uint64_t Address, uint64_t Bytes) {
  const void *P = reinterpret_cast<const void *>(Address);
  if (isOwnStack(T, Address))
    return Reach::Ignored;
  if (isShared(Address))
    return reachOfShared(T, Address, Bytes);
  if (Arena::get().contains(P))
    return Arena::get().isBeforeEnd(P) ? Reach::Monitored : Reach::Illegal;
  return api::isRegistered(P) ? Reach::Ignored : Reach::Illegal;
}

/// Is the access one to look at? One to memory that is nobody's is the
/// thread's last.
static bool isMonitored(const Attempt &A, uint64_t Bytes) {
  switch (reach(*A.T, A.Address, Bytes)) {
  case Reach::Monitored:
    return true;
  case Reach::Ignored:
    return false;
  case Reach::Illegal:
    illegalAccess(A, Bytes);
  }
  return false;
}

/// Calls Each(address of the word, bytes of it as a mask, its cell).
template <typename Function>
static void forEachWord(uint64_t Address, uint64_t Bytes, Function Each) {
  uint64_t End = Address + Bytes;
  for (uint64_t Word = Address & ~uint64_t(3); Word < End; Word += 4) {
    uint64_t Low = std::max(Word, Address) - Word;
    uint64_t High = std::min(Word + 4, End) - Word;
    uint64_t *Cell = Arena::get().shadow(reinterpret_cast<void *>(Word));
    Each(Word, (1U << High) - (1U << Low),
         *reinterpret_cast<device::Word *>(Cell));
  }
}

/// How accesses to the memory that has the address stand to each other.
static device::Surroundings around(const Thread &T, uint64_t Address) {
  const LaunchState &S = Process::get().launch();
  return isShared(Address) ? S.shared() : S.global(T.GridClock);
}

static Visit visitOf(const Attempt &A, const BlockHistory &H, Operation Op) {
  const LaunchState &S = Process::get().launch();
  bool Shared = isShared(A.Address);
  Visit V;
  V.Around = around(*A.T, A.Address);
  V.FirstRank = Shared ? H.Rank / S.ClusterSize * S.ClusterSize : 0;
  V.Now = S.accessor(*A.T, H.Rank, A.Site, Shared);
  V.Op = Op;
  return V;
}

static void tooMany() {
  Process::get().reporter().warn(
      "too many words are accessed in parts, or by threads that are ordered "
      "by more than barriers; races on the rest of them are not seen");
}

/// The state machine's part.
static void visitWords(const Attempt &A, uint64_t Bytes, const Visit &V) {
  Process &P = Process::get();
  if (V.Around.isBlind(V.Now))
    P.warnBlind("barriers");
  Counts &C = A.T->TheBlock->History->Counted;
  forEachWord(A.Address, Bytes,
              [&](uint64_t Word, unsigned Mask, device::Word &Cell) {
                RacyWord Found;
                switch (P.words().visit(Cell, Word, Mask, V, Found, C)) {
                case Words::Outcome::Silent:
                  break;
                case Words::Outcome::Races:
                  P.race({A.T, Found.Address, A.Site}, V, Found);
                  break;
                case Words::Outcome::Poisoned:
                  illegalAccess({A.T, Word, A.Site}, Bytes);
                case Words::Outcome::Full:
                  tooMany();
                  break;
                }
              });
}

Event eventOf(const Thread &T) {
  const LaunchState &S = Process::get().launch();
  Event E;
  E.Rank = T.TheBlock->History->Rank;
  E.Cluster = E.Rank / S.ClusterSize;
  E.Thread = T.Index;
  E.GridClock = T.GridClock;
  E.ClusterClock = T.ClusterClock;
  E.BlockClock = T.BlockClock;
  E.Clock = T.History->Clock;
  return E;
}

static OtherParty partyOf(const Touch &Other, const Event &Now) {
  return {Other.When.Rank, Other.When.Thread, Other.Site,
          between(Other.When, Now)};
}

/// The histories' part.
static void touchWords(const Attempt &A, uint64_t Bytes, const Visit &V,
                       const Touch &Access) {
  Process &P = Process::get();
  forEachWord(
      A.Address, Bytes, [&](uint64_t Word, unsigned Mask, device::Word &Cell) {
        WordHistory *H = P.histories().of(Cell, V.Now.Place, V.Around.Epoch);
        if (!H && Cell == device::Poison)
          illegalAccess({A.T, Word, A.Site}, Bytes);
        if (!H)
          return tooMany();
        WordHistory::Locked Held(*H);
        Touch Now = Access;
        Now.Mask = uint8_t(Mask);
        bool Sure = Held->touch(Now, *A.T->History, [&](const Touch &Other) {
          P.race({A.T, Word, A.Site}, partyOf(Other, Now.When));
        });
        if (!Sure)
          tooMany();
      });
}

/// The history of the word that an access begins in, if it has one.
static WordHistory *historyAt(const Attempt &A) {
  uint64_t *Cell =
      Arena::get().shadow(reinterpret_cast<const void *>(A.Address));
  return Process::get().histories().find(*Cell, around(*A.T, A.Address).Epoch);
}

/// The group that an atomic or volatile access speaks to.
static fsm::Scope audience(device::Descriptor D) {
  return isAtomic(D.Op) ? atomicScope(D.Op) : fsm::Scope::Grid;
}

/// What a write tells: what fences have made known, and, if it releases, all
/// that its thread knows.
static void release(const Attempt &A, device::Descriptor D, const Event &E) {
  WordHistory *Word = historyAt(A);
  bool Tells = isAtomic(D.Op) || D.Ordering != Order::None;
  if (!Word || (!Tells && !Word->hasReleases()))
    return;
  WordHistory::Locked Held(*Word);
  if (!Tells)
    return Held->forgetReleases();
  ThreadHistory &H = *A.T->History;
  KnowledgeByScope Told = H.Fenced;
  if (D.Ordering == Order::Release || D.Ordering == Order::AcqRel) {
    Told.fill(H.snapshot(E));
    ++H.Clock;
  }
  bool Ends = D.OnlyStores || !isAtomic(D.Op);
  Held->releases().publish(Told, audience(D), E, Ends);
}

static bool writes(device::Descriptor D) {
  return D.Op != Operation::Read && !D.OnlyLoads;
}

void access(const Attempt &A, uint64_t Bytes, device::Descriptor D) {
  if (!isMonitored(A, Bytes))
    return;
  BlockHistory &H = *A.T->TheBlock->History;
  ++H.Counted.Accesses;
  if (Recorder *R = Process::get().recorder())
    R->access(*A.T, H.Rank, A.Address, Bytes, D);
  Visit V = visitOf(A, H, D.Op);
  if (V.Now.Place > device::CellLayout::MaxPlace)
    return Process::get().warnBlind("grid barriers");
  if (!A.T->History)
    return visitWords(A, Bytes, V);
  Touch Now;
  Now.When = eventOf(*A.T);
  Now.Op = D.Op;
  Now.OnlyLoads = D.OnlyLoads;
  Now.Site = A.Site;
  touchWords(A, Bytes, V, Now);
  if (writes(D))
    release(A, D, Now.When);
}

void observe(const Attempt &A, device::Descriptor D) {
  if (reach(*A.T, A.Address, 1) != Reach::Monitored)
    return;
  WordHistory *Word = historyAt(A);
  if (!Word)
    return;
  WordHistory::Locked Held(*Word);
  Event Now = eventOf(*A.T);
  if (isAtomic(D.Op))
    Held->observe(Now, audience(D));
  if (!Held->hasReleases())
    return;
  bool Acquires = D.Ordering == Order::Acquire || D.Ordering == Order::AcqRel;
  A.T->History->see(Held->releases().seenBy(Now, audience(D)), Acquires);
}

void fence(Thread &T, fsm::Scope S, Order O) {
  if (O != Order::Release)
    T.History->fenceAcquires(S);
  if (O != Order::Acquire)
    T.History->fenceReleases(S, eventOf(T));
}

void beginCopy(const Attempt &A, uint64_t Bytes, Operation Op) {
  device::Descriptor D;
  D.Op = Op;
  if (!A.T->History)
    return access(A, Bytes, D);
  if (!isMonitored(A, Bytes))
    return;
  Touch Now;
  Now.When = eventOf(*A.T);
  Now.Op = Op;
  Now.Site = A.Site;
  Now.Copy = A.T->History->Copies.begin({A.Address, Bytes});
  touchWords(A, Bytes, visitOf(A, *A.T->TheBlock->History, Op), Now);
}

void waitForCopies(Thread &T, unsigned Pending) {
  Event Now = eventOf(T);
  for (const Copy &C : T.History->Copies.finish(Pending)) {
    uint64_t Epoch = around(T, C.Bytes.Address).Epoch;
    forEachWord(C.Bytes.Address, C.Bytes.Bytes,
                [&](uint64_t, unsigned, device::Word &Cell) {
                  if (WordHistory *H =
                          Process::get().histories().find(Cell, Epoch))
                    WordHistory::Locked(*H)->finishCopy(C.Number, Now);
                });
  }
}

} // namespace racemap::cpu
