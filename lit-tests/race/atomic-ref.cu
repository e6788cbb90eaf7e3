// cuda::atomic_ref is inline assembly: what it finds, by how much it updates,
// and what it orders is known as it is of the intrinsics. Silent kernels are
// proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -Xclang -plugin-arg-racemap -Xclang budget-ms=60000 \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0 \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda/atomic>

using Grid = cuda::atomic_ref<int, cuda::thread_scope_device>;
using Block = cuda::atomic_ref<int, cuda::thread_scope_block>;
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

#define PLACES(NAME, REF, STEP, ORDER)                                         \
  __global__ void NAME(int *out, int *n, const int *in) {                      \
    if (in[INDEX] > 0)                                                         \
      out[REF(*n).fetch_add(STEP, cuda::memory_order_##ORDER)] = INDEX;        \
  }
// CHECK-LABEL: kernel "places(
// CHECK: atomic n[0] += 1 => $u0
PLACES(places, Grid, 1, relaxed)
// CHECK-LABEL: kernel "placesInOrder(
// CHECK: fence @
// CHECK: acquire atomic n[0] += 1 => $u0
PLACES(placesInOrder, Grid, 1, seq_cst)
PLACES(placesOfNobody, Grid, 0, relaxed) // expected-remark {{undecided}}
PLACES(placesOfABlock, Block, 1, relaxed)
// expected-warning@-1 {{data race on 'n'}} expected-note@-1 0+{{}}
// expected-note@* 0+{{}}

#define CLAIM(NAME, TEST)                                                      \
  __global__ void NAME(int *flags, int *out, const int *key) {                 \
    int k = key[INDEX], expected = 0;                                          \
    if (TEST)                                                                  \
      out[k] = threadIdx.x;                                                    \
  }
// CHECK-LABEL: kernel "swap(
// CHECK: acquire release atomic flags[key[{{.*}}]] from 0 to 1 => $u0
CLAIM(swap, Grid(flags[k]).compare_exchange_strong(expected, 1, cuda::memory_order_acq_rel))
CLAIM(swapBack, Grid(flags[k]).compare_exchange_strong(expected, 0, cuda::memory_order_acq_rel)) // expected-remark {{undecided}}
// CHECK-LABEL: kernel "exchange(
// CHECK: release atomic flags[key[{{.*}}]] = 1 => $u0
CLAIM(exchange, Grid(flags[k]).exchange(1, cuda::memory_order_release) == 0)
CLAIM(exchangeBack, Grid(flags[k]).exchange(0, cuda::memory_order_release) == 0) // expected-remark {{undecided}}
// CHECK-LABEL: kernel "setBit(
// CHECK: atomic flags[{{.*}}] |= {{.*}} => $u0
CLAIM(setBit, !(Grid(flags[k >> 5]).fetch_or(1 << (k & 31), cuda::memory_order_relaxed) & 1 << (k & 31)))

// Reading a counter leaves it as it is.
// CHECK-LABEL: kernel "placesIfAny(
// CHECK: atomic rd n[0]
// CHECK-LABEL: kernel "placesThenSet(
// CHECK: atomic wr n[0] = 7
#define BESIDE(NAME, OTHER)                                                    \
  __global__ void NAME(int *out, int *n) {                                     \
    OTHER;                                                                     \
    out[Grid(*n).fetch_add(1, cuda::memory_order_relaxed)] = INDEX;            \
  }
BESIDE(placesIfAny, if (Grid(*n).load(cuda::memory_order_relaxed) > 100) return)
BESIDE(placesThenSet, Grid(*n).store(7, cuda::memory_order_relaxed)) // expected-remark {{undecided}}

// The last block, by an addition that releases what came before it.
#define LAST(NAME, REF, ORDER)                                                 \
  __global__ void NAME(const int *in, int *partial, int *out, int *ticket) {   \
    __shared__ bool last;                                                      \
    if (threadIdx.x == 0) {                                                    \
      partial[blockIdx.x] = in[blockIdx.x];                                    \
      last = REF(*ticket).fetch_add(1, cuda::memory_order_##ORDER) ==          \
             gridDim.x - 1;                                                    \
    }                                                                          \
    __syncthreads();                                                           \
    if (last)                                                                  \
      for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)                \
        out[i] = partial[i];                                                   \
  }
LAST(last, Grid, acq_rel)
LAST(lastUnordered, Grid, relaxed) // expected-remark {{undecided}}
