// SizeSignal - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/SizeSignal.h"

#include <ctime>
#include <pthread.h>

namespace racemap::output {

static sigset_t onlyThis() {
  sigset_t Set;
  sigemptyset(&Set);
  sigaddset(&Set, SIGXFSZ);
  return Set;
}

static bool isWaiting() {
  sigset_t Waiting;
  return sigpending(&Waiting) == 0 && sigismember(&Waiting, SIGXFSZ) == 1;
}

SizeSignal::SizeSignal() : WasWaiting(isWaiting()) {
  sigset_t Set = onlyThis();
  pthread_sigmask(SIG_BLOCK, &Set, &Before);
}

SizeSignal::~SizeSignal() {
  sigset_t Set = onlyThis();
  timespec None{};
  if (!WasWaiting && isWaiting())
    sigtimedwait(&Set, nullptr, &None);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

} // namespace racemap::output
