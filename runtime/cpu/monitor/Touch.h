// Touch - an access to some bytes of a word, as its history has it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_TOUCH_H
#define RACEMAP_RUNTIME_CPU_MONITOR_TOUCH_H

#include "runtime/cpu/monitor/ThreadHistory.h"
#include "runtime/device/Abi.h"

namespace racemap::cpu {

/// All bytes of the access that a touch is a part of.
struct Extent {
  int8_t Begin = 0; ///< from the word on
  uint8_t Bytes = 4;

  bool operator==(const Extent &) const = default;
};

/// An access to some bytes of a word.
struct Touch {
  Event When;
  fsm::Operation Op = fsm::Operation::Read;
  bool OnlyLoads = false; ///< an atomic load
  uint8_t Mask = 0xf;     ///< bit 0: the lowest byte
  Extent Reach;
  unsigned Site = ~0u;
  /// An asynchronous copy that nobody has waited for: before nothing. Copies
  /// of a thread are numbered from 1.
  uint32_t Copy = 0;
  /// Counts the accesses to the word.
  uint64_t Number = 0;

  bool operator==(const Touch &) const = default;
};

/// The smallest group that has both threads.
fsm::Scope between(const Event &A, const Event &B);

/// Do two accesses race if nothing orders them? Bytes are not looked at.
bool conflict(const Touch &A, const Touch &B);

inline uint64_t threadKey(const Event &E) { return E.Rank << 10 | E.Thread; }

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_TOUCH_H
