// A library with kernels is loaded and unloaded over and over: it begins anew each
// time, its race is one, and its code and variables are given back. The same with
// relocatable device code.
//
// With the thread sanitizer's runtime, what a library has given to atexit() is
// called when the process ends, which is too late.
//
// UNSUPPORTED: tsan
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -fPIC -shared %S/Inputs/library.cu -o %t.so
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -fgpu-rdc -fPIC -shared %S/Inputs/library.cu -o %t.rdc.so
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t -ldl
// RUN: not %t %t.so 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
// RUN: not %t %t.rdc.so 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
//
// CHECK: 0 wrong
// CHECK-NEXT: memory does not grow
// TOLD: WARNING: RaceMap: data race
// TOLD: racy()
// TOLD: {{^}}SUMMARY: RaceMap: 1 data race, seen 1280 times{{$}}
#include "Inputs/memory.h"
#include <dlfcn.h>

int main(int, char **arguments) {
  int wrong = 0;
  long before = 0;
  for (int round = 0; round < 40; ++round) {
    if (round == 10)
      before = residentKib();
    void *library = dlopen(arguments[1], RTLD_NOW);
    auto work = library ? (int (*)(int))dlsym(library, "work") : nullptr;
    wrong += !work || work(round) != round + 1;
    if (library)
      dlclose(library);
  }
  printf("%d wrong\n", wrong);
  sayGrowth(before, 2048);
}
