// With one worker, a launch is the same each time: its blocks come one after the
// other, and of races that several pairs of threads have the same one is told.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=exitcode=0:workers=1 bash -c 'for i in $(seq 20); do %t 2>&1 | sed "s/pid=[0-9]*//; s/at 0x[0-9a-f]*//" >%t.$i; cmp %t.1 %t.$i || exit 1; done'
// RUN: FileCheck %s --input-file=%t.1
// RUN: FileCheck %s --input-file=%t.1 --check-prefix=BLOCKS
//
// RUN: env RACEMAP_OPTIONS=exitcode=0:workers=few %t 2>&1 | FileCheck %s --check-prefix=WRONG
#include <cstdio>

__device__ int last[8];

__global__ void order() {
  if (threadIdx.x == 0)
    printf("block %d\n", blockIdx.x);
  // Every two blocks race here.
  last[threadIdx.x % 8] = int(blockIdx.x);
}
// CHECK: WARNING: RaceMap: data race
// CHECK-NEXT: by thread (0,0,0) of block (1,0,0)
// CHECK: by thread (24,0,0) of block (0,0,0)
// BLOCKS: {{^}}block 0
// BLOCKS-NEXT: block 1
// BLOCKS-NEXT: block 2
// BLOCKS: block 199
// WRONG: racemap: warning: RACEMAP_OPTIONS: 'few' is no value for workers

int main() {
  order<<<200, 32>>>();
  return cudaDeviceSynchronize();
}
