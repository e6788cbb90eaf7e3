// A kernel that is instantiated with a lambda; the warning is in the lambda,
// and a note tells who called it.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <typename Body> __global__ void run(Body body) {
  body(blockIdx.x * blockDim.x + threadIdx.x); // expected-note {{called here}}
}

void launch(unsigned *racy, unsigned *fine) {
  // expected-warning@+2 {{data race on}}
  // expected-note@+1 {{for example}} expected-note@+1 {{does the same}}
  run<<<4, 64>>>([=] __device__(unsigned i) { racy[i / 2] = i; });
  run<<<4, 64>>>([=] __device__(unsigned i) { fine[i] = i; });
}
