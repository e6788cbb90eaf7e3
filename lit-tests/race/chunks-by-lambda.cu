// Helpers that go over a range in chunks of a block or of a thread, and call
// what they are given for each element.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int Chunk, typename F> __device__ void byBlock(int n, F f) {
  for (int begin = blockIdx.x * blockDim.x * Chunk; begin < n;
       begin += gridDim.x * blockDim.x * Chunk)
    for (int c = 0; c < Chunk; ++c) {
      int i = begin + c * blockDim.x + threadIdx.x;
      if (i < n)
        f(i); // expected-note 2{{}}
    }
}

template <int Chunk, typename F> __device__ void byThread(int n, F f) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int begin = thread * Chunk; begin < n;
       begin += gridDim.x * blockDim.x * Chunk)
    for (int i = begin; i < min(begin + Chunk, n); ++i)
      f(i); // expected-note 2{{}}
}

#define CALLS(NAME, HELPER, N, ...)                                            \
  __global__ void NAME(float *a, float by, int n) {                            \
    HELPER<4>(N, [=](int i) { __VA_ARGS__; });                                 \
  }
CALLS(blocks, byBlock, n, a[i] *= by)
CALLS(threads, byThread, n, a[i] *= by)
CALLS(blocksShift, byBlock, n - 1, a[i] = a[i + 1] * by)   // expected-warning {{data race on 'a'}} expected-note 1+{{}}
CALLS(threadsShift, byThread, n - 1, a[i] = a[i + 1] * by) // expected-warning {{data race on 'a'}} expected-note 1+{{}}

void launch(float *a, int n) {
  blocks<<<32, 256>>>(a, 2, n);
  threads<<<32, 256>>>(a, 2, n);
  blocksShift<<<32, 256>>>(a, 2, n);
  threadsShift<<<32, 256>>>(a, 2, n);
}
