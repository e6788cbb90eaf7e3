// cores - a machine with as many cores as CORES says, as far as programs can ask.
//
// In:  a program with this library preloaded, and CORES, up to 1024. Without it
//      the program ends: it would run with another number in silence.
// Out: all that tells how many cores there are, or which the process may use,
//      says so. They run on those that there are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static int number(void) {
  const char *Text = getenv("CORES");
  if (!Text)
    abort();
  return atoi(Text);
}

int get_nprocs(void) { return number(); }
int get_nprocs_conf(void) { return number(); }

int sched_getaffinity(pid_t Process, size_t Bytes, cpu_set_t *Cores) {
  (void)Process;
  memset(Cores, 0, Bytes);
  for (int I = 0; I < number(); ++I)
    CPU_SET_S(I, Bytes, Cores);
  return 0;
}

int pthread_getaffinity_np(pthread_t Thread, size_t Bytes, cpu_set_t *Cores) {
  (void)Thread;
  return sched_getaffinity(0, Bytes, Cores);
}

long sysconf(int Name) {
  static long (*Real)(int);
  if (!Real)
    Real = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
  int IsCores = Name == _SC_NPROCESSORS_ONLN || Name == _SC_NPROCESSORS_CONF;
  return IsCores ? number() : Real(Name);
}
