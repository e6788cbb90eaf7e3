// Functions and variables that opt out are not monitored; what such a function
// calls is, and what it orders is announced.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s
#include <racemap/racemap.h>

__device__ void monitored(int *a) { a[7] = 1; }

RACEMAP_NO_MONITOR __device__ void quiet(int *a) {
  a[3] = a[4];
  __threadfence();
  atomicAdd(a, 1);
  monitored(a);
}

// CHECK-LABEL: define {{.*}} @_Z5outerPi(
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: call void @__racemap_fence(
// CHECK: call void @__racemap_{{access|store}}({{.*}}, i64 4, i32 1036,
// CHECK-NEXT: atomicrmw add
// CHECK: call void @__racemap_performed(
// CHECK: call void @__racemap_{{access|store}}({{.*}}, i64 4, i32 9,
// CHECK-NEXT: store i32 1
// CHECK: call void @__racemap_{{access|store}}({{.*}}, i64 4, i32 9,
// CHECK-NEXT: store i32 2
// CHECK: ret void
__global__ void outer(int *a) {
  quiet(a);
  a[8] = 2;
}

// CHECK-LABEL: define {{.*}} @_Z6kernelPi(
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: ret void
RACEMAP_NO_MONITOR __global__ void kernel(int *a) { a[0] = 1; }

RACEMAP_NO_MONITOR __device__ int statistics;
__device__ int result;

// CHECK-LABEL: define {{.*}} @_Z9variablesv(
// CHECK: call void @__racemap_{{access|store}}({{.*}}@result
// CHECK-NEXT: store
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: ret void
__global__ void variables() {
  RACEMAP_NO_MONITOR __shared__ int scratch[32];
  result = 1;
  statistics = 2;
  scratch[threadIdx.x] = 3;
}

// Of a copy whose target has opted out, the source is monitored.
// CHECK-LABEL: define {{.*}} @_Z4copyPi(
// CHECK: call void @__racemap_copy_begin(ptr null, ptr %{{.*}}, i64 4,
// CHECK: ret void
__global__ void copy(int *a) {
  RACEMAP_NO_MONITOR __shared__ int scratch[32];
  unsigned to = __cvta_generic_to_shared(&scratch[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a));
}

// A function that has opted out copies nothing.
// CHECK-LABEL: define {{.*}} @_Z9quietCopyPi(
// CHECK-NOT: __racemap_copy_begin
// CHECK: ret void
RACEMAP_NO_MONITOR __global__ void quietCopy(int *a) {
  __shared__ int tile[32];
  unsigned to = __cvta_generic_to_shared(&tile[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a));
}

// An atomic access of the function's own orders, whoever makes it.
// CHECK-LABEL: define {{.*}} @_Z5countPi(
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: call void @__racemap_{{access|store}}(
// CHECK-NEXT: atomicrmw add
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: ret void
RACEMAP_NO_MONITOR __global__ void count(int *a) {
  a[1] = 2;
  __atomic_fetch_add(a, 1, __ATOMIC_RELAXED);
  a[2] = 2;
}
