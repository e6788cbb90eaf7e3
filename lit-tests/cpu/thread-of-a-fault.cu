// An access to an address that nobody has, and whose it is: known but where
// several threads run at a time, which a seed keeps from being so.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -O2 %s -o %t
// RUN: not env RACEMAP_OPTIONS=seed=1 %t loop 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not %t vector 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not env RACEMAP_OPTIONS=seed=1 %t vector 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not %t joined 2>&1 | FileCheck %s --check-prefix=JOINED
// RUN: not env RACEMAP_OPTIONS=seed=1 %t joined 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not %t barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not %t round 2>&1 | FileCheck %s --check-prefix=ROUND
// RUN: not env RACEMAP_OPTIONS=seed=1 %t round 2>&1 | FileCheck %s --check-prefix=ROUND
// RUN: not %t assert 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: not %t overrun 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not %t underrun 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not %t traps 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not env RACEMAP_OPTIONS=seed=1 %t traps 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not timeout 60 %t never-ends 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not env RACEMAP_OPTIONS=seed=1 timeout 60 %t never-ends 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: not timeout 60 %t endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: %t none 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %racemap cc --sanitize --device=cpu --elide=off -O2 %s -o %t.sanitized
// RUN: not %t.sanitized loop 2>&1 | FileCheck %s --check-prefix=TOLD
// RUN: not %t.sanitized local 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: %racemap cc --sanitize --device=cpu -O2 %s -o %t.lean
// RUN: not %t.lean local 2>&1 | FileCheck %s --check-prefix=LOCAL
#include <cassert>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

__global__ void loop(int *out, int who) {
  int *to = out + threadIdx.y * blockDim.x + threadIdx.x;
  if (blockIdx.x == 2 && threadIdx.x == who && threadIdx.y == 1)
    to = (int *)16;
  *to = 1;
}

__global__ void vector(int *out) { out[threadIdx.x] = threadIdx.x; }

__global__ void joined(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

// Nobody has the second half.
static int *halfOfMemory(size_t bytes) {
  void *all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect((char *)all + bytes / 2, bytes / 2, PROT_NONE);
  return (int *)all;
}

__global__ void barrier(int *out, int who) {
  __shared__ int tile[64];
  tile[threadIdx.x] = who;
  __syncthreads();
  int *to = threadIdx.x == who ? (int *)16 : out + threadIdx.x;
  *to = tile[63 - threadIdx.x];
}

// Between two barriers of many.
__global__ void round(int *out, int who) {
  __shared__ int tile[64];
  int i = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x, sum = 0;
  for (int k = 0; k < 5; ++k) {
    tile[i] = i + k;
    __syncthreads();
    if (k == 3 && i == who && blockIdx.x == 1)
      *(int *)16 = tile[63 - i];
    sum += tile[63 - i];
    __syncthreads();
  }
  out[i] = sum;
}

__global__ void asserts(int *out, int who) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  assert(tile[63 - threadIdx.x] != 63 - who);
  __syncthreads();
  out[threadIdx.x] = tile[0];
}

// Those of other blocks end when a thread of the first one has failed.
__global__ void endless(int *out, int who) {
  if (blockIdx.x == 0)
    *(int *)16 = 1;
  while (out[0] != who)
    __syncthreads();
}

// A local array that is alive at barriers: what is far outside of it is nobody's.
__global__ void overrun(int *out, int at) {
  __shared__ int tile[64];
  int own[8], i = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    own[k] = k * i;
  tile[i] = i;
  __syncthreads();
  if (i == 38)
    own[at] = tile[0];
  __syncthreads();
  out[i] = own[i & 7];
}

__global__ void traps(int *out, int) {
  out[threadIdx.x] = 3;
  __syncthreads();
  __trap();
}

__global__ void neverEnds(int *out, int n) {
  for (int i = 0;; ++i) {
    __syncthreads();
    if (out[0] + i > n)
      __trap();
  }
}

// After a launch that has failed: nothing of it is left.
static bool isRight(int *out) {
  int sums[64];
  round<<<1, dim3(4, 4, 4)>>>(out, 38);
  bool right = cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDefault) ==
               cudaSuccess;
  for (int i = 0; i < 64; ++i)
    right &= sums[i] == 5 * (63 - i) + 10;
  return right;
}

