// Code that does not compile is clang's business alone.
//
// RUN: %bare
// RUN: not %clangxx_cuda -fsyntax-only %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=race --implicit-check-not=racemap
// RUN: not %clangxx_cuda -fsyntax-only -DDEVICE %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=race --implicit-check-not=racemap
// RUN: not %clangxx_cuda -c -DINSTANCE %s -o %t.o 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=race --implicit-check-not=racemap
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: error:

__global__ void early(unsigned *out) { *out = threadIdx.x; }

void host();
#if defined(DEVICE)
__global__ void callsHost() { host(); }
#elif defined(INSTANCE)
template <typename Real> __global__ void k(Real *out) { out->missing(); }
void launch(float *out) { k<<<1, 1>>>(out); }
#else
int broken = undeclared;
struct Incomplete;
template <typename Real> __global__ void k(Real *out) { Incomplete i; }
#endif

__global__ void late(unsigned *out) { *out = threadIdx.x; }
