// A destructor that launches a kernel when its code is gone has an error, as
// from CUDA; nothing is lost or overwritten.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json MALLOC_CHECK_=3 %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// CHECK: in main: no error
// CHECK: at the end: invalid device function
// JSON: "findings": []
#include <cstdio>

__global__ void set(int *at) { *at = 1; }

struct Last {
  int *at = nullptr;
  void launch(const char *when) {
    set<<<1, 1>>>(at);
    std::printf("%s: %s\n", when, cudaGetErrorString(cudaGetLastError()));
  }
  ~Last() { launch("at the end"); }
} last;

int main() {
  cudaMalloc(&last.at, sizeof(int));
  last.launch("in main");
}
