// One barrier of the source is one place, in how many copies the compiler has
// it; barriers with a number may be reached from anywhere; who has returned is
// not waited for.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=3 bash -c '%t; echo status $?' 2>&1 | FileCheck %s

// CHECK-NOT: RaceMap
// CHECK: status 0

__device__ void helper(int *out, int value) {
  out[threadIdx.x] = value;
  __syncthreads();
  out[threadIdx.x] += value;
}

// Inlined twice, and called again and again.
__global__ void inlined(int *out) {
  helper(out, 1);
  for (int i = 0; i < 3; ++i)
    helper(out, 2);
}

// Threads meet in different rounds of one loop.
__global__ void unrolled(int *out) {
  for (int base = 0; base < 2; ++base) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if (i >= 2 + int(threadIdx.x / 32 * 2) && base == 0)
        break;
      out[threadIdx.x] += i;
      __syncthreads();
    }
  }
}

// Each case goes on with a copy of what follows.
__global__ void duplicated(int *out, int n) {
  int state = 0;
  for (int i = 0; i < n; ++i) {
    switch (state) {
    case 0:
      state = threadIdx.x < 32 ? 1 : 2;
      break;
    case 1:
      out[threadIdx.x] = i;
      state = 2;
      break;
    default:
      out[threadIdx.x] += i;
      state = 0;
      break;
    }
    __syncthreads();
  }
}

#define SYNC_IN(CONDITION)                                                     \
  if (CONDITION)                                                               \
    __syncthreads();                                                           \
  else                                                                         \
    __syncthreads();

__global__ void macro() { SYNC_IN(threadIdx.x < 32) }

__global__ void named(int *out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x + 32] = 1;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    asm volatile("bar.sync 2, 64;" ::: "memory");
    asm volatile("bar.sync 3;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] += 1;
    asm volatile("bar.sync 2, 64;" ::: "memory");
    asm volatile("bar.sync 3;" ::: "memory");
  }
}

__global__ void returned(int *out) {
  if (threadIdx.x >= 40)
    return;
  out[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 20)
    return;
  __syncthreads();
}

// Warps may part.
__global__ void warps() {
  if (threadIdx.x & 1)
    __syncwarp(0xaaaaaaaa);
  else
    __syncwarp(0x55555555);
  if (threadIdx.x & 1)
    __syncwarp();
  else
    __syncwarp();
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  inlined<<<1, 64>>>(out);
  unrolled<<<1, 64>>>(out);
  duplicated<<<1, 64>>>(out, 7);
  macro<<<1, 64>>>();
  named<<<1, 64>>>(out);
  returned<<<1, 64>>>(out);
  warps<<<1, 64>>>();
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}
