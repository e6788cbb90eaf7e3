// Twenty launches of a cooperative kernel, each in a schedule of its own, on the
// same 256 numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <racemap/runtime.h>

inline int inTwentySchedules(void *kernel, int blocks = 2, int threads = 64) {
  int *data;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  void *args[] = {&data};
  for (int seed = 1; seed <= 20; ++seed) {
    __racemap_set_seed(seed);
    if (cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), args,
                                    0, 0) != cudaSuccess)
      return 1;
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}
