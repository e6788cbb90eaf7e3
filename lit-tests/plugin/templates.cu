// Instances of kernel templates are analysed, each under its own launches; a
// template without instances is not.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename Index> __global__ void scatter(unsigned *out) {
  __shared__ unsigned cells[1024];
  Index i = threadIdx.x;
  // expected-warning@+2 {{data race on 'cells' in kernel 'void scatter<unsigned char>(}}
  // expected-note@+1 {{for example}} expected-note@+1 {{does the same}}
  cells[i] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x];
}

template <typename Index> __global__ void unused(unsigned *out) {
  *out = threadIdx.x;
}

template <typename Index, int Threads> void launch(unsigned *out) {
  scatter<Index><<<4, Threads>>>(out);
}

void launchAll(unsigned *out) {
  launch<unsigned char, 512>(out);
  launch<unsigned short, 512>(out);
}
