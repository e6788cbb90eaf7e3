// What one thread writes to shared memory and all read behind a barrier is the
// same for all of them: loops, conditions and barriers that depend on it are
// uniform. Silent kernels are proved.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BOUND(NAME, SYNC, AGAIN)                                               \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int n;                                                          \
    __shared__ int cell[256];                                                  \
    if (threadIdx.x == 0)                                                      \
      n = in[blockIdx.x];                                                      \
    SYNC;                                                                      \
    for (int k = 0; k < n; k++) {                                              \
      cell[threadIdx.x] = in[k];                                               \
      __syncthreads();                                                         \
      out[blockIdx.x * 256 + threadIdx.x] = cell[255 - threadIdx.x];           \
      __syncthreads();                                                         \
      AGAIN;                                                                   \
    }                                                                          \
  }
void launch(int *out, int *in);

BOUND(bound, __syncthreads(), )
BOUND(boundWithoutBarrier, , ) // expected-remark {{undecided}}
// Changed while others still ask for it.
BOUND(boundChanges, __syncthreads(), if (threadIdx.x == 0) n--) // expected-remark {{undecided}}
// Changed, and all wait for that.
BOUND(boundChangesInStep, __syncthreads(), if (threadIdx.x == 0) n--; __syncthreads())

void launch(int *out, int *in) {
  bound<<<4, 256>>>(out, in);
  boundWithoutBarrier<<<4, 256>>>(out, in);
  boundChanges<<<4, 256>>>(out, in);
  boundChangesInStep<<<4, 256>>>(out, in);
}

// A condition around a barrier.
#define CONDITION(NAME, SYNC)                                                  \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ bool done;                                                      \
    __shared__ int cell[256];                                                  \
    cell[threadIdx.x] = in[threadIdx.x];                                       \
    if (threadIdx.x == 0)                                                      \
      done = in[blockIdx.x] > 3;                                               \
    SYNC;                                                                      \
    if (!done) {                                                               \
      cell[threadIdx.x] = 1;                                                   \
      __syncthreads();                                                         \
    }                                                                          \
    out[blockIdx.x * 256 + threadIdx.x] = cell[threadIdx.x];                   \
  }
CONDITION(condition, __syncthreads())
CONDITION(conditionWithoutBarrier, ) // expected-warning 1+{{}} expected-note 0+{{}} expected-remark 0+{{}}
void launchConditions(int *out, int *in) {
  condition<<<4, 256>>>(out, in);
  conditionWithoutBarrier<<<4, 256>>>(out, in);
}

// Each element of a shared table, read by whoever needs it.
__global__ void table(int *out, const int *in) {
  __shared__ int start[33];
  if (threadIdx.x < 33)
    start[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int warp = threadIdx.x / 32;
  for (int k = start[warp]; k < start[warp + 1]; k++)
    __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
