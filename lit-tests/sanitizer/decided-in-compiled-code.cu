// Compiled code knows by itself what becomes of most cells: what it must not
// overlook, each with its corrected twin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel='^$' %s -o %t
// RUN: env RACEMAP_OPTIONS=exitcode=0:seed=1:benign=report %t 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=SITES --input-file=%t.err %s

// Both parties are named.
// SITES: WARNING: RaceMap: data race
// SITES: #0 readOneWriteOther(
// SITES: Previous {{read|write}} of 4 bytes by thread (0,0,0)
// SITES-NEXT: #0 readOneWriteOther(

#include <cstdio>
#include <racemap/runtime.h>

/// What an earlier launch has left says nothing.
__global__ void readAll(int *a) { a[blockIdx.x + 1] = a[0]; }
__global__ void readOneWriteOther(int *a, int at, int reader) {
  if (blockIdx.x == reader)
    a[1] = a[0];
  else
    a[at] = 1;
}

typedef int Four __attribute__((ext_vector_type(4)));

/// Several words at once; the first one is the thread's already.
__global__ void wide(int *a, int at) {
  if (blockIdx.x == 0) {
    a[0] = 1;
    *(Four *)a = Four{1, 2, 3, 4};
  } else {
    a[at] = 1;
  }
}
__global__ void wideRead(int *a, int *b, int at) {
  if (blockIdx.x == 0) {
    Four v = *(Four *)a;
    b[0] = v.x + v.y + v.z + v.w;
  } else {
    a[at] = 1;
  }
}

/// In shared memory, before and after a barrier.
__global__ void turns(int *a, bool twice) {
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = 1;
  __syncthreads();
  if (threadIdx.x == 1)
    s[0] = 2;
  if (twice)
    __syncthreads();
  if (threadIdx.x == 2)
    a[0] = s[0];
}
__global__ void warps(int *a, bool meet) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (meet)
    __syncthreads();
  else
    __syncwarp();
  a[threadIdx.x] = s[threadIdx.x ^ 32];
}

/// A pointer of which it is not known where it leads.
__global__ void anywhere(int *a, bool shared, int other) {
  __shared__ int s[2];
  int *p = shared ? s : a;
  if (threadIdx.x == 0)
    p[0] = 1;
  else if (threadIdx.x == 1)
    p[other] = 2;
}

/// Atomic accesses of one width, and one that is none.
__global__ void bins(int *a, int at) {
  __shared__ int s[2];
  if (threadIdx.x == 0)
    s[0] = s[1] = 0;
  __syncthreads();
  atomicAdd(&s[0], 1);
  if (threadIdx.x == 3)
    s[at] = 7;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(a, s[0]);
}
__global__ void blocks(int *a, bool apart) {
  atomicAdd_block(&a[apart ? blockIdx.x : 0], 1);
}

__global__ void widths(int *a, bool both) {
  if (blockIdx.x == 0)
    atomicAdd(a, 1);
  else if (both)
    atomicAdd((unsigned long long *)a, 1);
}

/// In several orders of the blocks.
template <typename Function> void run(const char *name, Function launch) {
  int races = 0, seeds = 8;
  for (int seed = 0; seed < seeds; ++seed) {
    __racemap_set_seed(seed);
    auto before = __racemap_num_found();
    launch();
    cudaDeviceSynchronize();
    races += __racemap_num_found() > before;
  }
  std::printf("%s: %s\n", name,
              races == seeds ? "race" : races ? "unclear" : "silent");
}

int main() {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  // CHECK-COUNT-2: old: race
  // CHECK-COUNT-2: old: silent
  for (int at : {0, 2})
    for (int reader : {0, 1})
      run("old", [&] {
        readAll<<<4, 1>>>(a);
        readOneWriteOther<<<2, 1>>>(a, at, reader);
      });
  // CHECK-COUNT-4: wide: race
  // CHECK-NEXT: wide: silent
  for (int at = 0; at < 5; ++at)
    run("wide", [&] { wide<<<2, 1>>>(a, at); });
  // CHECK-COUNT-4: wide read: race
  // CHECK-NEXT: wide read: silent
  for (int at = 0; at < 5; ++at)
    run("wide read", [&] { wideRead<<<2, 1>>>(a, a + 8, at); });
  // CHECK-NEXT: turns: race
  // CHECK-NEXT: turns: silent
  run("turns", [&] { turns<<<1, 3>>>(a, false); });
  run("turns", [&] { turns<<<1, 3>>>(a, true); });
  // CHECK-NEXT: warps: race
  // CHECK-NEXT: warps: silent
  run("warps", [&] { warps<<<1, 64>>>(a, false); });
  run("warps", [&] { warps<<<1, 64>>>(a, true); });
  // CHECK-COUNT-2: anywhere: race
  // CHECK-COUNT-2: anywhere: silent
  for (int other : {0, 1})
    for (bool shared : {false, true})
      run("anywhere", [&] { anywhere<<<1, 2>>>(a, shared, other); });
  // CHECK-NEXT: bins: race
  // CHECK-NEXT: bins: silent
  run("bins", [&] { bins<<<2, 64>>>(a, 0); });
  run("bins", [&] { bins<<<2, 64>>>(a, 1); });
  // CHECK-NEXT: blocks: race
  // CHECK-NEXT: blocks: silent
  run("blocks", [&] { blocks<<<2, 32>>>(a, false); });
  run("blocks", [&] { blocks<<<2, 32>>>(a, true); });
  // CHECK-NEXT: widths: race
  // CHECK-NEXT: widths: silent
  run("widths", [&] { widths<<<2, 2>>>(a, true); });
  run("widths", [&] { widths<<<2, 2>>>(a, false); });
}
