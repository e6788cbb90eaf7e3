// __pipeline_memcpy_async() is a copy that goes on until the wait.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s
#include <cuda_pipeline.h>

// CHECK-LABEL: define {{.*}} @_Z4copyPi(
// CHECK: call void @__racemap_copy_begin(ptr {{.*}}, ptr {{.*}}, i64 4, i32 17,
// CHECK: call void @__racemap_copy_commit()
// CHECK: call void @__racemap_copy_wait(i32 0)
// CHECK: call void @__racemap_access(
__global__ void copy(int *in) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  in[threadIdx.x] = tile[threadIdx.x ^ 1];
}
