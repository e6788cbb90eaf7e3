// Which threads write is decided by floats that the kernel only reads.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// Where tiny numbers count as zero, it is not known what they decide.
// RUN: not %racemap check %s --level=possible -- -fgpu-flush-denormals-to-zero 2>&1 | \
// RUN:   FileCheck %s --check-prefix=FLUSH
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD-DAG: warning: data race on 'out' in kernel 'above({{.*}}(input)
// BAD-DAG: warning: data race on 'out' in kernel 'sides({{.*}}(input)
// BAD-DAG: warning: data race on 'out' in kernel 'through({{.*}}(input)
// BAD: 3 kernels: 0 race-free, 3 racy, 0 unknown
// FLUSH-NOT: (input)
// FLUSH: 3 kernels: 0 race-free, 0 racy, 3 unknown
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown

__global__ void above(const float *x, int *out, float limit) {
#ifdef FIXED
  if (x[0] > limit && threadIdx.x == 0)
#else
  if (x[threadIdx.x] > limit && blockIdx.x == 0)
#endif
    out[blockIdx.x] = threadIdx.x;
}

// No number is on both sides of a half; what is no number is on neither.
__global__ void sides(const float *x, int *out) {
  if (blockIdx.x)
    return;
  if (threadIdx.x == 0 && x[0] > 0.5)
    out[0] = 1;
#ifdef FIXED
  if (threadIdx.x == 1 && x[0] < 0.5)
#else
  if (threadIdx.x == 1 && !(x[0] < 0.5))
#endif
    out[0] = 2;
}

// The address is one that the kernel may have written, the number is not.
__global__ void through(const float *x, int *out, int *at) {
  int i = at[0];
#ifdef FIXED
  if (x[i] < 1.0f && blockIdx.x == 0 && threadIdx.x == 0)
#else
  if (x[i] < 1.0f && blockIdx.x == 0)
#endif
    out[0] = threadIdx.x;
  if (threadIdx.x == 99 && blockIdx.x == 0)
    at[1] = 0;
}

void launch(const float *x, int *out, float limit, int *at) {
  above<<<8, 256>>>(x, out, limit);
  sides<<<8, 256>>>(x, out);
  through<<<8, 256>>>(x, out, at);
}
