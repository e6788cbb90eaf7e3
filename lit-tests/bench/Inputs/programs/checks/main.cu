// A program with a self-check, run as its Makefile says but for its size.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>

// Reads plainly what others add to: a race.
__global__ void count(int *n) {
  if (*n >= 0)
    atomicAdd(n, 1);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 0, *n;
  cudaMallocManaged(&n, sizeof(int));
  *n = 0;
  for (int i = 0; i < rounds; ++i)
    count<<<2, 64>>>(n);
  cudaDeviceSynchronize();
  std::printf("%s\n", rounds == 3 && *n == rounds * 128 ? "PASS" : "FAIL");
}
