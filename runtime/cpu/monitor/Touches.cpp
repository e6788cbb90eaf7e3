// Touches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Touches.h"
#include "runtime/cpu/monitor/Accesses.h"
#include "runtime/cpu/monitor/Process.h"

#include <utility>

namespace racemap::cpu {

using device::Descriptor;
using device::Order;
using fsm::Operation;

Event eventOf(const Thread &T) {
  const LaunchState &S = Process::get().launch();
  Event E;
  E.Rank = T.TheBlock->History->Rank;
  E.Cluster = S.ClusterSize == 1 ? E.Rank : E.Rank / S.ClusterSize;
  E.Thread = T.Index;
  E.GridClock = T.GridClock;
  E.ClusterClock = T.History->ClusterWaits;
  E.ClusterArrivals = T.History->ClusterArrivals;
  E.BlockClock = T.BlockClock;
  E.Clock = T.History->Clock;
  return E;
}

static Touch touchOf(const Attempt &A, Descriptor D) {
  Touch Now;
  Now.When = eventOf(*A.T);
  Now.Op = D.Op;
  Now.OnlyLoads = D.OnlyLoads;
  Now.Site = A.Site;
  return Now;
}

static OtherParty partyOf(const Touch &Other, const Event &Now) {
  return {Other.When.Rank, Other.When.Thread, Other.Site,
          between(Other.When, Now)};
}

static bool isNobodys(device::Word &Cell) {
  return std::atomic_ref(Cell) == device::Poison;
}

namespace {
/// What of the words of an access depends on the thread and the memory alone.
struct Whereabouts {
  uint64_t Place = 0;     ///< of the thread's block, as a cell has it
  uint64_t Epoch = 0;     ///< places below are of an earlier time
  bool IsOfBlock = false; ///< nobody but the block accesses the memory
};
} // namespace

static Whereabouts whereabouts(const Attempt &A) {
  const LaunchState &S = Process::get().launch();
  const Thread &T = *A.T;
  bool Shared = Arena::get().isShared(reinterpret_cast<void *>(A.Address));
  device::Word Stamp = Shared ? T.Leaves.InShared : T.Leaves.InGlobal;
  Whereabouts W;
  W.Place = Stamp != device::BlindStamp
                ? device::CellLayout::place(Stamp)
                : S.accessor(T, T.TheBlock->History->Rank, Shared).Place;
  W.Epoch = Shared ? S.shared().Epoch : S.global(T.GridClock).Epoch;
  W.IsOfBlock = Shared && S.ClusterSize == 1;
  return W;
}

/// The history of a word; null if there are too many, or if the word is
/// nobody's.
static WordHistory *historyOf(const Whereabouts &At, device::Word &Cell) {
  WordHistory *H = Process::get().histories().of(Cell, At.Place, At.Epoch);
  if (!H && !isNobodys(Cell))
    tooMany();
  return H;
}

/// An access to a word that is nobody's is the thread's last. Not if it has
/// been announced, for the thread holds a word then: it was legal when it
/// began, and who has freed the memory since is told by the next one.
static void checkOwner(const Attempt &A, uint64_t Word, uint64_t Bytes,
                       device::Word &Cell) {
  if (!A.T->History->Now.Word && isNobodys(Cell))
    illegalAccess({A.T, Word, A.Site}, Bytes);
}

/// Adds an access to the history of one of its words, which is held.
static void touchWord(const Attempt &A, uint64_t Word, bool IsOfBlock,
                      WordHistory &H, const Touch &Now) {
  bool Sure = H.touch(Now, *A.T->History, IsOfBlock, [&](const Touch &Other) {
    Process::get().race({A.T, Word, A.Site, A.Stored, A.HasFoundItsValue},
                        partyOf(Other, Now.When));
  });
  if (!Sure)
    tooMany();
}

/// Calls Each(history, access to its word) for all words of the access, with
/// the history held; that of Held is already.
template <typename Function>
static void forEachHistory(const Attempt &A, uint64_t Bytes, const Touch &All,
                           const Whereabouts &At, WordHistory *Held,
                           Function Each) {
  forEachWord(A.Address, Bytes,
              [&](uint64_t Word, unsigned Mask, device::Word &Cell) {
                checkOwner(A, Word, Bytes, Cell);
                WordHistory *H = historyOf(At, Cell);
                if (!H)
                  return;
                Touch Now = All;
                Now.Mask = uint8_t(Mask);
                Now.Reach = {int8_t(A.Address - Word), uint8_t(Bytes)};
                std::unique_lock Guard(*H, std::defer_lock);
                if (H != Held)
                  Guard.lock();
                Each(*H, Now);
                touchWord(A, Word, At.IsOfBlock, *H, Now);
              });
}

/// A plain access, or a copy: what was told by writes to the words is lost if
/// it writes.
static void touchWords(const Attempt &A, uint64_t Bytes, const Touch &Now,
                       const Whereabouts &At) {
  forEachHistory(A, Bytes, Now, At, /*Held=*/nullptr,
                 [](WordHistory &H, const Touch &T) {
                   if (T.Op == Operation::Write)
                     H.forgetReleases();
                 });
}

/// Of words that nobody else has accessed so far, notes are enough. False if
/// one needs more.
static bool areNoted(const Attempt &A, uint64_t Bytes, const Touch &Now,
                     const Whereabouts &At) {
  bool AreAll = (A.Address | Bytes) % 4 == 0;
  Histories &All = Process::get().histories();
  RecentNotes &Recent = *A.T->TheBlock->History->Notes;
  forEachWord(A.Address, Bytes, [&](uint64_t, unsigned, device::Word &Cell) {
    AreAll =
        AreAll && All.note(Cell, At.Place, At.Epoch, At.IsOfBlock, Now, Recent);
  });
  return AreAll;
}

void touch(const Attempt &A, uint64_t Bytes, Descriptor D) {
  Whereabouts At = whereabouts(A);
  Touch Now = touchOf(A, D);
  if (!areNoted(A, Bytes, Now, At))
    touchWords(A, Bytes, Now, At);
}

void announce(const Attempt &A, uint64_t Bytes, Descriptor D) {
  forEachWord(A.Address, Bytes,
              [&](uint64_t Word, unsigned, device::Word &Cell) {
                checkOwner(A, Word, Bytes, Cell);
              });
  uint64_t Word = A.Address & ~uint64_t(3);
  auto &Cell = *reinterpret_cast<device::Word *>(
      Arena::get().shadow(reinterpret_cast<void *>(Word)));
  WordHistory *H = historyOf(whereabouts(A), Cell);
  if (!H)
    return;
  H->lock();
  // When it has been performed, what was there is gone.
  bool Finds = A.Stored && findsAll(*A.Stored);
  A.T->History->Now = {H, A.Address, Bytes, A.Site, D, Finds};
}

/// What a write tells: what fences have made known, and, if it releases, all
/// that its thread knows.
static void release(const Attempt &A, WordHistory &Word, Descriptor D,
                    const Event &E) {
  ThreadHistory &H = *A.T->History;
  bool Ends = D.OnlyStores || !isAtomic(D.Op);
  if (D.releases() || H.hasFenced())
    H.tell(Word.releases(), E, D.audience(), D.releases(), Ends);
  else if (Ends)
    Word.forgetReleases();
}

void performed(const Thread &T, Descriptor Became) {
  const Announced &Access = T.History->Now;
  if (!Access.Word)
    return;
  Attempt A{&T, Access.Address, Access.Site, nullptr, Access.FindsItsValue};
  if (Recorder *R = Process::get().recorder())
    R->performed(T, T.TheBlock->History->Rank, A.Address, Access.Bytes,
                 Access.How, Became);
  WordHistory &Word = *Access.Word;
  Touch Now = touchOf(A, Access.How);
  if (Became.reads() && Word.hasReleases())
    T.History->see(Word.releases(), Now.When, Became.audience(),
                   Became.acquires());
  bool Observes = Became.reads() && isAtomic(Became.Op);
  forEachHistory(A, Access.Bytes, Now, whereabouts(A), &Word,
                 [&](WordHistory &H, const Touch &Part) {
                   if (Observes)
                     H.observe(Part);
                 });
  if (Became.writes())
    release(A, Word, Became, Now.When);
  forgetAnnounced(T);
}

void forgetAnnounced(const Thread &T) {
  if (WordHistory *Held = std::exchange(T.History->Now.Word, nullptr))
    Held->unlock();
}

void letGo(const Thread &T) {
  if (T.History->Now.Word)
    performed(T, T.History->Now.How);
}

void fence(Thread &T, fsm::Scope S, Order O) {
  if (O != Order::Release)
    T.History->fenceAcquires(S);
  if (O != Order::Acquire)
    T.History->fenceReleases(S, eventOf(T));
}

void beginCopy(const Attempt &A, uint64_t Bytes, Operation Op) {
  Descriptor D;
  D.Op = Op;
  if (!A.T->History)
    return anyAccess(A, Bytes, D);
  if (!isMonitored(A, Bytes))
    return;
  letGo(*A.T);
  Touch Now = touchOf(A, D);
  Now.Copy = A.T->History->Copies.begin({A.Address, Bytes}, Op, A.Site);
  touchWords(A, Bytes, Now, whereabouts(A));
}

void carryCopies(const Thread &T) {
  T.History->Copies.forEach([&](const Copy &C) {
    if (Arena::get().isShared(reinterpret_cast<void *>(C.Bytes.Address)))
      return;
    Descriptor D;
    D.Op = C.Op;
    Attempt A{&T, C.Bytes.Address, C.Site};
    Touch Now = touchOf(A, D);
    Now.Copy = C.Number;
    touchWords(A, C.Bytes.Bytes, Now, whereabouts(A));
  });
}

void waitForCopies(Thread &T, unsigned Pending) {
  letGo(T);
  Event Now = eventOf(T);
  for (const Copy &C : T.History->Copies.finish(Pending)) {
    uint64_t Epoch = whereabouts({&T, C.Bytes.Address, C.Site}).Epoch;
    forEachWord(C.Bytes.Address, C.Bytes.Bytes,
                [&](uint64_t, unsigned, device::Word &Cell) {
                  WordHistory *H = Process::get().histories().find(Cell, Epoch);
                  if (!H)
                    return;
                  std::lock_guard Guard(*H);
                  H->finishCopy(C.Number, Now);
                });
  }
}

} // namespace racemap::cpu
