// emit-map= and json= write files; a directory gets a file for each kernel.
//
// RUN: rm -rf %t && mkdir -p %t/maps
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-emit-map=%t/all.map \
// RUN:   -fplugin-arg-racemap-json=%t/%%arch.json
// RUN: FileCheck %s < %t/all.map
// RUN: FileCheck %s --check-prefix=JSON < %t/sm_80.json
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-emit-map=%t/maps
// RUN: FileCheck %s --check-prefix=FIRST < %t/maps/_Z5firstPj.map
// RUN: ls %t/maps | count 2
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: kernel "first(unsigned int*)" "_Z5firstPj"
// CHECK-DAG: kernel "second(unsigned int*)" "_Z6secondPj"
// FIRST: kernel "first(
// FIRST-NOT: kernel "second(
// JSON-DAG: "mangled": "_Z5firstPj"
// JSON-DAG: "mangled": "_Z6secondPj"

__global__ void first(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void second(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}
