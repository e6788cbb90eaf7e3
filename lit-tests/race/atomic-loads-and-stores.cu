// Two reads never race, be they atomic or not. An atomic load races with a
// plain write, and with an atomic one whose scope leaves a thread out; an
// atomic store is a write.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
// RUN: not %racemap check %s --emit-map=- --json=%t.json -- -DNV_ATOMICS \
// RUN:   2>/dev/null | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT %s < %t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda/atomic>

using Grid = cuda::atomic_ref<int, cuda::thread_scope_device>;
using Block = cuda::atomic_ref<int, cuda::thread_scope_block>;
// expected-note@* 0+{{}}

constexpr auto Relaxed = cuda::memory_order_relaxed;
constexpr auto Acquire = cuda::memory_order_acquire;
constexpr auto Release = cuda::memory_order_release;
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// CHECK-LABEL: kernel "loadsBesideReads(
// CHECK: atomic rd n[0]
// CHECK: acquire atomic rd n[0]
__global__ void loadsBesideReads(int *n, int *out) {
  out[INDEX] = n[0] + Grid(n[0]).load(Relaxed) + Grid(n[0]).load(Acquire);
}

// Whatever the scopes are.
// CHECK-LABEL: kernel "loadsOfABlock(
// CHECK: atomic(block) rd n[0]
__global__ void loadsOfABlock(int *n, int *out) {
  out[INDEX] = Block(n[0]).load(Relaxed) + Grid(n[0]).load(Relaxed);
}

// TEXT: one thread writes 'n[0]' {{.*}} while another atomically reads 'n[0]'
__global__ void loadsBesideAWrite(int *n, int *out) {
  if (INDEX == 0)
    n[0] = 1; // expected-warning {{data race on 'n'}}
  else
    out[INDEX] = Grid(n[0]).load(Relaxed);
}

__global__ void loadsBesideAStore(int *n, int *out) {
  if (INDEX == 0)
    Grid(n[0]).store(1, Relaxed);
  else
    out[INDEX] = Grid(n[0]).load(Relaxed);
}

__global__ void loadsOfABlockBesideAStore(int *n, int *out) {
  if (INDEX == 0)
    Grid(n[0]).store(1, Relaxed); // expected-warning {{data race on 'n'}}
  else
    out[INDEX] = Block(n[0]).load(Relaxed);
}

// CHECK-LABEL: kernel "storesBesideReads(
// CHECK: release atomic wr n[0] = 1
// TEXT: one thread atomically writes 'n[0]' {{.*}} while another reads 'n[0]'
__global__ void storesBesideReads(int *n, int *out) {
  if (INDEX == 0)
    Grid(n[0]).store(1, Release); // expected-warning {{data race on 'n'}}
  else
    out[INDEX] = n[0];
}

__global__ void updatesBesideLoads(int *n, int *out) {
  atomicAdd(n, 1);
  out[INDEX] = Grid(n[0]).load(Relaxed);
}

__global__ void updatesBesideReads(int *n, int *out) {
  atomicAdd(n, 1); // expected-warning {{data race on 'n'}}
  out[INDEX] = n[0];
}

#ifdef NV_ATOMICS // which clang alone does not have
// CHECK-LABEL: kernel "builtin(
// CHECK: atomic rd n[0]
__global__ void builtin(int *n, int *out) {
  out[INDEX] = __nv_atomic_load_n(n, __NV_ATOMIC_RELAXED) + n[0];
}
#endif

// What a volatile access does is plain.
__global__ void volatileBesideAStore(volatile int *n, int *out) {
  if (INDEX == 0)
    Grid(const_cast<int &>(n[0])).store(1, Relaxed); // expected-warning {{data race on 'n'}}
  else
    out[INDEX] = n[0];
}