__global__ void local(int *out, int who) {
  int own[8];
  for (int k = 0; k < 8; ++k)
    own[k] = out[threadIdx.x] + k;
  out[threadIdx.x] = own[threadIdx.x == who ? 8 + who : threadIdx.x % 8];
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  if (!strcmp(argv[1], "loop"))
    loop<<<4, dim3(32, 2)>>>(out, 5);
  if (!strcmp(argv[1], "vector"))
    vector<<<2, 64>>>((int *)16);
  if (!strcmp(argv[1], "joined"))
    joined<<<1024, 64>>>(halfOfMemory(1024 * 64 * sizeof(int)));
  if (!strcmp(argv[1], "barrier"))
    barrier<<<1, 64>>>(out, 50);
  if (!strcmp(argv[1], "round"))
    round<<<2, dim3(4, 4, 4)>>>(out, 38);
  if (!strcmp(argv[1], "overrun"))
    overrun<<<1, 64>>>(out, 1 << 18);
  if (!strcmp(argv[1], "underrun"))
    overrun<<<1, 64>>>(out, -(1 << 18));
  if (!strcmp(argv[1], "traps"))
    traps<<<2, 64>>>(out, 0);
  if (!strcmp(argv[1], "never-ends")) {
    cudaMemset(out, 0, sizeof(int));
    neverEnds<<<2, 64>>>(out, 100);
  }
  if (!strcmp(argv[1], "assert"))
    asserts<<<1, 64>>>(out, 42);
  if (!strcmp(argv[1], "endless")) {
    cudaMemset(out, 0, sizeof(int));
    endless<<<2, 64>>>(out, 1);
  }
  if (!strcmp(argv[1], "local"))
    local<<<1, 64>>>(out, 9);
  if (!strcmp(argv[1], "none"))
    loop<<<4, dim3(32, 2)>>>(out, 50);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(error));
  cudaDeviceReset();
  cudaMalloc(&out, 64 * sizeof(int));
  printf("then: %s\n", isRight(out) ? "right" : "WRONG");
  return error != cudaSuccess;
}

// VECTOR: racemap: illegal address {{.*}} in kernel vector(int*), block ({{[01]}},0,0), one of its threads (RACEMAP_OPTIONS=seed=1 says which){{$}}
// SEED: racemap: illegal address {{.*}} in kernel vector(int*), block ({{[01]}},0,0), thread ({{[0-9]+}},0,0){{$}}
// JOINED: racemap: illegal address {{.*}} in kernel joined(int*), {{block|blocks \([0-9]+,0,0\) to}} ({{[0-9]+}},0,0), one of {{its|their}} threads (RACEMAP_OPTIONS=seed=1 says which){{$}}
// APART: racemap: illegal address {{.*}} in kernel joined(int*), block ({{[0-9]+}},0,0), thread ({{[0-9]+}},0,0){{$}}
// LOOP: racemap: illegal address 0x10 in kernel loop(int*, int), block (2,0,0), thread (5,1,0){{$}}
// BARRIER: racemap: illegal address 0x10 in kernel barrier(int*, int), block (0,0,0), thread (50,0,0){{$}}
// ROUND: racemap: illegal address 0x10 in kernel round(int*, int), block (1,0,0), thread (2,1,2){{$}}
// ROUND: cudaErrorIllegalAddress
// ROUND: then: right
// PAST: racemap: illegal address {{.*}} in kernel overrun(int*, int), block (0,0,0), thread (38,0,0){{$}}
// PAST: cudaErrorIllegalAddress
// PAST: then: right
// TRAP: cudaErrorLaunchFailure
// TRAP: then: right
// ASSERT: block: [0,0,0], thread: [42,0,0] Assertion `tile[63 - threadIdx.x] != 63 - who` failed.
// ASSERT: cudaErrorAssert
// ASSERT: then: right
// ENDLESS: cudaErrorIllegalAddress
// ENDLESS: then: right
// NONE-NOT: racemap
// TOLD: of 4 bytes at 0x10 by thread (5,1,0) of block (2,0,0)
// LOCAL: racemap: access outside of a local array at {{.*}} in kernel local(int*, int), block (0,0,0), thread (9,0,0){{$}}
