// Scratch memory of a library that is used twice with no barrier in between:
// shown once, at the two calls, however many accesses of the library race.
//
// RUN: %runtime
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -std=c++17 \
// RUN:   -Xclang -verify %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cub/block/block_reduce.cuh>

template <bool Fixed> __global__ void sums(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage scratch;
  // expected-warning@+2 {{data race on 'scratch' in kernel 'void sums<false>(}}
  // expected-note@+1 {{in 'Sum', called here}} expected-note@+1 {{for example}} expected-note@+1 {{while another}}
  int first = Reduce(scratch).Sum(in[threadIdx.x]);
  if (Fixed)
    __syncthreads();
  // expected-note@+3 {{the other access}}
  // expected-note@+2 {{insert '__syncthreads();' before this statement}}
  // expected-note@+1 {{in 'Sum', called here}}
  int second = Reduce(scratch).Sum(in[threadIdx.x + 128]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = first + second;
}

void launch(const int *in, int *out) {
  sums<false><<<4, 128>>>(in, out);
  sums<true><<<4, 128>>>(in, out);
}
