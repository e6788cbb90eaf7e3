// Four elements at a time, and what is left one by one, from where the whole
// ones end; or four, a block's width apart. That this does not wrap is assumed
// as of any other index.
//
// RUN: %runtime
// RUN: %racemap check %s --json=%t.json 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON <%t.json
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown
// JSON: no index of 64 bits wraps
// BAD-DAG: warning: data race on 'out' in kernel 'twice({{.*}} (provable)
// BAD-DAG: warning: data race on 'out' in kernel 'fourEach({{.*}} (provable)
// BAD: 2 kernels: 0 race-free, 2 racy, 0 unknown

__global__ void twice(float *out, const float *in, size_t n) {
  size_t i = size_t(blockDim.x) * blockIdx.x + threadIdx.x;
  if (i < n / 4) {
    float4 x = reinterpret_cast<const float4 *>(in)[i];
    reinterpret_cast<float4 *>(out)[i] =
        make_float4(2 * x.x, 2 * x.y, 2 * x.z, 2 * x.w);
  }
#ifdef BAD
  for (size_t j = (n - 1) / 4 * 4 + i; j < n; j += blockDim.x)
#else
  for (size_t j = n / 4 * 4 + i; j < n; j += blockDim.x)
#endif
    out[j] = 2 * in[j];
}

__global__ void fourEach(unsigned *out, const int n) {
  unsigned at = threadIdx.x + blockIdx.x * blockDim.x * 4;
  for (int i = 0; i < 4 && at < n; ++i) {
    out[at] = i;
#ifdef BAD
    at += blockDim.x - 1;
#else
    at += blockDim.x;
#endif
  }
}

void launch(float *out, const float *in, size_t n) {
  twice<<<(n / 4 + 255) / 256, 256>>>(out, in, n);
}
