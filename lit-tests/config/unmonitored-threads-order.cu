// Threads that are not monitored order the others all the same: what thread 0
// has written, thread 1 hands on by a flag of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %runtime
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '[monitor]\nthreads = [0, 64]\n' >c.toml
// RUN: %racemap cc --sanitize --device=cpu --kernel='^$' %s -o program
// RUN: env RACEMAP_OPTIONS=config=c.toml ./program 2>&1 | count 0
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./program broken 2>&1 | FileCheck %s
// CHECK: by thread (64,0,0)
// CHECK: by thread (0,0,0)
// CHECK: SUMMARY: RaceMap: 1 data race

template <bool Broken> __global__ void relay(int *data, int *flags) {
  if (threadIdx.x == 0) {
    *data = 1;
    __threadfence();
    atomicExch(&flags[0], 1);
  } else if (threadIdx.x == 32) {
    if constexpr (!Broken) {
      while (atomicAdd(&flags[0], 0) == 0)
        ;
      __threadfence();
    }
    atomicExch(&flags[1], 1);
  } else if (threadIdx.x == 64) {
    while (atomicAdd(&flags[1], 0) == 0)
      ;
    __threadfence();
    data[1] = *data;
  }
}

int main(int count, char **) {
  int *data, *flags;
  cudaMalloc(&data, 8);
  cudaMalloc(&flags, 8);
  cudaMemset(flags, 0, 8);
  if (count > 1)
    relay<true><<<1, 96>>>(data, flags);
  else
    relay<false><<<1, 96>>>(data, flags);
  return cudaDeviceSynchronize() != cudaSuccess;
}
