// The last block's tickets are set back by a thread other than the one that
// took the last one: who took it has read all others', and the barrier tells.
// Without the barrier, nobody has told the thread.
//
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 %t 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DSHARED_BY_SHUFFLE %s -o %t.bad
// RUN: bash -c '%t.bad; echo status $?' 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0:exitcode=0 %t.bad 2>&1 | FileCheck %s --check-prefix=SAME

#include <racemap/runtime.h>

__device__ unsigned long long tickets;

__global__ void count(int *data) {
  __shared__ bool isLast;
  unsigned long long mine = 0;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    mine = atomicAdd(&tickets, 1ull);
    isLast = mine == gridDim.x - 1;
  }
#ifdef SHARED_BY_SHUFFLE
  // A shuffle orders nothing.
  bool last = __shfl_sync(~0u, mine == gridDim.x - 1, 0);
#else
  __syncthreads();
  bool last = isLast;
#endif
  if (last && threadIdx.x == 31)
    tickets = 0;
}

int main() {
  int *data;
  cudaMalloc(&data, 8 * sizeof(int));
  for (int seed = 0; seed < 20; ++seed) {
    __racemap_set_seed(seed);
    count<<<8, 32>>>(data);
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: RaceMap
// SAME: 20 launches in {{.*}} 0 differences
// CHECK: WARNING: RaceMap: data race
// CHECK: Write of 8 bytes
// CHECK: counter-set-back.cu:33
// CHECK: variable 'tickets'
// CHECK: status 66
