// A launch that cannot happen proves nothing, and is said to be that. Where it
// can in another way, nothing is said of the ways that do not lead there.
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

// CHECK: "name": "onOneWay
// CHECK-NOT: "origin": {{.*}}:[[@LINE+19]]",
// CHECK: "origin": "launch {{.*}}:[[@LINE+10]] from {{.*}}:[[@LINE+19]]",
// CHECK: "reason": null,
// CHECK-NOT: "origin"
// CHECK: "name": "onNoWay
// CHECK: "origin": "launch {{.*}}:[[@LINE+11]] from {{.*}}:[[@LINE+16]]",
// CHECK: "reason": "contradictory assumptions",
// CHECK-NOT: "origin"
__global__ void onOneWay(unsigned *out, int n) { out[threadIdx.x % n] = 1; }
static void launchLarge(unsigned *p, int n) {
  if (n > 8)
    onOneWay<<<1, n>>>(p, n);
}
__global__ void onNoWay(unsigned *out, int n) { out[threadIdx.x % n] = 1; }
static void launchNever(unsigned *p, int n) {
  if (n > 8)
    onNoWay<<<1, n>>>(p, n);
}
void launchAll(unsigned *p) {
  launchLarge(p, 8);
  launchLarge(p, 9);
  launchNever(p, 8);
}
