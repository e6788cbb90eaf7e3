// A program whose check a run without kernels passes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
