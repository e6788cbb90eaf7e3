// Threads of a block that wait at different __syncthreads(), or of a grid at
// different grid.sync(), are told, although the hardware lets all of them go on:
// once for each two places of a kernel, as the static analysis has it.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: %racemap report %t.json 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: echo 'barrier:branches' > %t.supp
// RUN: env RACEMAP_OPTIONS=suppressions=%t.supp bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: echo 'barrier:different-places.cu' > %t.supp
// RUN: env RACEMAP_OPTIONS=suppressions=%t.supp bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
//
// RUN: %racemap cc --device=cpu -DONE %s -o %t.plain 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: bash -c '%t.plain; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DFIXED %s -o %t.fixed
// RUN: bash -c '%t.fixed; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#ifdef FIXED
#define IF(CONDITION) if (true)
#else
#define IF(CONDITION) if (CONDITION)
#endif

__global__ void branches(int *out) {
  IF(threadIdx.x < 40) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
  out[threadIdx.x] += 1;
}

#ifndef ONE
// Nothing but the barriers: they are two, whatever the compiler would make of
// it.
__global__ void alike() {
  IF(threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

// Who has left the loop meets the others at the barrier behind it.
__global__ void loop() {
#ifdef FIXED
  int rounds = 2;
#else
  int rounds = 1 + threadIdx.x / 32;
#endif
  for (int i = 0; i < rounds; ++i)
    __syncthreads();
  __syncthreads_or(threadIdx.x);
}

// In a header; the place is here. With fences, shadow memory is another.
__global__ void groups(int *out) {
  cg::thread_block block = cg::this_thread_block();
  __threadfence();
  IF(threadIdx.x < 32)
    block.sync();
  else
    cg::sync(block);
}

__global__ void three() {
  IF(threadIdx.x < 16)
    asm volatile("bar.sync 0;" ::: "memory");
  else if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

__global__ void grid() {
  cg::grid_group all = cg::this_grid();
  IF(blockIdx.x == 0)
    all.sync();
  else
    all.sync();
}
#endif

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  branches<<<1, 64>>>(out);
  branches<<<1, 64>>>(out);
#ifndef ONE
  alike<<<1, 64>>>();
  loop<<<1, 64>>>();
  groups<<<1, 64>>>(out);
  three<<<1, 64>>>();
  cudaLaunchCooperativeKernel((void *)grid, dim3(2), dim3(64), nullptr, 0, 0);
#endif
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: barrier divergence
// CHECK-NEXT: Threads of the block wait at different places for one barrier, which lets all of them go on
// CHECK: Wait at __syncthreads at {{.*}}different-places.cu:31:5 (and 39 more) by thread (0,0,0) of block (0,0,0), warp 0 lane 0
// CHECK: Wait at __syncthreads at {{.*}}different-places.cu:34:5 (and 23 more) by thread (40,0,0) of block (0,0,0), warp 1 lane 8
// CHECK: Launch 1: branches(int*)
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: different-places.cu:44:5 (and 31 more)
// CHECK: different-places.cu:46:5 (and 31 more)
// CHECK: Launch 3: alike()
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: different-places.cu:58:3 (and 31 more)
// CHECK: different-places.cu:57:5 (and 31 more)
// CHECK: Launch 4: loop()
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: different-places.cu:66:5 (and 31 more)
// CHECK: different-places.cu:68:5 (and 31 more)
// CHECK: Launch 5: groups(int*)
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: different-places.cu:73:5 (and 15 more)
// CHECK: different-places.cu:75:5 (and 15 more)
// CHECK: Launch 6: three()
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: different-places.cu:73:5 (and 15 more)
// CHECK: different-places.cu:77:5 (and 31 more)
// CHECK: Launch 6: three()
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK-NEXT: Threads of the grid wait at different places
// CHECK-DAG: Wait at the grid's barrier at {{.*}}different-places.cu:83:9 (and 63 more) by thread (0,0,0) of block (0,0,0)
// CHECK-DAG: Wait at the grid's barrier at {{.*}}different-places.cu:85:9 (and 63 more) by thread (0,0,0) of block (1,0,0)
// CHECK: Launch 7: grid()
// CHECK-NOT: WARNING: RaceMap
// CHECK: SUMMARY: RaceMap: 7 barrier divergences, seen 8 times
// CHECK-NEXT: status 66

// JSON: "kind": "barrier-divergence"
// JSON: "scope": "block"
// JSON: "op": "barrier",
// JSON-NEXT: "file": "{{.*}}different-places.cu",
// JSON-NEXT: "line": 58,
// JSON-NEXT: "column": 3,
// JSON-NEXT: "waitsAt": "__syncthreads",
// JSON-NEXT: "threads": 32
// JSON: "line": 57,

// REPORT: different-places.cu:31:5: warning: barrier divergence in kernel 'branches(int*)'
// REPORT: different-places.cu:34:5: note: the barrier of the other thread

// STATIC: different-places.cu:{{3[14]}}:5: warning: barrier divergence in kernel 'branches(int*)' (provable)

// OTHERS-NOT: branches
// OTHERS: SUMMARY: RaceMap: 6 barrier divergences, seen 6 times
// OTHERS-NEXT: status 66

// NONE-NOT: RaceMap
// NONE: status 0
