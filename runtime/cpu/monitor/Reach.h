// Reach - what memory is to a thread that accesses it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_REACH_H
#define RACEMAP_RUNTIME_CPU_MONITOR_REACH_H

#include "runtime/cpu/Arena.h"
#include "runtime/cpu/monitor/Process.h"

namespace racemap::cpu {

enum class Reach {
  Global, ///< monitored, and so is Shared: memory of the thread's cluster
  Shared,
  Ignored, ///< its own stack, or the library's
  Illegal
};

/// Where the shadow of what a thread accesses is to be looked for: registered
/// memory of the host is not in the arena, but something stands in for it.
uint64_t placeElsewhere(const Thread &T, uint64_t Address);
inline uint64_t placeOf(const Thread &T, uint64_t Address) {
  return Arena::get().contains(reinterpret_cast<const void *>(Address))
             ? Address
             : placeElsewhere(T, Address);
}

Reach reachElsewhere(const Thread &T, uint64_t Address, uint64_t Bytes);

/// Of a thread whose block is monitored.
inline Reach reachOf(const Thread &T, uint64_t Address, uint64_t Bytes) {
  const BlockHistory &H = *T.TheBlock->History;
  uint64_t Offset = Address - H.SharedBegin;
  if (Offset < H.SharedBytes && Bytes <= H.SharedBytes - Offset)
    return Reach::Shared;
  // In the arena's part that is not shared, words that nobody has are poisoned.
  return Arena::get().isGlobal(reinterpret_cast<const void *>(Address))
             ? Reach::Global
             : reachElsewhere(T, Address, Bytes);
}

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_REACH_H
