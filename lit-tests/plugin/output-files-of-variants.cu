// What one file becomes with other flags is another unit: its results take the
// place of nobody else's, and have the same name in each run. A directory that
// ends in a slash is made.
//
// RUN: %bare
// DEFINE: %{device} = %clangxx_cuda -w --cuda-device-only -S %s -o %t.s
// RUN: rm -rf %t
// RUN: %{device} -fplugin-arg-racemap-json=%t/deep/jsons/ -DGUARDED
// RUN: %{device} -fplugin-arg-racemap-json=%t/deep/jsons/
// RUN: ls %t/deep/jsons | count 2
// RUN: %racemap report %t/deep/jsons 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: data race on 's' in kernel 'turn(int*)'
// BOTH: 0 race-free, 1 racy
// RUN: %{device} -fplugin-arg-racemap-json=%t/deep/jsons/ -fcolor-diagnostics -o %t.other.s
// RUN: ls %t/deep/jsons | count 2
// RUN: %{device} -fplugin-arg-racemap-json=%t/deep/jsons/ -isystem %S
// RUN: ls %t/deep/jsons | count 3
//
// So it is for SARIF and MAPs, and where racemap starts clang: with files of its
// own, which have another name each time.
// RUN: mkdir %t/outputs
// RUN: %{device} -fplugin-arg-racemap-sarif=%t/outputs/%%u.sarif -fplugin-arg-racemap-emit-map=%t/outputs/%%u.map
// RUN: %{device} -fplugin-arg-racemap-sarif=%t/outputs/%%u.sarif -fplugin-arg-racemap-emit-map=%t/outputs/%%u.map -DGUARDED
// RUN: ls %t/outputs | count 4
// RUN: %clangxx_cuda -w --cuda-gpu-arch=sm_90 --cuda-device-only -fsyntax-only %s -fplugin-arg-racemap-json=%t/outputs/%%u.json
// RUN: ls %t/outputs | count 6
// DEFINE: %{nvcc} = env RACEMAP_NVCC=true %racemap nvcc --racemap-json=%t/nvcc/ -w -c %s
// RUN: %{nvcc} && %{nvcc} -DGUARDED && %{nvcc} -UGUARDED -DGUARDED && %{nvcc} && %{nvcc} -DGUARDED
// RUN: ls %t/nvcc | count 3
//
// And for the units of a project.
// RUN: mkdir %t/build
// RUN: printf '[{"directory": "%t", "file": "%s", "command": "clang++ -x cuda -c %s"}, {"directory": "%t", "file": "%s", "command": "clang++ -x cuda -DGUARDED -c %s"}]' >%t/build/compile_commands.json
// RUN: not %racemap check -p %t/build --json=%t/project/ --sarif=%t/project/ --emit-map=%t/maps/ 2>/dev/null
// RUN: not %racemap check -p %t/build --json=%t/project/ --sarif=%t/project/ --emit-map=%t/maps/ 2>/dev/null
// RUN: ls %t/project | count 4
// RUN: ls %t/maps | count 1
//
// One that cannot be made is a line.
// RUN: touch %t/file
// RUN: not %racemap check %s --json=%t/file/sub/ 2>&1 | FileCheck --check-prefix=FILE %s
// FILE: racemap: error: cannot write {{.*}}/file/sub/{{[0-9a-f]+}}-sm_80.json: Not a directory
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void turn(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
#ifdef GUARDED
  __syncthreads();
#endif
  a[threadIdx.x] = s[63 - threadIdx.x];
}
int main() { turn<<<1, 64>>>(nullptr); }
