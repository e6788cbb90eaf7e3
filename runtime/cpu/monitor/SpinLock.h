// SpinLock - held for a few instructions, or by a word's atomic access.
//
// Counted, so that a thread that is about to end while it holds one is noticed
// (runtime/cpu/Section.h says who may hold what).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_SPINLOCK_H
#define RACEMAP_RUNTIME_CPU_MONITOR_SPINLOCK_H

#include <atomic>
#include <thread>

namespace racemap::cpu {

class SpinLock {
public:
  void lock() {
    for (unsigned Tries = 0; Busy.test_and_set(std::memory_order_acquire);)
      if (++Tries > MostTries)
        std::this_thread::yield();
    ++Held;
  }
  void unlock() {
    --Held;
    Busy.clear(std::memory_order_release);
  }
  /// How many this worker holds.
  static unsigned numHeld() { return Held; }

private:
  /// Whoever holds it may have to wait for this core.
  static constexpr unsigned MostTries = 64;
  static inline thread_local unsigned Held = 0;
  std::atomic_flag Busy;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_SPINLOCK_H
