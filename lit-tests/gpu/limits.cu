// What is not monitored is said: reports that nobody has read in time, memory
// for the shadow that is not there, kernels whose threads are ordered by more
// than barriers, shared memory that leaves no room. The program runs on.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %s -o %t
//
// RUN: env RACEMAP_OPTIONS=ring=2:print_limit=0 bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=RING
// RING: racemap: warning: {{[0-9]+}} reports were dropped
// RING: SUMMARY: RaceMap: 2 data races
// RING: status 66
// RUN: bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=ALL
// ALL-NOT: dropped
// ALL: SUMMARY: RaceMap: 4 data races
//
// RUN: env RACEMAP_OPTIONS=shadow_limit=64 bash -c '%t 1; echo status $?' 2>&1 | FileCheck %s --check-prefix=OOM
// OOM: {{^}}racemap: warning: no memory on the device for the shadow of 67108864 bytes ({{[0-9]+}} bytes of shadow for {{[0-9]+}} bytes so far); the program runs on, and from here on nothing is monitored{{$}}
// OOM-NOT: WARNING
// OOM-DAG: ran on
// OOM-DAG: SUMMARY: RaceMap: 1 launch could not be run or monitored
// OOM: status 66
// RUN: env RACEMAP_OPTIONS=shadow_limit=64:fatal_oom=1 bash -c '%t 1; echo status $?' 2>&1 | FileCheck %s --check-prefix=FATAL
// FATAL: no memory on the device
// FATAL-NOT: ran on
// FATAL: status 66
// RUN: bash -c '%t 1; echo status $?' 2>&1 | FileCheck %s --check-prefix=ENOUGH
// ENOUGH-NOT: no memory
// ENOUGH: data race
// ENOUGH: status 66
//
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t 2; echo status $?' 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: FileCheck %s --input-file=%t.json --check-prefix=NUMBERS
// FENCE: {{^}}racemap: warning: fenced(int*) is not monitored: its threads are ordered by more than barriers
// FENCE-NOT: warning
// FENCE: SUMMARY: RaceMap: 2 launches could not be run or monitored
// FENCE: status 66
// NUMBERS-DAG: "failed_launches": 2
// NUMBERS-DAG: "monitored_launches": 0
// NUMBERS-DAG: "uninstrumented_launches": 0
//
// RUN: env RACEMAP_OPTIONS=shadow_limit=7 bash -c '%t 3; echo status $?' 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: {{^}}racemap: warning: the shared memory of large(int*) is not monitored: there is no room for its cells
// ROOM: status 0
// With memory of the device for them, it is.
// RUN: env RACEMAP_OPTIONS=stats=1 bash -c '%t 3; echo status $?' 2>&1 | FileCheck %s --check-prefix=PIECES
// PIECES: data race
// PIECES: the shared variable 'words'
// PIECES: racemap: stats of large(int*): launches 1, lean launches 0, launches with cells in shared memory 0, launches with cells of shared memory in device memory 1
// PIECES: status 66
//
// RUN: env RACEMAP_OPTIONS=stats=1 bash -c '%t 4; echo status $?' 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN-NOT: WARNING
// FOREIGN: accesses ignored 64, accesses outside of arrays 0{{$}}
// FOREIGN: status 0
//
// RUN: echo '[monitor]' >%t.toml && echo 'skip-kernels = ["several"]' >>%t.toml
// RUN: env RACEMAP_OPTIONS=config=%t.toml bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=SKIP
// SKIP-NOT: RaceMap
// SKIP: status 0
// RUN: echo '[monitor]' >%t.toml && echo 'arrays = ["b"]' >>%t.toml
// RUN: env RACEMAP_OPTIONS=config=%t.toml bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=ARRAYS
// ARRAYS: {{^}}racemap: warning: on a GPU, [monitor] selects kernels only
// ARRAYS: status 66

#include <cstdio>
#include <cstdlib>

__global__ void several(int *a) {
  a[0] = threadIdx.x;
  a[1] = threadIdx.x;
  a[2] = threadIdx.x;
  a[3] = threadIdx.x;
}
__global__ void fenced(int *a) {
  a[0] = threadIdx.x;
  __threadfence();
  a[1] = threadIdx.x;
}
__global__ void large(int *a) {
  extern __shared__ int words[];
  words[threadIdx.x / 2] = threadIdx.x;
  a[threadIdx.x] = words[threadIdx.x / 2];
}
__global__ void foreign(int *a) { a[threadIdx.x] = 1; }

int main(int, char **argv) {
  int k = std::atoi(argv[1]), *a, *b;
  cudaMalloc(&a, 1024);
  if (k == 0 || k == 1) {
    if (k == 1)
      cudaMalloc(&b, 64 << 20);
    several<<<1, 64>>>(a);
  } else if (k == 2) {
    fenced<<<1, 64>>>(a);
    fenced<<<1, 64>>>(a);
  } else if (k == 3) {
    int most = 0;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         most);
    large<<<1, 64, 64 << 10>>>(a);
  } else {
    static int ofTheHost[64]; // which a device may reach
    foreign<<<1, 64>>>(ofTheHost);
  }
  bool failed = cudaDeviceSynchronize() != cudaSuccess;
  std::printf("ran on\n");
  return failed;
}
