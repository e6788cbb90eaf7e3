// What the process has of the machine's memory, in KiB.
#ifndef LOAD_MEMORY_H
#define LOAD_MEMORY_H

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

inline long residentKib() {
  long pages = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &pages, &resident) != 2)
    abort();
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/// It says whether that is more than before by so much. Sanitizers of RaceMap's
/// own code have memory of their own, and keep what is freed.
inline void sayGrowth(long before, long mostKib) {
  long growth = residentKib() - before;
  if (growth <= mostKib || getenv("ASAN_OPTIONS") || getenv("TSAN_OPTIONS"))
    printf("memory does not grow\n");
  else
    printf("memory grows by %ld KiB\n", growth);
}

#endif
