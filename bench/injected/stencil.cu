// Steps of a stencil of three points in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void steps(float *heat, int n) {
  __shared__ float row[258];
  int t = threadIdx.x + 1;
  float mine; // fault 3: false locality: __shared__ float mine;
  mine = heat[blockIdx.x * 256 + threadIdx.x];
  //   ^3
  if (t == 1)
    row[0] = row[257] = 0;
  //                  ^1
  for (int i = 0; i < n; ++i) {
    row[t] = mine;
    //     ^1,2
    //       ^3
    __syncthreads(); // fault 1: read after write
    mine = (row[t - 1] + row[t] + row[t + 1]) / 3;
    //   ^3
    //      ^1,2                  ^1,2
    __syncthreads(); // fault 2: write after read
  }
  heat[blockIdx.x * 256 + threadIdx.x] = mine;
  //                                     ^3
}

void launch(float *heat, int n) { steps<<<64, 256>>>(heat, n); }
