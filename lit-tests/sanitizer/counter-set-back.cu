// The last block's tickets are set back by a thread other than the one that
// took the last one: who took it has read all others', and the barrier tells.
// Without the barrier, nobody has told the thread.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 %t good 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0:exitcode=0 %t bad 2>&1 | FileCheck %s --check-prefix=SAME

#include <cstring>
#include <racemap/runtime.h>

__device__ unsigned long long tickets;

template <bool Good> __global__ void count(int *data) {
  __shared__ bool isLast;
  unsigned long long mine = 0;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    mine = atomicAdd(&tickets, 1ull);
    isLast = mine == gridDim.x - 1;
  }
  bool last;
  if constexpr (Good) {
    __syncthreads();
    last = isLast;
  } else { // A shuffle orders nothing.
    last = __shfl_sync(~0u, mine == gridDim.x - 1, 0);
  }
  if (last && threadIdx.x == 31)
    tickets = 0;
}

int main(int, char **argv) {
  auto kernel = std::strcmp(argv[1], "good") ? count<false> : count<true>;
  int *data;
  cudaMalloc(&data, 8 * sizeof(int));
  for (int seed = 0; seed < 20; ++seed) {
    __racemap_set_seed(seed);
    kernel<<<8, 32>>>(data);
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: RaceMap
// SAME: 20 launches in {{.*}} 0 differences
// CHECK: WARNING: RaceMap: data race
// CHECK: Write of 8 bytes
// CHECK: counter-set-back.cu:34
// CHECK: variable 'tickets'
// CHECK: status 66
