// Threads that write one and the same float: a constant, a parameter, or the
// same element of an input.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME, VALUE)                                                    \
  __global__ void NAME(float *out, const float *in, float f, double d) {       \
    out[blockIdx.x] = VALUE;                                                   \
  }
KERNEL(constant, 1.5f) // expected-remark {{same-value conflict on 'out'}} expected-note 1+{{}}
KERNEL(parameter, f) // expected-remark {{same-value conflict on 'out'}} expected-note 1+{{}}
KERNEL(oneElement, in[blockIdx.x]) // expected-remark {{same-value conflict on 'out'}} expected-note 1+{{}}
KERNEL(ownElement, in[threadIdx.x]) // expected-warning {{data race on 'out'}} expected-note 1+{{}}
KERNEL(oneOfTwo, threadIdx.x & 1 ? 0.0f : f) // expected-warning {{data race on 'out'}} expected-note 1+{{}}

__global__ void wide(double *out, double d) { // both are 8 bytes
  out[blockIdx.x] = d; // expected-remark {{same-value conflict on 'out'}} expected-note 1+{{}}
}

void launch(float *out, const float *in, double *wideOut) {
  constant<<<4, 256>>>(out, in, 1, 2);
  parameter<<<4, 256>>>(out, in, 1, 2);
  oneElement<<<4, 256>>>(out, in, 1, 2);
  ownElement<<<4, 256>>>(out, in, 1, 2);
  oneOfTwo<<<4, 256>>>(out, in, 1, 2);
  wide<<<4, 256>>>(wideOut, 1);
}
