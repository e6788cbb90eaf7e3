// The module info says which kernels order threads by other means than barriers
// of whole groups, through whatever they call.
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o %t.ll
// RUN: sed -n 's/^@__racemap_module_info.* c"//p' %t.ll | sed 's/\\22/"/g; s/"_Z/\n"_Z/g' | FileCheck %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// CHECK-DAG: "_Z7barrierPiS_":{"accesses":{{[0-9]+}},"name":"barrier(int*, int*)","ordersOtherwise":false}
__global__ void barrier(int *a, int *b) {
  a[threadIdx.x] = 1;
  __syncthreads();
  __syncwarp();
  a[threadIdx.x ^ 1] = __sinf(atomicAdd(b, 2)) + __shfl_sync(~0u, 1, 2);
}

// Who has read all that others wrote may write plainly.
// CHECK-DAG: "_Z7setBackPi":{"accesses":{{[0-9]+}},"name":"setBack(int*)","ordersOtherwise":true}
__global__ void setBack(int *a) {
  bool isLast = atomicAdd(a, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    a[0] = 0;
}

// What nobody looks at tells nothing; and the barrier is of all who have it.
// CHECK-DAG: "_Z9histogramPi":{"accesses":{{[0-9]+}},"name":"histogram(int*)","ordersOtherwise":false}
__global__ void histogram(int *a) {
  __shared__ int bins[32];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&a[threadIdx.x], 1);
  int rank = atomicAdd(&bins[a[0] % 32], 1);
  __syncthreads();
  bins[rank] = 0;
}

// CHECK-DAG: "_Z5fencePi":{"accesses":{{[0-9]+}},"name":"fence(int*)","ordersOtherwise":true}
__global__ void fence(int *a) {
  a[0] = 1;
  __threadfence();
  a[1] = 2;
}

// CHECK-DAG: "_Z8someWarpPi":{"accesses":{{[0-9]+}},"name":"someWarp(int*)","ordersOtherwise":true}
__global__ void someWarp(int *a) {
  if (threadIdx.x < 16)
    __syncwarp(0xffff);
}

// CHECK-DAG: "_Z5namedPi":{"accesses":{{[0-9]+}},"name":"named(int*)","ordersOtherwise":true}
__global__ void named(int *a) { asm volatile("bar.sync 1, 64;"); }

// CHECK-DAG: "_Z6loaderPi":{"accesses":{{[0-9]+}},"name":"loader(int*)","ordersOtherwise":true}
__global__ void loader(int *a) {
  int x;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(x) : "l"(a));
  a[1] = x;
}

// CHECK-DAG: "_Z7pointerPiPFvS_E":{"accesses":{{[0-9]+}},"name":"pointer(int*, void (*)(int*))","ordersOtherwise":true}
__global__ void pointer(int *a, void (*f)(int *)) { f(a); }

__device__ __noinline__ int countDown(int *a, int n) {
  a[n] = n;
  return n ? countDown(a, n - 1) : 0;
}
// CHECK-DAG: "_Z9recursionPi":{"accesses":{{[0-9]+}},"name":"recursion(int*)","ordersOtherwise":false}
__global__ void recursion(int *a) { countDown(a, 3); }

__device__ __noinline__ int fenceDown(int *a, int n) {
  __threadfence_block();
  return n ? fenceDown(a, n - 1) : 0;
}
// CHECK-DAG: "_Z14fenceRecursionPi":{"accesses":{{[0-9]+}},"name":"fenceRecursion(int*)","ordersOtherwise":true}
__global__ void fenceRecursion(int *a) { fenceDown(a, 3); }

// CHECK-DAG: "_Z4gridPi":{"accesses":{{[0-9]+}},"name":"grid(int*)","ordersOtherwise":false}
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
// CHECK-DAG: "_Z6nestedPii":{"accesses":{{[0-9]+}},"name":"nested(int*, int)","ordersOtherwise":true}
__global__ void nested(int *a, int n) { deep(a, n); }

__device__ void deepOnly(int *a, int n) {
  a[n] = 1;
  if (n > 0)
    deepOnly(a, n - 1);
}
// CHECK-DAG: "_Z11nestedPlainPii":{"accesses":{{[0-9]+}},"name":"nestedPlain(int*, int)","ordersOtherwise":false}
__global__ void nestedPlain(int *a, int n) { deepOnly(a, n); }
