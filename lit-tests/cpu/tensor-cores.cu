// The CPU device has no tensor cores: a kernel that needs them is not launched,
// which is an error of the launch and a line for each intrinsic that is not
// there. Kernels of the same program without them run.
// RUN: %runtime
// RUN: %racemap cc --device=cpu -w %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %racemap cc --device=cpu --sanitize --kernel='^$' -w %s -o %t.checked
// RUN: not %t.checked 2>&1 | FileCheck %s --check-prefixes=CHECK,CHECKED
#include <cstdio>
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(half *a, half *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  wmma::fill_fragment(z, 0.0f);
  wmma::load_matrix_sync(x, a, 16);
  wmma::load_matrix_sync(y, b, 16);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);
}

__global__ void fill(float *c) { c[threadIdx.x] = 7; }

int main() {
  setbuf(stdout, nullptr);
  half *a, *b;
  float *c;
  cudaMalloc(&a, 256 * sizeof(half));
  cudaMalloc(&b, 256 * sizeof(half));
  cudaMallocManaged(&c, 256 * sizeof(float));
  fill<<<1, 256>>>(c);
  cudaError_t filled = cudaDeviceSynchronize();
  multiply<<<1, 32>>>(a, b, c);
  cudaError_t multiplied = cudaGetLastError();
  cudaDeviceSynchronize();
  // CHECK: racemap: kernel multiply({{.*}}): llvm.nvvm.wmma.m16n16k16.load.a{{.*}}: the CPU device does not know this intrinsic
  // CHECK: llvm.nvvm.wmma.m16n16k16.load.b
  // CHECK: llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32: the CPU device does not know
  // CHECK: llvm.nvvm.wmma.m16n16k16.store.d
  // CHECK: no error, 7; invalid kernel image
  // CHECKED: SUMMARY: RaceMap: 1 launch could not be run or monitored
  printf("%s, %g; %s\n", cudaGetErrorString(filled), c[0],
         cudaGetErrorString(multiplied));
}
