// What cannot be inlined is instrumented as it is.
// RUN: %bare
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s
// CHECK-LABEL: define {{.*}} @_Z9countDownPii(
// CHECK: call void @__racemap_{{access|store}}(
// CHECK: call {{.*}} @_Z9countDownPii(
__device__ int countDown(int *a, int n) {
  a[n] = n;
  return n ? countDown(a, n - 1) : 0;
}

__global__ void recursion(int *a) { countDown(a, 3); }

// CHECK-LABEL: define {{.*}} @_Z10throughPtrPi(
// CHECK: call void @__racemap_{{access|store}}(
__device__ void throughPtr(int *a) { a[1] = 2; }
__device__ void (*function)(int *) = throughPtr;
__global__ void pointer(int *a) { function(a); }
