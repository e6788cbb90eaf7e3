// One kernel for each kind of fact that its proof rests on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void nothing(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void oneBlock(float *out) { out[threadIdx.x] = blockIdx.x; }

__global__ void dimensions(float *out) {
  out[blockIdx.x * 72 + threadIdx.x] = 1 + threadIdx.x;
}

__global__ void argument(float *out, int stride) {
  out[(blockIdx.x * 72 + threadIdx.x) * stride] = threadIdx.x;
}

__global__ void said(float *out, int stride) {
  __builtin_assume(stride == 2);
  out[(blockIdx.x * 72 + threadIdx.x) * stride] = threadIdx.x;
}

void launch(float *out, int stride) {
  nothing<<<4, 64>>>(out);
  oneBlock<<<2, 64>>>(out);
  dimensions<<<4, 64>>>(out);
  argument<<<4, 64>>>(out, 3);
  said<<<4, 64>>>(out, stride);
}
