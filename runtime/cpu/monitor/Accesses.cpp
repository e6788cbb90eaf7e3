// Accesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Accesses.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/monitor/Process.h"
#include "runtime/cpu/monitor/Touches.h"

namespace racemap::cpu {

using fsm::Operation;

void illegalAccess(const Attempt &A, uint64_t Bytes) {
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

/// Does it end behind an allocation, in the word that has its last bytes? Then
/// the next word is nobody's.
static bool isBehindLastByte(uint64_t Address, uint64_t Bytes) {
  uint64_t End = Address + Bytes;
  if (End % 4 == 0 || isShared(Address))
    return false;
  void *Next = reinterpret_cast<void *>((End + 3) & ~uint64_t(3));
  if (std::atomic_ref(*Arena::get().shadow(Next)) != device::Poison)
    return false;
  auto Found = Arena::get().find(reinterpret_cast<void *>(Address));
  return Found && !Found->IsFreed &&
         End > uint64_t(Found->Begin) + Found->Bytes;
}

bool isMonitored(const Attempt &A, uint64_t Bytes) {
  switch (reach(*A.T, A.Address, Bytes)) {
  case Reach::Monitored:
    if (isBehindLastByte(A.Address, Bytes))
      illegalAccess(A, Bytes);
    return true;
  case Reach::Ignored:
    return false;
  case Reach::Illegal:
    illegalAccess(A, Bytes);
  }
  return false;
}

device::Surroundings around(const Thread &T, uint64_t Address) {
  const LaunchState &S = Process::get().launch();
  return isShared(Address) ? S.shared() : S.global(T.GridClock);
}

static unsigned bytesAt(unsigned SiteInCell) {
  return Process::get().bytesAt(SiteInCell);
}

Visit visitOf(const Attempt &A, uint64_t Bytes, Operation Op) {
  const LaunchState &S = Process::get().launch();
  const BlockHistory &H = *A.T->TheBlock->History;
  bool Shared = isShared(A.Address);
  Visit V;
  V.Around = around(*A.T, A.Address);
  V.FirstRank = Shared ? H.Rank / S.ClusterSize * S.ClusterSize : 0;
  V.Now = S.accessor(*A.T, H.Rank, A.Site, Shared);
  V.Op = Op;
  V.Bytes = Bytes;
  V.BytesAt = bytesAt;
  return V;
}

void tooMany() {
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

void access(const Attempt &A, uint64_t Bytes, device::Descriptor D) {
  if (!isMonitored(A, Bytes))
    return;
  BlockHistory &H = *A.T->TheBlock->History;
  ++H.Counted.Accesses;
  Visit V = visitOf(A, Bytes, D.Op);
  if (V.Now.Place > device::CellLayout::MaxPlace)
    return Process::get().warnBlind("grid barriers");
  if (A.T->History)
    letGo(*A.T);
  if (A.T->History && D.isStrong())
    return announce(A, Bytes, D);
  if (Recorder *R = Process::get().recorder())
    R->access(*A.T, H.Rank, A.Address, Bytes, D);
  if (A.T->History)
    touch(A, Bytes, D);
  else
    visitWords(A, Bytes, V);
}

} // namespace racemap::cpu
