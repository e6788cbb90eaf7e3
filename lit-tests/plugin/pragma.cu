// A pragma silences the findings of the lines that it covers and no others.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void covered(unsigned *out) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbackend-plugin"
  *out = threadIdx.x;
#pragma clang diagnostic pop
}

__global__ void uncovered(unsigned *out) {
  // expected-warning@+2 {{data race on 'out' in kernel 'uncovered(}}
  // expected-note@+1 {{for example}} expected-note@+1 {{does the same}}
  *out = threadIdx.x;
}

__global__ void promoted(unsigned *out) {
#pragma clang diagnostic push
#pragma clang diagnostic error "-Wbackend-plugin"
  // expected-error@+2 {{data race on 'out' in kernel 'promoted(}}
  // expected-note@+1 {{for example}} expected-note@+1 {{does the same}}
  *out = threadIdx.x;
#pragma clang diagnostic pop
}
