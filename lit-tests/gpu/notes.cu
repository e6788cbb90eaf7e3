// What the source says to be benign is not monitored in code for a GPU either,
// and nothing is left of what it says.
//
// REQUIRES: codegen
// RUN: %racemap cc --device=gpu --sanitize --kernel=^$ -arch=sm_90 -S -emit-llvm --cuda-device-only %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: not grep -E "llvm.global.annotations|__racemap_assume" %t.ll
#include <racemap/racemap.h>

RACEMAP_BENIGN("only the last one counts") __device__ int last;

// CHECK: define {{.*}} @_Z4leftPii(
// CHECK-NOT: slowGlobal
// CHECK: {{^}}}
__global__ void left(int *out, int width) {
  RACEMAP_ASSUME(width >= blockDim.x);
  last = threadIdx.x;
  RACEMAP_BENIGN("only the last one counts") {
    out[0] = threadIdx.x;
    out[1] = threadIdx.x;
  }
}

// CHECK: define {{.*}} @_Z9monitoredPi(
// CHECK: slowGlobal
__global__ void monitored(int *out) { *out = threadIdx.x; }
