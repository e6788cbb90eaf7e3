// FiberNotes - what sanitizers of RaceMap's own code are told of its fibers.
//
// A fiber goes over to another one by a jump that no compiler knows of. The
// address sanitizer has to be told which stack runs from then on, and that a
// fiber that is over will not use its fake stack again; the thread sanitizer,
// whose calls and accesses those are that follow. A fiber lasts from where a
// thread begins on a stack until another one begins there without taking it
// over (BlockRun::handsOver); the worker itself is one. In builds without these
// sanitizers nothing is kept and nothing is done.
//
// What is called here around a jump is inlined: a call of its own would begin
// on one fiber and return on another one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_FIBERNOTES_H
#define RACEMAP_RUNTIME_CPU_FIBERNOTES_H

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace racemap::cpu {

class FiberNotes {
public:
  /// The worker's own, which runs. Its stack is known when it has been left.
  void isThisThread();

  /// A fiber begins on this stack; what was there before is over.
  void begins(const char *Low, const char *High);

  /// The next thing that happens is a jump from From to this one. From goes on
  /// some time unless IsOver.
  [[gnu::always_inline]] void isNext(FiberNotes &From, bool IsOver = false);

  /// This one goes on, or has begun, after a jump. Worker: whose it is if the
  /// worker jumped.
  [[gnu::always_inline]] void runs(FiberNotes *Worker = nullptr);

private:
#if defined(__SANITIZE_ADDRESS__)
  const void *Low = nullptr;
  size_t Bytes = 0;
  void *FakeStack = nullptr; ///< while another one runs
#endif
#if defined(__SANITIZE_THREAD__)
  void *Fiber = nullptr;
#endif
};

#if defined(__SANITIZE_ADDRESS__)

inline void FiberNotes::isThisThread() {}

/// A thread that ended by an error is left as it stands: its frames are no
/// variables any more. Its fake stack goes on with the next one.
inline void FiberNotes::begins(const char *Lowest, const char *High) {
  Low = Lowest;
  Bytes = size_t(High - Lowest);
  __asan_unpoison_memory_region(Low, Bytes);
}

inline void FiberNotes::isNext(FiberNotes &From, bool IsOver) {
  if (IsOver)
    From.FakeStack = nullptr;
  __sanitizer_start_switch_fiber(IsOver ? nullptr : &From.FakeStack, Low,
                                 Bytes);
}

inline void FiberNotes::runs(FiberNotes *Worker) {
  __sanitizer_finish_switch_fiber(FakeStack, Worker ? &Worker->Low : nullptr,
                                  Worker ? &Worker->Bytes : nullptr);
}

#elif defined(__SANITIZE_THREAD__)

inline void FiberNotes::isThisThread() { Fiber = __tsan_get_current_fiber(); }

inline void FiberNotes::begins(const char *, const char *) {
  if (Fiber)
    __tsan_destroy_fiber(Fiber);
  Fiber = __tsan_create_fiber(0);
}

inline void FiberNotes::isNext(FiberNotes &, bool) {
  __tsan_switch_to_fiber(Fiber, 0);
}

inline void FiberNotes::runs(FiberNotes *) {}

#else

inline void FiberNotes::isThisThread() {}
inline void FiberNotes::begins(const char *, const char *) {}
inline void FiberNotes::isNext(FiberNotes &, bool) {}
inline void FiberNotes::runs(FiberNotes *) {}

#endif

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_FIBERNOTES_H
