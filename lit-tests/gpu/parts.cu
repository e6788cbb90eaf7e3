// Words that are accessed in parts: cells for their bytes are taken in turn, so
// that launches need not wait for each other; one that comes when all have been
// taken gets those of launches that are over. In shared memory and behind
// barriers of the grid, too. Packed words are accessed in parts, as well.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ -O1 -rdc=true %s -o %t
// RUN: bash -c 'for k in 0 1 2 3 4; do %t $k good; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'for k in 0 1 2 3 4; do %t $k bad; echo bad $k status $?; done' 2>&1 | FileCheck %s
// With cells of shared memory in the device's.
// RUN: env RACEMAP_OPTIONS=no_levers=shared_in_sm bash -c 'for k in 2 3; do %t $k good; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=PIECES
// PIECES-NOT: {{[Rr]}}ace{{[Mm]}}ap
// PIECES: good 2 status 0
// PIECES-NEXT: good 3 status 0
// One launch cannot have more than there are.
// RUN: bash -c '%t 5 good; echo status $?' 2>&1 | FileCheck %s --check-prefix=MORE
// MORE-NOT: RaceMap
// MORE: {{^}}racemap: warning: [[#]] accesses to parts of words were not monitored
// MORE: {{^}}SUMMARY: RaceMap: 1 launch could be monitored in part only{{$}}
// MORE-NEXT: status 66

#include <cooperative_groups.h>
#include <cstdlib>
#include <cstring>

struct __attribute__((packed)) Packed {
  char c;
  int v;
};

/// Neighbours have bytes of one word.
__global__ void bytes(char *a, int shift, bool bad) {
  unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
  a[(own + shift) / (bad ? 2 : 1)] = own;
}
__global__ void packed(Packed *a, bool bad) {
  unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
  a[own].v = own;
  if (bad && own > 0)
    a[own - 1].c = 0;
  else
    a[own].c = 1;
}
__global__ void tiles(char *a, bool bad) {
  __shared__ char tile[256];
  tile[threadIdx.x] = threadIdx.x;
  if (!bad)
    __syncthreads();
  a[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x ^ 3];
}
/// All say again what another block has said.
__global__ void rounds(char *a, bool bad) {
  __shared__ char tile[256];
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (int i = 0; i < 3; ++i) {
    tile[(threadIdx.x + i) % 256] = i;
    a[(blockIdx.x + i) % gridDim.x * 256 + threadIdx.x] = i;
    if (!bad)
      grid.sync();
    else
      __syncthreads();
  }
}

int main(int, char **argv) {
  int k = std::atoi(argv[1]);
  bool bad = !std::strcmp(argv[2], "bad");
  char *a;
  cudaMalloc(&a, 4 << 20);
  cudaStream_t s[2];
  for (cudaStream_t &one : s)
    cudaStreamCreate(&one);
  switch (k) {
  case 0: // three times what there is
    for (int i = 0; i < 12; ++i)
      bytes<<<1024, 256, 0, s[i % 2]>>>(a, i, bad && i == 11);
    break;
  case 1:
    for (int i = 0; i < 4; ++i)
      packed<<<64, 256, 0, s[i % 2]>>>((Packed *)a, bad && i == 3);
    break;
  case 2:
    tiles<<<64, 256>>>(a, bad);
    break;
  case 3: {
    void *arguments[] = {&a, &bad};
    cudaLaunchCooperativeKernel((void *)rounds, dim3(4), dim3(256), arguments,
                                0, 0);
    break;
  }
  case 4:
    packed<<<1, 1>>>((Packed *)a, false);
    bytes<<<1, 64>>>(a, 0, bad);
    break;
  default:
    bytes<<<8192, 256>>>(a, 0, false);
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: {{[Rr]}}ace{{[Mm]}}ap
// GOOD: good 0 status 0
// GOOD-NEXT: good 1 status 0
// GOOD-NEXT: good 2 status 0
// GOOD-NEXT: good 3 status 0
// GOOD-NEXT: good 4 status 0
// CHECK-NOT: warning
// CHECK: Launch 12: bytes(char*, int, bool)
// CHECK: bad 0 status 66
// CHECK: packed(Packed*, bool)
// CHECK: bad 1 status 66
// CHECK: the shared variable '{{.*}}tile'
// CHECK: Launch 1: tiles(char*, bool)
// CHECK: bad 2 status 66
// CHECK: by thread ({{[0-9]+}},0,0) of block ([[BLOCK:[0-9]+]],0,0)
// CHECK: Launch 1: rounds(char*, bool)
// CHECK: bad 3 status 66
// CHECK: Launch 2: bytes(char*, int, bool)
// CHECK: bad 4 status 66
