// A product of matrices by tiles in shared memory, which warps read with
// ldmatrix and multiply with mma, unrolled: barriers before and behind.
//
// RUN: %runtime
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'a' in kernel 'oneBarrier({{.*}}(provable)
// CHECK-DAG: warning: data race on 'b' in kernel 'oneBarrier({{.*}}(provable)
// CHECK: 2 kernels: 1 race-free, 1 racy, 0 unknown
#include <cuda_fp16.h>

__device__ void load(unsigned (&to)[4], const half *from) {
  unsigned at = __cvta_generic_to_shared(from);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(at)
               : "memory");
}

__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0,
                         unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// 64 x 64 elements of the product for the four warps of a block.
template <bool SecondBarrier>
__device__ void product(const half *A, const half *B, float *C, int n, int k) {
  __shared__ __align__(16) half a[64][40], b[64][40];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum[8][4] = {};
  for (int k0 = 0; k0 < k; k0 += 32) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      int row = threadIdx.x / 4 + half * 32, column = threadIdx.x % 4 * 8;
      *(int4 *)&a[row][column] =
          *(const int4 *)&A[(blockIdx.y * 64 + row) * k + k0 + column];
      *(int4 *)&b[row][column] =
          *(const int4 *)&B[(blockIdx.x * 64 + row) * k + k0 + column];
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < 32; kk += 16) {
      unsigned left[4], right[4];
      load(left, &a[warp * 16 + lane % 16][kk + lane / 16 * 8]);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        load(right, &b[i * 16 + lane % 16][kk + lane / 16 * 8]);
        multiply(sum[2 * i], left, right[0], right[2]);
        multiply(sum[2 * i + 1], left, right[1], right[3]);
      }
    }
    if (SecondBarrier)
      __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    int row = blockIdx.y * 64 + warp * 16 + lane / 4;
    float *to = C + row * n + blockIdx.x * 64 + i * 8 + lane % 4 * 2;
    to[0] = sum[i][0];
    to[1] = sum[i][1];
    to[8 * n] = sum[i][2];
    to[8 * n + 1] = sum[i][3];
  }
}

__global__ void twoBarriers(const half *A, const half *B, float *C, int n,
                            int k) {
  product<true>(A, B, C, n, k);
}
__global__ void oneBarrier(const half *A, const half *B, float *C, int n,
                           int k) {
  product<false>(A, B, C, n, k);
}

void launch(const half *A, const half *B, float *C) {
  twoBarriers<<<dim3(8, 8), 128>>>(A, B, C, 512, 512);
  oneBarrier<<<dim3(8, 8), 128>>>(A, B, C, 512, 512);
}
