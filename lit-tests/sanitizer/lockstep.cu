// Code for GPUs before Volta relies on it that the lanes of a warp advance
// together. It computes what it is meant to, and is silent, where it is compiled
// for such a GPU or warp-sync says so; what races in one instruction, or on two
// sides of a condition, races there, too.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_60 %s -o %t.60
// RUN: bash -c '%t.60 reduce; echo status $?' 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: bash -c '%t.60 scan; echo status $?' 2>&1 | FileCheck %s --check-prefix=SCAN
// RUN: bash -c '%t.60 loop; echo status $?' 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: bash -c '%t.60 sides; echo status $?' 2>&1 | FileCheck %s --check-prefix=SIDES
// RUN: bash -c '%t.60 one; echo status $?' 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: bash -c '%t.60 warps; echo status $?' 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: bash -c '%t.60 flag; echo status $?' 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_80 %s -o %t.80
// RUN: bash -c '%t.80 reduce; echo status $?' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_80 --warp-sync=lockstep %s -o %t.lockstep
// RUN: bash -c '%t.lockstep reduce; echo status $?' 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_60 --warp-sync=independent %s -o %t.independent
// RUN: bash -c '%t.independent reduce; echo status $?' 2>&1 | FileCheck %s --check-prefix=RACE
//
// Without the sanitizer, too.
// RUN: %racemap cc --device=cpu -arch=sm_60 %s -o %t.plain
// RUN: bash -c '%t.plain reduce; echo status $?' 2>&1 | FileCheck %s --check-prefix=SILENT
#include <cstdio>
#include <cstring>

__global__ void reduce(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32]; // line 34
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0)
    *out = s[0];
}

// Lanes leave the loop in different iterations, and are together behind it.
__global__ void scan(int *out) {
  __shared__ volatile int s[32];
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < t; ++i)
    s[t] += 1;
  int next = s[(t + 1) % 32];
  out[t] = next;
}

// Lanes access in different iterations, at whose ends they are together.
__global__ void loop(int *out) {
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    if (i % 2 == t % 2)
      out[t / 2] = t + i;
}

__global__ void sides(int *out) {
  if (threadIdx.x % 2)
    out[0] = threadIdx.x; // line 66
  else
    out[0] = -int(threadIdx.x); // line 68
}

__global__ void one(int *out) {
  out[threadIdx.x / 2] = threadIdx.x; // line 72
}

// Warps do not advance together.
__global__ void warps(int *out) {
  __shared__ volatile int s[64];
  s[threadIdx.x] = threadIdx.x;       // line 78
  out[threadIdx.x] = s[63 - threadIdx.x]; // line 79
}

// Nor is it a fence for other warps that lanes do.
__global__ void flag(int *out) {
  __shared__ int ready, data;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 1; // line 89
    __threadfence_block();
    atomicExch(&ready, 1);
  } else if (threadIdx.x == 32) {
    while (!atomicAdd(&ready, 0))
      ;
    out[0] = data; // line 95, no fence
  }
}

int main(int, char **argv) {
  auto is = [&](const char *kernel) { return !strcmp(argv[1], kernel); };
  int *out, h[64] = {};
  cudaMalloc(&out, sizeof h);
  if (is("reduce"))
    reduce<<<1, 64>>>(out);
  if (is("scan"))
    scan<<<1, 32>>>(out);
  if (is("loop"))
    loop<<<1, 32>>>(out);
  if (is("sides"))
    sides<<<1, 32>>>(out);
  if (is("one"))
    one<<<1, 32>>>(out);
  if (is("warps"))
    warps<<<1, 64>>>(out);
  if (is("flag"))
    flag<<<1, 64>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("result %d %d\n", h[0], h[30]);
}

// SILENT-NOT: RaceMap
// SILENT: result 2016
// SILENT-NOT: RaceMap
// SILENT: status 0

// SCAN-NOT: RaceMap
// SCAN: result 1 31
// SCAN: status 0

// LOOP-NOT: RaceMap
// LOOP: result 4 {{.*}}
// LOOP: status 0

// SIDES: data race
// SIDES-DAG: lockstep.cu:66
// SIDES-DAG: lockstep.cu:68
// SIDES: status 66

// ONE: data race
// ONE: lockstep.cu:72
// ONE: lockstep.cu:72
// ONE: status 66

// WARPS: data race
// WARPS-DAG: lockstep.cu:78
// WARPS-DAG: lockstep.cu:79
// WARPS: status 66

// FLAG: data race
// FLAG-DAG: lockstep.cu:89
// FLAG-DAG: lockstep.cu:95
// FLAG: status 66

// RACE: data race
// RACE: status 66
