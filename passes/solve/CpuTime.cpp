// CpuTime - by the clocks that POSIX gives each thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/CpuTime.h"
#include <pthread.h>

namespace racemap::solve {

using std::chrono::duration_cast;
using std::chrono::steady_clock;

static CpuTime::duration read(clockid_t Clock) {
  timespec T{};
  clock_gettime(Clock, &T);
  return std::chrono::seconds(T.tv_sec) + std::chrono::nanoseconds(T.tv_nsec);
}

CpuTime::time_point CpuTime::now() {
  return time_point(read(CLOCK_THREAD_CPUTIME_ID));
}

CpuAlarm::~CpuAlarm() {
  {
    std::lock_guard Hold(Lock);
    IsOver = true;
  }
  Changed.notify_one();
  if (Watcher.joinable())
    Watcher.join();
}

CpuAlarm::Setting CpuAlarm::set(CpuTime::duration Most,
                                std::function<void()> Then) {
  bool IsTooLate = false;
  {
    std::lock_guard Hold(Lock);
    clockid_t Mine;
    pthread_getcpuclockid(pthread_self(), &Mine);
    Watched = Mine;
    At = read(Mine) + Most;
    Ring = std::move(Then);
    IsTooLate = Wakes > steady_clock::now() + Most;
  }
  if (!Watcher.joinable())
    Watcher = std::thread([this] { watch(); });
  if (IsTooLate)
    Changed.notify_one();
  return Setting(*this);
}

void CpuAlarm::clear() {
  std::lock_guard Hold(Lock);
  Watched.reset();
}

/// A thread computes no faster than time goes by: to look again once the rest
/// has gone by is early enough.
void CpuAlarm::watch() {
  std::unique_lock Hold(Lock);
  while (!IsOver) {
    if (!Watched) {
      Wakes = Never;
      Changed.wait(Hold);
      continue;
    }
    CpuTime::duration Rest = At - read(*Watched);
    if (Rest.count() > 0) {
      Wakes = steady_clock::now() + duration_cast<steady_clock::duration>(Rest);
      Changed.wait_until(Hold, Wakes);
      continue;
    }
    Ring();
    Watched.reset();
  }
}

} // namespace racemap::solve
