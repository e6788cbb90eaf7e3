// A lane that its own mask does not name is told, once for each place, whether
// or not the others wait for it; the launch goes on. CUDA wants each lane that
// comes to an operation of its warp to be in the mask that it gives.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: env RACEMAP_OPTIONS=seed=1 bash -c '%t forever; echo status $?' 2>&1 | FileCheck %s --check-prefix=FOREVER
// RUN: echo 'barrier:votes' > %t.supp
// RUN: env RACEMAP_OPTIONS=exitcode=0:suppressions=%t.supp %t 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DFIXED %s -o %t.fixed
// RUN: bash -c '%t.fixed; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %racemap cc --device=cpu --kernel=^$ %s -o %t.plain
// RUN: bash -c '%t.plain; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#ifdef FIXED
#define HALF 0xffffffffu
#define LANE threadIdx.x
#else
#define HALF 0x0000ffffu
#define LANE 0
#endif

__global__ void waits(int *out) {
  out[threadIdx.x] = threadIdx.x;
  __syncwarp(HALF);
  out[threadIdx.x] += 1;
}

// Each names itself and others, but for half of them, again and again.
__global__ void votes(int *out) {
  for (int i = 0; i < 3; ++i)
    out[threadIdx.x] += __popc(__ballot_sync(HALF, threadIdx.x & 1));
}

__global__ void shuffles(int *out) {
  out[threadIdx.x] = __shfl_down_sync(1u << LANE, out[threadIdx.x], 0);
}

// To meet nobody is no progress.
__global__ void spins(volatile int *flag) {
  while (flag[0] == 0)
    __syncwarp(1u << (threadIdx.x + 1) % 32);
}

int main(int count, char **) {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  if (count > 1) {
    cudaMemset(out, 0, 32 * sizeof(int));
    spins<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
  }
  waits<<<1, 32>>>(out);
  votes<<<1, 32>>>(out);
  shuffles<<<1, 32>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(error));
  return error;
}

// CHECK: WARNING: RaceMap: barrier divergence
// CHECK-NEXT: The mask does not name the lane that comes with it
// CHECK: Come to __syncwarp mask 0x0000ffff at {{.*}}outside-of-its-mask.cu:30:3
// CHECK-SAME: by thread ({{[0-9]+}},0,0) of block (0,0,0), warp 0 lane {{1[6-9]|2[0-9]|3[01]}}
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: Come to __ballot_sync mask 0x0000ffff at {{.*}}outside-of-its-mask.cu:37:
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: Come to __shfl_down_sync mask 0x00000001 at {{.*}}outside-of-its-mask.cu:41:
// CHECK-NOT: WARNING
// CHECK: cudaSuccess
// CHECK: SUMMARY: RaceMap: 3 barrier divergences, seen 95 times
// CHECK: status 66
// JSON: "kind": "barrier-divergence"
// FEWER-NOT: ballot
// FEWER: SUMMARY: RaceMap: 2 barrier divergences
// FOREVER: WARNING: RaceMap: barrier divergence
// FOREVER: WARNING: RaceMap: deadlock
// FOREVER: Wait at a loop that waits
// FOREVER: status 66
// NONE-NOT: RaceMap
// NONE: cudaSuccess
// NONE: status 0
