// A struct passed by value whose members the kernel changes.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'v.out' {{.*}}(provable)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

struct View {
  const int *in;
  int *out;
  int n;
};

__global__ void k(View v) {
#ifdef FIXED
  v.out += 256 * blockIdx.x;
#else
  v.out += 255 * blockIdx.x;
#endif
  v.n -= 1;
  if (threadIdx.x < v.n)
    v.out[threadIdx.x] = v.in[threadIdx.x] + blockIdx.x;
}

void launch(View v) { k<<<8, 256>>>(v); }
