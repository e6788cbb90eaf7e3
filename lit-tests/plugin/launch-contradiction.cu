// A launch that cannot happen proves nothing, and is said to be that.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-json=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: "origin": "launch {{.*}}:[[@LINE+14]]",
// CHECK-NEXT: "blockDim": null,
// CHECK-NEXT: "gridDim": [
// CHECK: "assumptions": [
// CHECK-NEXT: "blockDim.x == n",
// CHECK-NEXT: "n < 8"
// CHECK-NEXT: "n > 8"
// CHECK: "verdict": "race-free",
// CHECK-NEXT: "reason": "contradictory assumptions",
__global__ void k(unsigned *out, int n) { out[threadIdx.x % n] = 1; }
void launch(unsigned *p, int n) {
  if (n <= 8)
    return;
  if (n < 8)
    k<<<1, n>>>(p, n);
}
