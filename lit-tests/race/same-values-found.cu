// Threads that write what all of them have found in one place: a remark if
// nobody can have written there between their reads.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int Size = 256;

template <class T> __global__ void lastOne(T *sums, const T *in) {
  __shared__ T block[Size];
  block[threadIdx.x] = in[blockIdx.x * Size + threadIdx.x];
  __syncthreads();
  sums[blockIdx.x] = block[Size - 1]; // expected-remark {{same-value conflict on 'sums'}} expected-note 1+{{}}
}

__global__ void eachRound(float *sums, const float *in, int n) {
  __shared__ float block[Size];
  for (int k = 0; k < n; ++k) {
    block[threadIdx.x] = in[k * Size + threadIdx.x]; // expected-note 0+{{}}
    __syncthreads();
    sums[blockIdx.x * n + k] = block[k & 3]; // expected-remark {{same-value conflict on 'sums'}} expected-note 1+{{}}
    __syncthreads();
  }
}

__global__ void eachRoundOpen(float *sums, const float *in, int n) {
  __shared__ float block[Size];
  for (int k = 0; k < n; ++k) {
    block[threadIdx.x] = in[k * Size + threadIdx.x]; // expected-note 0+{{}}
    __syncthreads();
    sums[blockIdx.x * n + k] = block[k & 3]; // expected-warning {{data race on 'block'}} expected-warning {{data race on 'sums'}} expected-note 1+{{}}
  }
}

__global__ void fromGlobal(float *out, float *mean, float f) {
  if (threadIdx.x == 0)
    mean[blockIdx.x] = f / 3;
  __syncthreads();
  out[blockIdx.x] = mean[blockIdx.x]; // expected-remark {{same-value conflict on 'out'}} expected-note 1+{{}}
}

__global__ void fromOtherBlocks(float *out, float *mean, float f) {
  if (threadIdx.x == 0)
    mean[0] = f * blockIdx.x; // expected-warning {{data race on 'mean'}} expected-note 1+{{}}
  __syncthreads();
  out[blockIdx.x] = mean[0]; // expected-warning {{data race on 'out'}} expected-note 1+{{}}
}

__global__ void ownOne(float *sums, const float *in) {
  __shared__ float block[Size];
  block[threadIdx.x] = in[blockIdx.x * Size + threadIdx.x];
  __syncthreads();
  sums[blockIdx.x] = block[threadIdx.x]; // expected-warning {{data race on 'sums'}} expected-note 1+{{}}
}

__global__ void noBarrier(float *sums, const float *in) {
  __shared__ float block[Size];
  block[threadIdx.x] = in[blockIdx.x * Size + threadIdx.x]; // expected-warning {{data race on 'block'}} expected-note 1+{{}}
  sums[blockIdx.x] = block[Size - 1]; // expected-warning {{data race on 'sums'}} expected-note 1+{{}}
}

__global__ void changedBetween(float *sums, const float *in) {
  __shared__ float block[Size];
  block[threadIdx.x] = in[blockIdx.x * Size + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 3)
    block[0] = 0; // expected-warning {{data race on 'block'}} expected-note 1+{{}}
  sums[blockIdx.x] = block[0]; // expected-warning {{data race on 'sums'}} expected-note 1+{{}}
}

__global__ void ofEachBlock(float *sums, const float *in) {
  __shared__ float block[Size];
  block[threadIdx.x] = in[blockIdx.x * Size + threadIdx.x];
  __syncthreads();
  sums[0] = block[Size - 1]; // expected-warning {{data race on 'sums'}} expected-remark {{same-value}} expected-note 1+{{}}
}

__global__ void writtenByOthers(float *out, float *mean) {
  if (threadIdx.x == 0)
    mean[blockIdx.x] = 1; // expected-warning {{data race on 'mean'}} expected-note 1+{{}}
  out[0] = mean[3]; // expected-warning {{data race on 'out'}} expected-note 1+{{}}
}

// In conditions they are left alone: this is decided in a build.
__global__ void settle(float *out, int n) {
  __shared__ float error[64];
  error[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (error[threadIdx.x] < 1e-3f)
      break;
    __syncthreads();
    error[threadIdx.x] *= 0.5f;
    __syncthreads();
  }
}

void launch(float *sums, const float *in, double *wide, const double *wideIn,
            int *whole, const int *wholeIn) {
  lastOne<<<4, Size>>>(sums, in);
  lastOne<<<4, Size>>>(wide, wideIn);
  lastOne<<<4, Size>>>(whole, wholeIn);
  eachRound<<<4, Size>>>(sums, in, 8);
  eachRoundOpen<<<4, Size>>>(sums, in, 8);
  fromOtherBlocks<<<4, Size>>>(sums, sums + 4096, 1);
  fromGlobal<<<4, Size>>>(sums, sums + 4096, 1);
  ownOne<<<4, Size>>>(sums, in);
  noBarrier<<<4, Size>>>(sums, in);
  changedBetween<<<4, Size>>>(sums, in);
  ofEachBlock<<<4, Size>>>(sums, in);
  settle<<<1, 64>>>(sums, 9);
  writtenByOthers<<<4, Size>>>(sums, sums + 4096);
}

// A pointer is a value, too.
typedef float (*Function)(float);
__device__ Function table[4], chosen;

__global__ void choose(int k) {
  chosen = table[k & 3]; // expected-remark {{same-value conflict on 'chosen'}} expected-note 1+{{}}
}

__global__ void chooseEach() {
  chosen = table[threadIdx.x & 3]; // expected-warning {{data race on 'chosen'}} expected-note 1+{{}}
}

__global__ void firstRow(float **best, float *const *rows) {
  __shared__ float *found[Size];
  found[threadIdx.x] = rows[threadIdx.x];
  __syncthreads();
  best[blockIdx.x] = found[0]; // expected-remark {{same-value conflict on 'best'}} expected-note 1+{{}}
}

__global__ void ownRow(float **best, float *const *rows) {
  __shared__ float *found[Size];
  found[threadIdx.x] = rows[threadIdx.x];
  __syncthreads();
  best[blockIdx.x] = found[threadIdx.x]; // expected-warning {{data race on 'best'}} expected-note 1+{{}}
}
