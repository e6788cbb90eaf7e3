// A signal while the runtime works for a kernel's thread ends the process with a
// line that says so: nobody knows what is locked. Here, the program has given
// the stream a buffer that is nowhere. A sanitizer of RaceMap's own code has
// nothing to say of it.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: bash -c 'export ASAN_OPTIONS=$ASAN_OPTIONS:handle_segv=0 TSAN_OPTIONS=$TSAN_OPTIONS:handle_segv=0; %t; echo status $?' 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: racemap: internal error in RaceMap's own code: illegal address {{.*}} in kernel prints()
// CHECK: status 139

#include <cstdio>
#include <sys/mman.h>

__global__ void prints() { printf("never seen\n"); }

int main() {
  void *nowhere =
      mmap(nullptr, BUFSIZ, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  setvbuf(stdout, (char *)nowhere, _IOFBF, BUFSIZ);
  prints<<<1, 1>>>();
  cudaDeviceSynchronize();
}
