// The macros of racemap/racemap.h are facts for the analysis. In the code that
// is generated they leave nothing; other compilers do not even see them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %bare
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -fsyntax-only -Xclang -verify -fplugin-arg-racemap-json=%t.json %s
// RUN: FileCheck %s <%t.json
// RUN: %clang -x cuda --cuda-path=%cuda_path --cuda-gpu-arch=sm_80 -Wno-unknown-cuda-version -I%prefix/include --cuda-device-only -S -O2 %s -o %t.plain.ptx
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -S -O2 -w %s -o %t.ptx
// RUN: not grep __racemap %t.ptx
// RUN: diff %t.plain.ptx %t.ptx
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -S -O0 -w %s -o %t.ptx
// RUN: not grep __racemap %t.ptx
// RUN: %clangxx_cuda -I%prefix/include -c -w %s -o %t.o
// RUN: %clang -x cuda --cuda-path=%cuda_path -Wno-unknown-cuda-version -I%prefix/include --cuda-host-only -E %s -o - | FileCheck --check-prefix=EMPTY %s
// EMPTY-LABEL: void rows(
// EMPTY-NEXT: ((void)0);

#include <racemap/racemap.h>

__global__ void rows(int *out, unsigned width) {
  RACEMAP_ASSUME(width >= blockDim.x);
  out[size_t(blockIdx.x) * width + threadIdx.x] = threadIdx.x;
}

__global__ void unsaid(int *out, unsigned width) { // expected-remark {{race if width < blockDim.x}}
  out[size_t(blockIdx.x) * width + threadIdx.x] = threadIdx.x;
}

// Launched as it says: only the second launch has a neighbour.
RACEMAP_LAUNCH(1, 1) __global__ void alone(int *out) { out[0] = threadIdx.x; }

RACEMAP_LAUNCH(1, 1)
RACEMAP_LAUNCH(dim3(1, 2), dim3(1))
__global__ void two(int *out) {
  out[0] = blockIdx.y; // expected-warning {{data race on 'out' in kernel 'two(int*)'}} expected-note 1+ {{}}
}

RACEMAP_BENIGN("only the last one counts") __device__ void mark(int *changed) { *changed = threadIdx.x; }
RACEMAP_BENIGN("only the last one counts") __device__ unsigned statistics[2];
__device__ unsigned others[2];

RACEMAP_LAUNCH(1, 64) __global__ void benign(int *changed) {
  mark(changed);
  statistics[0] = threadIdx.x;
}

template <class T> struct Last {
  T *to;
  __device__ void put(T value) {
    RACEMAP_BENIGN("any of them") *to = value;
  }
};

RACEMAP_LAUNCH(1, 64) __global__ void statements(int *a, bool all) {
  RACEMAP_BENIGN("one statement") a[0] = threadIdx.x; a[1] = threadIdx.x; // expected-warning {{data race on 'a'}} expected-note 1+ {{}}
  RACEMAP_BENIGN("a block") {
    a[2] = threadIdx.x;
    a[3] = threadIdx.x;
  }
  if (all)
    RACEMAP_BENIGN("a branch") a[4] = threadIdx.x;
  auto set = [&](auto *to) { RACEMAP_BENIGN("in a lambda") *to = threadIdx.x; };
  set(a + 5);
  Last<int>{a + 6}.put(threadIdx.x);
  a[8 + threadIdx.x] = 0;
  RACEMAP_BENIGN("a declaration") int seen = a[8];
  a[7] = threadIdx.x + seen; // expected-warning {{data race on 'a'}} expected-note 1+ {{}}
}

RACEMAP_LAUNCH(1, 64) __global__ void intended(int *changed) {
  changed[0] = threadIdx.x; // expected-warning {{data race on 'changed'}} expected-note 1+ {{}}
  others[0] = threadIdx.x;  // expected-warning {{data race on 'others'}} expected-note 1+ {{}}
}

// CHECK: "name": "rows(int*, unsigned int)"
// CHECK: "verdict": "race-free"
// CHECK: "name": "alone(int*)"
// CHECK: "origin": "RACEMAP_LAUNCH {{.*}}macros.cu:[[# @LINE - 48]]"
// CHECK: "verdict": "race-free"
// CHECK: "name": "benign(int*)"
// CHECK-COUNT-2: "hidden": "benign: only the last one counts"
// CHECK: "name": "statements(int*, bool)"
// CHECK-DAG: "hidden": "benign: one statement"
// CHECK-DAG: "hidden": "benign: a block"
// CHECK-DAG: "hidden": "benign: a branch"
// CHECK-DAG: "hidden": "benign: in a lambda"
// CHECK-DAG: "hidden": "benign: any of them"
// CHECK-DAG: "hidden": "benign: a declaration"
// CHECK: "name": "intended(int*)"
// CHECK-NOT: "hidden"

int main() {
  RACEMAP_ASSUME(true); // on the host, nothing
  return 0;
}
