// -w, -Wno-backend-plugin and -Wno-everything silence the plugin, remarks and
// complaints about its options included.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=LOUD
// RUN: %clangxx_cuda -fsyntax-only -w -fplugin-arg-racemap-nonsense %s 2>&1 | \
// RUN:   count 0
// RUN: %clangxx_cuda -fsyntax-only -Wno-backend-plugin %s 2>&1 | count 0
// RUN: %clangxx_cuda -fsyntax-only -Wno-everything %s 2>&1 | count 0
// RUN: %clangxx_cuda -fsyntax-only -Wno-everything -Wbackend-plugin %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=LOUD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LOUD-DAG: warning: data race on 'cells'
// LOUD-DAG: remark: same-value conflict on 'flag'
// LOUD-DAG: remark: kernel 'opaque(unsigned int*)' is undecided

#include "Inputs/shift.cuh"

__global__ void sameValue(int *out) {
  __shared__ int flag;
  flag = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = flag;
}

__device__ void somewhere(unsigned *out);
__global__ void opaque(unsigned *out) { somewhere(out); }
