// Neighbouring bytes are no race; a short over two of them is.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void flags(unsigned char *data) {
  __shared__ unsigned char s[257];
  s[threadIdx.x] = 1;
#ifndef FIXED
  *reinterpret_cast<volatile unsigned short *>(&s[threadIdx.x & ~1u]) = 2;
#endif
  data[threadIdx.x] = s[threadIdx.x];
}

void launch(unsigned char *data) { flags<<<1, 256>>>(data); }
