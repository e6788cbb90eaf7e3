// slow-machine - a machine that is FACTOR times as slow, as far as its clocks
// say.
//
// In:  a program with this library preloaded, and FACTOR, a whole number.
// Out: all clocks of processor time run FACTOR times as fast, and waits for
//      condition variables end FACTOR times as soon: by them, a watcher waits
//      for such a clock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const long long Second = 1000000000;

static long long factor(void) {
  const char *Text = getenv("FACTOR");
  return Text ? atoll(Text) : 1;
}

static long long nanoseconds(const struct timespec *T) {
  return T->tv_sec * Second + T->tv_nsec;
}

static struct timespec timeOf(long long Nanoseconds) {
  return (struct timespec){Nanoseconds / Second, Nanoseconds % Second};
}

// By a system call: an allocator may ask for the time, and dlsym() allocates.
static int realTime(clockid_t Clock, struct timespec *T) {
  return (int)syscall(SYS_clock_gettime, Clock, T);
}

int clock_gettime(clockid_t Clock, struct timespec *T) {
  int Status = realTime(Clock, T);
  // Linux: those of other threads and processes are negative.
  int IsProcessorTime = Clock < 0 || Clock == CLOCK_THREAD_CPUTIME_ID ||
                        Clock == CLOCK_PROCESS_CPUTIME_ID;
  if (!Status && IsProcessorTime)
    *T = timeOf(nanoseconds(T) * factor());
  return Status;
}

int pthread_cond_clockwait(pthread_cond_t *Condition, pthread_mutex_t *Mutex,
                           clockid_t Clock, const struct timespec *Until) {
  static int (*Real)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                     const struct timespec *);
  if (!Real)
    Real = (int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                    const struct timespec *))dlsym(RTLD_NEXT,
                                                   "pthread_cond_clockwait");
  struct timespec Now;
  realTime(Clock, &Now);
  long long Rest = nanoseconds(Until) - nanoseconds(&Now);
  struct timespec Sooner = timeOf(nanoseconds(&Now) + Rest / factor());
  return Real(Condition, Mutex, Clock, Rest > 0 ? &Sooner : Until);
}
