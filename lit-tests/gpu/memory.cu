// Memory that comes and goes: a report names what the address was when its
// kernel ran, although it has been freed and is something else now; memory that
// is freed on a stream is forgotten when that has come there; what the program
// needs itself is given back by the sanitizer. The most that there was is in the
// statistics.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %s -o %t
// RUN: bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=FREED
// FREED: Location is {{[0-9]+}} bytes into a 4096-byte allocation
// FREED: Launch 1: write(int*, bool)
// FREED: status 66
// RUN: bash -c '%t 1; echo status $?' 2>&1 | FileCheck %s --check-prefix=STREAM
// STREAM: Location is {{[0-9]+}} bytes into a 4096-byte allocation
// STREAM: Launch 1: write(int*, bool)
// STREAM: status 66
// RUN: env RACEMAP_OPTIONS=stats=1 %t 2 2>&1 | FileCheck %s --check-prefix=COME
// COME-NOT: RaceMap
// COME: stats of memory: monitored bytes 1679360,
// RUN: env RACEMAP_OPTIONS=stats=1 %t 3 2>&1 | FileCheck %s --check-prefix=MOST
// MOST: stats of memory: monitored bytes 67108864, shadow bytes 140[[#]], reports
//
// RUN: bash -c '%t 4; echo status $?' 2>&1 | FileCheck %s --check-prefix=NEEDED
// NEEDED: {{^}}racemap: warning: the program needs memory of the device that the shadow has ({{[0-9]+}} bytes); the program runs on, and from here on nothing is monitored
// NEEDED: WARNING: RaceMap: data race
// NEEDED: Launch 1: write(int*, bool)
// NEEDED-NOT: Launch
// NEEDED: no error, no error
// NEEDED: status 66
// RUN: env RACEMAP_OPTIONS=fatal_oom=1 bash -c '%t 4; echo status $?' 2>&1 | FileCheck %s --check-prefix=FATAL
// FATAL: the program needs memory of the device
// FATAL-NOT: no error
// FATAL: status 66
#include <cstdio>
#include <cstdlib>

__global__ void write(int *a, bool bad) {
  a[bad ? threadIdx.x / 2 : threadIdx.x] = threadIdx.x;
}

int main(int, char **argv) {
  int k = std::atoi(argv[1]), *a, *b;
  if (k == 0) {
    cudaMalloc(&a, 4096);
    write<<<1, 64>>>(a, true);
    cudaFree(a);
    cudaMalloc(&b, 4000);
    if (a != b)
      std::printf("elsewhere\n");
  } else if (k == 1) {
    cudaMallocAsync(&a, 4096, 0);
    write<<<1, 64>>>(a, true);
    cudaFreeAsync(a, 0);
    cudaMallocAsync(&b, 4000, 0);
    write<<<1, 64>>>(b, false);
  } else if (k == 2) {
    for (int i = 0; i < 10; ++i) {
      // Each is larger than what the one before has left.
      cudaMallocAsync(&a, (1 << 20) + (i << 16), 0);
      cudaMallocAsync(&b, 4096, 0);
      // Others write where others have written before.
      write<<<1, 64>>>(a + i % 2, false);
      cudaFreeAsync(a, 0);
    }
  } else if (k == 3) {
    cudaMalloc(&a, 64 << 20);
    write<<<1, 64>>>(a, false);
    cudaFree(a);
  } else {
    size_t free = 0, all = 0;
    cudaMemGetInfo(&free, &all);
    cudaMalloc(&a, all / 64);
    write<<<1, 64>>>(a, true);
    cudaError_t E = cudaMalloc(&b, all - all / 32);
    write<<<1, 64>>>(b, true);
    std::printf("%s, %s\n", cudaGetErrorString(E),
                cudaGetErrorString(cudaGetLastError()));
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}
