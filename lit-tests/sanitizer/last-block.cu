// The last block to finish adds what the others have written: a fence before
// the ticket makes that visible. Without it, or with one of the block only, the
// sums race.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu "-DFENCE=__threadfence()" %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu "-DFENCE=__threadfence_block()" %s -o %t.block
// RUN: bash -c '%t.block; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu "-DFENCE=" %s -o %t.none
// RUN: bash -c '%t.none; echo status $?' 2>&1 | FileCheck %s

__device__ unsigned int tickets;

__global__ void reduce(const int *data, int *partial, int *sum) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = data[blockIdx.x];
    FENCE;
    isLast = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!isLast || threadIdx.x != 0)
    return;
  int total = 0;
  for (int i = 0; i < gridDim.x; ++i)
    total += partial[i];
  *sum = total;
}

int main() {
  constexpr int blocks = 8;
  int *data, *partial, *sum;
  cudaMallocManaged(&data, blocks * sizeof(int));
  cudaMallocManaged(&partial, blocks * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < blocks; ++i)
    data[i] = i;
  reduce<<<blocks, 64>>>(data, partial, sum);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *sum == blocks * (blocks - 1) / 2 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Read of 4 bytes
// CHECK: last-block.cu:27
// CHECK: Previous write of 4 bytes
// CHECK: last-block.cu:18
// CHECK: status 66
// GOOD-NOT: RaceMap
