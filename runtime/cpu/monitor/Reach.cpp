// Reach - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Reach.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/api/Ranges.h"

namespace racemap::cpu {

static bool isOwnStack(const Thread &T, uint64_t Address) {
  return Address - uint64_t(T.StackLow) < uint64_t(T.StackHigh - T.StackLow);
}

uint64_t placeElsewhere(const Thread &T, uint64_t Address) {
  if (isOwnStack(T, Address))
    return Address;
  Section In;
  return uint64_t(api::standInOf(reinterpret_cast<const void *>(Address)));
}

/// Shared memory of another block of the thread's cluster, or behind what its
/// own has. What cooperative groups keep for themselves is at the end of the
/// slot.
static Reach reachOfShared(const BlockHistory &H, uint64_t Address,
                           uint64_t Bytes) {
  Process &P = Process::get();
  unsigned ClusterSize = P.launch().ClusterSize;
  std::optional<uint64_t> Owner = P.slots().owner(Address);
  if (!Owner || *Owner / ClusterSize != H.Rank / ClusterSize)
    return Reach::Illegal;
  uint64_t Offset = SharedSlots::offset(Address);
  if (Offset >= Arena::SlotBytes - ReservedShared)
    return Reach::Ignored;
  return Offset + Bytes <= H.SharedBytes ? Reach::Shared : Reach::Illegal;
}

Reach reachElsewhere(const Thread &T, uint64_t Address, uint64_t Bytes) {
  const void *P = reinterpret_cast<const void *>(Address);
  if (isOwnStack(T, Address))
    return Reach::Ignored;
  if (Arena::get().isShared(P))
    return reachOfShared(*T.TheBlock->History, Address, Bytes);
  return Reach::Illegal;
}

} // namespace racemap::cpu
