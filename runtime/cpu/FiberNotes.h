// FiberNotes - what the address and thread sanitizers are told of fibers, in
// builds of RaceMap itself with one of them; in all others, nothing.
//
// Each stack is a fiber for them, whichever threads it has one after the other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_FIBERNOTES_H
#define RACEMAP_RUNTIME_CPU_FIBERNOTES_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RACEMAP_ASAN_FIBERS 1
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif __has_feature(thread_sanitizer)
#define RACEMAP_TSAN_FIBERS 1
#include <sanitizer/tsan_interface.h>
#endif
#endif

#include <cstddef>

namespace racemap::cpu {

/// Of a stack.
struct FiberNotes {
#if RACEMAP_ASAN_FIBERS
  const void *Low = nullptr;
  size_t Bytes = 0;
  void *Fake = nullptr; ///< what the sanitizer keeps while others run
#elif RACEMAP_TSAN_FIBERS
  void *Fiber = nullptr;
#endif
};

/// The switches of a worker.
class FiberSwitches {
public:
  /// A thread begins at the end of a stack that nobody is on.
  static void begin([[maybe_unused]] FiberNotes &N,
                    [[maybe_unused]] const void *Low,
                    [[maybe_unused]] size_t Bytes) {
#if RACEMAP_ASAN_FIBERS
    N = {Low, Bytes, nullptr};
    // A thread that was ended has left its frames there.
    __asan_unpoison_memory_region(Low, Bytes);
#elif RACEMAP_TSAN_FIBERS
    if (N.Fiber) // with the calls that a thread was in when it was ended
      __tsan_destroy_fiber(N.Fiber);
    N.Fiber = __tsan_create_fiber(0);
#endif
  }

  /// Before a jump. To: null: the worker's own stack. IsOver: who jumps does
  /// not come back.
  void leave([[maybe_unused]] FiberNotes *To, [[maybe_unused]] bool IsOver) {
#if RACEMAP_ASAN_FIBERS
    if (!Own.Low)
      findOwn();
    FiberNotes *From = Running;
    Running = To ? To : &Own;
    __sanitizer_start_switch_fiber(IsOver ? nullptr : &From->Fake, Running->Low,
                                   Running->Bytes);
#elif RACEMAP_TSAN_FIBERS
    if (!Own.Fiber)
      Own.Fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(To ? To->Fiber : Own.Fiber, 0);
#endif
  }

  /// Behind a jump, on the other side.
  void arrive() {
#if RACEMAP_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(Running->Fake, nullptr, nullptr);
#endif
  }

private:
#if RACEMAP_ASAN_FIBERS
  void findOwn() {
    pthread_attr_t Its;
    void *Low = nullptr;
    if (pthread_getattr_np(pthread_self(), &Its) == 0) {
      pthread_attr_getstack(&Its, &Low, &Own.Bytes);
      pthread_attr_destroy(&Its);
    }
    Own.Low = Low;
  }

  FiberNotes Own, *Running = &Own;
#elif RACEMAP_TSAN_FIBERS
  FiberNotes Own;
#endif
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_FIBERNOTES_H
