// nvcc's own atomic functions take what is no integer, too, in their general
// forms.
//
// RUN: %runtime
// RUN: %racemap check %s --kernel=loads | FileCheck %s --check-prefix=FREE
// RUN: not %racemap check %s --kernel=stores 2>&1 | FileCheck %s --check-prefix=RACY
//
// FREE: 1 kernel: 1 race-free
// RACY: {{.*}}:[[@LINE+12]]:{{.*}}: warning: data race on 'x'
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void loads(double *x, double *out) {
  double value;
  __nv_atomic_load(x, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value + x[0];
}

__global__ void stores(double *x) {
  double value = threadIdx.x;
  __nv_atomic_store(x, &value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  if (threadIdx.x == 1)
    x[0] = value;
}
