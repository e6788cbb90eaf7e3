// The module info says which kernels order threads by other means than barriers
// of whole groups, through whatever they call.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize --elide=off --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o %t.ll
// RUN: sed -n 's/^@__racemap_module_info.* c"//p' %t.ll | sed 's/\\22/"/g; s/"_Z/\n"_Z/g' | FileCheck %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// CHECK-DAG: "_Z7barrierPiS_":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"barrier(int*, int*)","ordersOtherwise":false
__global__ void barrier(int *a, int *b) {
  a[threadIdx.x] = 1;
  __syncthreads();
  __syncwarp();
  a[threadIdx.x ^ 1] = __sinf(atomicAdd(b, 2)) + __shfl_sync(~0u, 1, 2);
}

// Who has read all that others wrote may write plainly.
// CHECK-DAG: "_Z7setBackPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"setBack(int*)","ordersOtherwise":true
__global__ void setBack(int *a) {
  bool isLast = atomicAdd(a, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    a[0] = 0;
}

// What nobody looks at tells nothing; and the barrier is of all who have it.
// CHECK-DAG: "_Z9histogramPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"histogram(int*)","ordersOtherwise":false
__global__ void histogram(int *a) {
  __shared__ int bins[32];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&a[threadIdx.x], 1);
  int rank = atomicAdd(&bins[a[0] % 32], 1);
  __syncthreads();
  bins[rank] = 0;
}

// CHECK-DAG: "_Z5fencePi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"fence(int*)","ordersOtherwise":true
__global__ void fence(int *a) {
  a[0] = 1;
  __threadfence();
  a[1] = 2;
}

// CHECK-DAG: "_Z8someWarpPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"someWarp(int*)","ordersOtherwise":true
__global__ void someWarp(int *a) {
  if (threadIdx.x < 16)
    __syncwarp(0xffff);
}

// CHECK-DAG: "_Z5namedPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"named(int*)","ordersOtherwise":true
__global__ void named(int *a) { asm volatile("bar.sync 1, 64;"); }

// CHECK-DAG: "_Z6loaderPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"loader(int*)","ordersOtherwise":true
__global__ void loader(int *a) {
  int x;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(x) : "l"(a));
  a[1] = x;
}

// CHECK-DAG: "_Z7pointerPiPFvS_E":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"pointer(int*, void (*)(int*))","ordersOtherwise":true
__global__ void pointer(int *a, void (*f)(int *)) { f(a); }

__device__ __noinline__ int countDown(int *a, int n) {
  a[n] = n;
  return n ? countDown(a, n - 1) : 0;
}
// CHECK-DAG: "_Z9recursionPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"recursion(int*)","ordersOtherwise":false
__global__ void recursion(int *a) { countDown(a, 3); }

__device__ __noinline__ int fenceDown(int *a, int n) {
  __threadfence_block();
  return n ? fenceDown(a, n - 1) : 0;
}
// CHECK-DAG: "_Z14fenceRecursionPi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"fenceRecursion(int*)","ordersOtherwise":true
__global__ void fenceRecursion(int *a) { fenceDown(a, 3); }

// CHECK-DAG: "_Z4gridPi":{"accesses":{{[0-9]+}},"gridBarriers":true,"name":"grid(int*)","ordersOtherwise":false
__global__ void grid(int *a) {
  a[blockIdx.x] = 1;
  cg::this_grid().sync();
  a[blockIdx.x + 1] = 2;
}

// What cannot be part of the kernel counts, too.
__device__ void deep(int *a, int n) {
  a[n] = 1;
  __threadfence();
  if (n > 0)
    deep(a, n - 1);
}
// CHECK-DAG: "_Z6nestedPii":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"nested(int*, int)","ordersOtherwise":true
__global__ void nested(int *a, int n) { deep(a, n); }

__device__ void deepOnly(int *a, int n) {
  a[n] = 1;
  if (n > 0)
    deepOnly(a, n - 1);
}
// CHECK-DAG: "_Z11nestedPlainPii":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"nestedPlain(int*, int)","ordersOtherwise":false
__global__ void nestedPlain(int *a, int n) { deepOnly(a, n); }

// Atomic accesses of several widths in what the kernel calls.
__device__ void addDown(unsigned long long *a, int n) {
  atomicAdd(a, 1ull);
  if (n > 0)
    addDown(a, n - 1);
}
// CHECK-DAG: "_Z10addsWidelyPyi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"addsWidely(unsigned long long*, int)","ordersOtherwise":false
__global__ void addsWidely(unsigned long long *a, int n) {
  addDown(a, n);
  atomicAdd(a, 1ull);
}
// CHECK-DAG: "_Z9addsMixedPyi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"addsMixed(unsigned long long*, int)","ordersOtherwise":true
__global__ void addsMixed(unsigned long long *a, int n) {
  addDown(a, n);
  atomicAdd((int *)a, 1);
}
// CHECK-DAG: "_Z7addsOwnPyi":{"accesses":{{[0-9]+}},"gridBarriers":false,"name":"addsOwn(unsigned long long*, int)","ordersOtherwise":false
__global__ void addsOwn(unsigned long long *a, int n) {
  atomicAdd(a, 1ull);
  atomicAdd((int *)a, 1);
}
