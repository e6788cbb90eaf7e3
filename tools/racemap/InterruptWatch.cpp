// InterruptWatch - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InterruptWatch.h"
#include <unistd.h>

namespace racemap {

static sigset_t interrupts() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    sigaddset(&Set, Signal);
  return Set;
}

InterruptWatch::InterruptWatch(Processes &Programs, std::function<void()> Told)
    : Programs(Programs), Told(std::move(Told)) {
  sigset_t Set = interrupts();
  pthread_sigmask(SIG_BLOCK, &Set, &Before);
  Watcher = std::thread([this] { watch(); });
}

InterruptWatch::~InterruptWatch() {
  IsOver = true;
  pthread_kill(Watcher.native_handle(), SIGHUP); // it waits no longer
  Watcher.join();
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

void InterruptWatch::watch() {
  sigset_t Set = interrupts();
  timespec Step{0, 50'000'000};
  while (!IsOver)
    if (siginfo_t Its; sigtimedwait(&Set, &Its, &Step) > 0 &&
                       Its.si_pid != getpid()) { // not the destructor's
      Programs.interrupt();
      Told();
    }
}

} // namespace racemap
