// Accesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Accesses.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/monitor/Process.h"
#include "runtime/cpu/monitor/Reach.h"
#include "runtime/cpu/monitor/Touches.h"

namespace racemap::cpu {

using device::CellLayout;
using device::Descriptor;
using fsm::Operation;

void illegalAccess(const Attempt &A, uint64_t Bytes) {
  Process &P = Process::get();
  P.reporter().outOfBounds(P.launch(), A, Bytes);
  failLaunch(cudaErrorIllegalAddress);
}

/// Does it end behind an allocation, in the word that has its last bytes? Then
/// the next word is nobody's.
static bool isBehindLastByte(uint64_t Address, uint64_t Bytes) {
  uint64_t End = Address + Bytes;
  if (End % 4 == 0)
    return false;
  void *Next = reinterpret_cast<void *>((End + 3) & ~uint64_t(3));
  if (std::atomic_ref(*Arena::get().shadow(Next)) != device::Poison)
    return false;
  auto Found = Arena::get().find(reinterpret_cast<void *>(Address));
  return Found && !Found->IsFreed &&
         End > uint64_t(Found->Begin) + Found->Bytes;
}

/// Is memory of this reach monitored? If it is nobody's, the access is the
/// thread's last.
static bool isMonitored(Reach R, const Attempt &A, uint64_t Bytes) {
  switch (R) {
  case Reach::Global:
    if (isBehindLastByte(A.Address, Bytes))
      illegalAccess(A, Bytes);
    return true;
  case Reach::Shared:
    return true;
  case Reach::Ignored:
    return false;
  case Reach::Illegal:
    illegalAccess(A, Bytes);
  }
  return false;
}

bool isMonitored(const Attempt &A, uint64_t Bytes) {
  return isMonitored(reachOf(*A.T, A.Address, Bytes), A, Bytes);
}

static unsigned bytesAt(unsigned SiteInCell) {
  return Process::get().bytesAt(SiteInCell);
}

/// The stamp of a thread whose clocks are at an end is not kept with it.
static device::Word blindStamp(const Thread &T, const Visit &V, uint64_t Rank) {
  Process &P = Process::get();
  device::Accessor Now = P.launch().accessor(T, Rank, V.IsShared);
  bool HasPlace = Now.Place <= CellLayout::MaxPlace;
  if (!HasPlace)
    Now.Place = CellLayout::MaxPlace + 1;
  device::Word Stamp = V.Around.Layout.pack(0, Now);
  if (!HasPlace && T.GridClock == 0)
    return Stamp; // of a launch with too many blocks, which has been said
  if (!HasPlace)
    P.warnBlind("grid barriers");
  else if (V.Around.isBlind(Stamp))
    P.warnBlind("barriers");
  return Stamp;
}

static Visit visitOf(const Attempt &A, uint64_t Bytes, Operation Op,
                     bool Shared) {
  const BlockHistory &H = *A.T->TheBlock->History;
  Visit V;
  const LaunchState &S = Process::get().launch();
  V.Around = Shared ? S.shared() : S.global(A.T->GridClock);
  V.FirstRank = Shared ? H.FirstRank : 0;
  V.Op = Op;
  V.IsShared = Shared;
  V.Bytes = Bytes;
  V.BytesAt = bytesAt;
  V.Now = Shared ? A.T->Leaves.InShared : A.T->Leaves.InGlobal;
  if (V.Now == device::BlindStamp)
    V.Now = blindStamp(*A.T, V, H.Rank);
  V.Now |= S.site(A.Site);
  return V;
}

void tooMany() {
  Process::get().seesPartly(
      "too many words are accessed in parts, or by threads that are ordered "
      "by more than barriers; races on the rest of them are not seen");
}

/// The state machine's part.
static void visitWords(const Attempt &A, uint64_t Bytes, const Visit &V) {
  Process &P = Process::get();
  Counts &C = A.T->TheBlock->History->Counted[V.IsShared];
  RacyWord Found;
  forEachWord(A.Address, Bytes,
              [&](uint64_t Word, unsigned Mask, device::Word &Cell) {
                ++C.Words;
                switch (P.words().visit(Cell, Word, Mask, V, Found, C)) {
                case Words::Outcome::Silent:
                  break;
                case Words::Outcome::Races:
                  P.race({A.T, Found.Address, A.Site, A.Stored}, V, Found);
                  break;
                case Words::Outcome::Poisoned:
                  illegalAccess({A.T, Word, A.Site}, Bytes);
                case Words::Outcome::Full:
                  tooMany();
                  break;
                }
              });
}

/// Where threads are ordered otherwise.
static void announceOrTouch(const Attempt &A, uint64_t Bytes, Descriptor D) {
  Section In;
  letGo(*A.T);
  if (D.isStrong())
    announce(A, Bytes, D);
  else
    touch(A, Bytes, D);
}

/// With all who want to know of it.
static void visit(const Attempt &A, uint64_t Bytes, Descriptor D, bool Shared) {
  bool Orders = A.T->History && D.isStrong();
  if (!A.T->IsMonitored && !Orders)
    return;
  BlockHistory &H = *A.T->TheBlock->History;
  ++H.Counted[Shared].Accesses;
  Visit V = visitOf(A, Bytes, D.Op, Shared);
  if (CellLayout::place(V.Now) > CellLayout::MaxPlace)
    return;
  if (Orders)
    return announceOrTouch(A, Bytes, D);
  if (A.T->History)
    letGo(*A.T);
  if (Recorder *Full = Process::get().recorder())
    Full->access(*A.T, H.Rank, A.Address, Bytes, D);
  if (Statistics *Told = Process::get().statistics())
    Told->access(*A.T, H.Rank, A.Address, Bytes, D.Op, Shared);
  if (A.T->History)
    touch(A, Bytes, D);
  else
    visitWords(A, Bytes, V);
}

void anyAccess(const Attempt &A, uint64_t Bytes, Descriptor D) {
  Section In;
  Reach R = reachOf(*A.T, A.Address, Bytes);
  if (isMonitored(R, A, Bytes))
    visit(A, Bytes, D, R == Reach::Shared);
}

void access(const Thread &T, uint64_t Address, uint64_t Bytes, Descriptor D,
            unsigned Site, const StoredValue *Stored) {
  Reach R = reachOf(T, Address, Bytes);
  if (R == Reach::Ignored)
    return;
  bool Shared = R == Reach::Shared;
  Process &P = Process::get();
  const LaunchState &S = P.launch();
  Newcomer N;
  N.Now = Shared ? T.Leaves.InShared : T.Leaves.InGlobal;
  bool IsUsual = R <= Reach::Shared && N.Now != device::BlindStamp &&
                 (Address | Bytes) % 4 == 0;
  if (IsUsual && S.HasOnlyHistories)
    return announceOrTouch({&T, Address, Site, Stored}, Bytes, D);
  if (!IsUsual || !S.IsQuiet || (isAtomic(D.Op) && Bytes != S.AtomicBytes))
    return anyAccess({&T, Address, Site, Stored}, Bytes, D);
  N.Around = Shared ? S.shared() : S.global(T.GridClock);
  N.Now |= S.site(Site);
  N.Op = D.Op;
  N.IsShared = Shared;
  auto *Cells = reinterpret_cast<device::Word *>(
      Arena::get().shadow(reinterpret_cast<void *>(Address)));
  for (uint64_t I = 0; I < Bytes / 4; ++I)
    if (!P.words().visitQuietly(Cells[I], Address + 4 * I, N))
      return anyAccess({&T, Address, Site, Stored}, Bytes, D);
}

} // namespace racemap::cpu
