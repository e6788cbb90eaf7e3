// Threads that come to one __syncthreads() through different calls wait at
// different places, as the static analysis has it; a report names the calls.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=STATIC
//
// In calls that all threads make alike they are one, in how many rounds or
// copies.
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DFIXED %s -o %t.fixed
// RUN: bash -c '%t.fixed; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %racemap check %s -- -DFIXED 2>&1 | FileCheck %s --check-prefix=FREE
#ifdef FIXED
#define IF(CONDITION) if (true)
#else
#define IF(CONDITION) if (CONDITION)
#endif

__device__ void helper(int *out, int value) {
  out[threadIdx.x] = value;
  __syncthreads();
  out[threadIdx.x] += value;
}
__device__ __noinline__ void apart() { __syncthreads(); }
__device__ void deeper() { apart(); }

__global__ void inlined(int *out) {
  IF(threadIdx.x < 32)
    helper(out, 1);
  else
    helper(out, 2);
}

__global__ void called(int *out) {
  IF(threadIdx.x < 16)
    deeper();
  else
    apart();
}

__global__ void rounds(int *out) {
#pragma unroll
  for (int i = 0; i < 3; ++i)
    helper(out, i);
  for (int i = 0; i < 2 + (out != nullptr); ++i)
    deeper();
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  inlined<<<1, 64>>>(out);
  called<<<1, 64>>>(out);
  rounds<<<1, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: Wait at __syncthreads at {{.*}}.cu:[[#HELPER:]]:3, called at {{.*}}.cu:[[#CALL:]]:5 (and 31 more) by thread (0,0,0)
// CHECK: Wait at __syncthreads at {{.*}}.cu:[[#HELPER]]:3, called at {{.*}}.cu:[[#CALL+2]]:5 (and 31 more) by thread (32,0,0)
// CHECK: WARNING: RaceMap: barrier divergence
// CHECK: Wait at __syncthreads at {{.*}}, called at {{.*}}, called at {{.*}} (and 15 more) by thread (0,0,0)
// CHECK: Wait at __syncthreads at {{[^,]*}}, called at {{[^,]*}} (and 47 more) by thread (16,0,0)
// CHECK-NOT: WARNING
// CHECK: status 66
// JSON: "waitsAt": "__syncthreads"
// STATIC-DAG: warning: barrier divergence in kernel 'inlined(int*)'
// STATIC-DAG: warning: barrier divergence in kernel 'called(int*)'
// STATIC: 2 warnings generated
// NONE-NOT: RaceMap
// NONE: status 0
// FREE: 3 kernels: 3 race-free, 0 racy, 0 unknown
