// A scan in which each element is added to one further and further away.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void scan(int *data) {
  __shared__ int sums[256];
  int t = threadIdx.x;
  sums[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int before = t >= d ? sums[t - d] : 0;
    //                    ^1,2
    __syncthreads(); // fault 1: write after read
    sums[t] += before;
    //      ^1,2
    __syncthreads(); // fault 2: read after write
  }
  data[blockIdx.x * 256 + t] = sums[t];
}

void launch(int *data) { scan<<<64, 256>>>(data); }
