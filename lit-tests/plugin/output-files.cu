// emit-map= and json= write files; a directory gets a file for each kernel and
// for each compilation; %u and %arch in names keep compilations apart.
//
// RUN: %bare
// DEFINE: %{two} = %clangxx_cuda --cuda-gpu-arch=sm_90 --cuda-device-only \
// DEFINE:   -fsyntax-only %s
// RUN: rm -rf %t && mkdir -p %t/maps %t/jsons %t/names
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-emit-map=%t/all.map \
// RUN:   -fplugin-arg-racemap-json=%t/%%arch.json
// RUN: FileCheck %s < %t/all.map
// RUN: FileCheck %s --check-prefix=JSON < %t/sm_80.json
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-emit-map=%t/maps
// RUN: FileCheck %s --check-prefix=FIRST < %t/maps/_Z5firstPj.map
// RUN: ls %t/maps | count 2
// RUN: %{two} -fplugin-arg-racemap-json=%t/jsons
// RUN: ls %t/jsons | FileCheck %s --check-prefix=FOLDER
// RUN: %{two} -fplugin-arg-racemap-json=%t/names/x-%%u-%%arch.json \
// RUN:   -fplugin-arg-racemap-emit-map=%t/names/%%arch.map
// RUN: ls %t/names | FileCheck %s --check-prefix=NAMES
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: kernel "first(unsigned int*)" "_Z5firstPj"
// CHECK-DAG: kernel "second(unsigned int*)" "_Z6secondPj"
// FIRST: kernel "first(
// FIRST-NOT: kernel "second(
// JSON-DAG: "mangled": "_Z5firstPj"
// JSON-DAG: "mangled": "_Z6secondPj"
// FOLDER-DAG: {{^[0-9a-f]+}}-sm_80.json
// FOLDER-DAG: {{^[0-9a-f]+}}-sm_90.json
// NAMES-DAG: {{^}}sm_80.map
// NAMES-DAG: {{^}}sm_90.map
// NAMES-DAG: {{^}}x-{{[0-9a-f]+}}-sm_80.json
// NAMES-DAG: {{^}}x-{{[0-9a-f]+}}-sm_90.json

__global__ void first(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
__global__ void second(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}
