// Launches of every kind: what one launch leaves is no race of the next, also
// when serial numbers of blocks begin anew (a launch with barriers of the grid
// takes a million, of 16 million); streams; barriers of the grid; graphs.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ -rdc=true %s -o %t
// RUN: bash -c 'for k in 0 1 2 3 6; do %t $k good; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'for k in 0 1 2 3 6; do %t $k bad; echo bad $k status $?; done' 2>&1 | FileCheck %s
// RUN: bash -c '%t 4 bad; echo status $?' 2>&1 | FileCheck %s --check-prefix=GRAPH
// GRAPH-NOT: {{[Rr]}}ace{{[Mm]}}ap
// GRAPH: status 0

#include <cooperative_groups.h>
#include <cstdlib>
#include <cstring>

__global__ void rotate(int *a, bool bad) {
  unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned all = gridDim.x * blockDim.x;
  a[own] = own;
  if (!bad)
    cooperative_groups::this_grid().sync();
  else
    __syncthreads();
  atomicAdd(&a[all], a[(own + blockDim.x) % all]);
}
__global__ void shifted(int *b, int by) {
  cooperative_groups::this_grid().sync();
  b[(blockIdx.x + by) % gridDim.x * blockDim.x + threadIdx.x] = by;
}
__global__ void add(int *a, int by) { a[threadIdx.x] += by; }
__global__ void halves(short *a, bool bad) {
  a[bad ? threadIdx.x / 2 : threadIdx.x] = threadIdx.x;
}
__global__ void look(int *a) { a[1 + blockIdx.x] = a[0]; }
__global__ void lookAndWrite(int *a, bool bad) {
  if (threadIdx.x == 0)
    a[1] = a[0];
  if (!bad)
    __syncthreads();
  if (threadIdx.x == 32)
    a[0] = 1;
}

int main(int, char **argv) {
  int k = std::atoi(argv[1]), *a, wrong = 0;
  bool bad = !std::strcmp(argv[2], "bad");
  cudaMalloc(&a, 4096);
  cudaMemset(a, 0, 4096);
  cudaStream_t s[2];
  for (cudaStream_t &one : s)
    cudaStreamCreate(&one);
  if (k == 0) {
    // Only the last one of them races, after the numbers have begun anew. They
    // do with every 15th, which leaves b to other blocks than the one before.
    int *b;
    cudaMalloc(&b, 1024);
    for (int i = 0; i < 40; ++i) {
      int by = i / 15;
      void *others[] = {&b, &by};
      if (i % 15 == 0) {
        wrong |= cudaLaunchCooperativeKernel((void *)shifted, dim3(4), dim3(64),
                                             others, 0, 0);
        continue;
      }
      bool now = bad && i == 39;
      void *arguments[] = {&a, &now};
      wrong |= cudaLaunchCooperativeKernel((void *)rotate, dim3(4), dim3(64),
                                           arguments, 0, 0);
    }
  } else if (k == 1) {
    for (int i = 0; i < 600; ++i)
      add<<<1, 64>>>(bad && i == 599 ? a + i : a, i);
    if (bad)
      halves<<<1, 64>>>((short *)a, true);
  } else if (k == 2) {
    for (int i = 0; i < 20; ++i)
      halves<<<1, 64, 0, s[i % 2]>>>((short *)(a + 64 * (i % 2)), bad);
  } else if (k == 3) {
    // A grid that takes a launch's attributes.
    cudaLaunchConfig_t with = {};
    with.gridDim = 4;
    with.blockDim = 64;
    with.stream = s[0];
    cudaLaunchAttribute cooperative;
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    with.attrs = &cooperative;
    with.numAttrs = 1;
    wrong |= cudaLaunchKernelEx(&with, rotate, a, bad);
  } else if (k == 6) {
    // What all have read before says nothing of who reads now.
    look<<<4, 1>>>(a);
    lookAndWrite<<<1, 64>>>(a, bad);
  } else {
    cudaGraph_t graph;
    cudaGraphExec_t run;
    cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
    add<<<1, 64, 0, s[0]>>>(a, 3);
    add<<<1, 64, 0, s[0]>>>(a, 4);
    cudaStreamEndCapture(s[0], &graph);
    wrong |= cudaGraphInstantiate(&run, graph, 0);
    wrong |= cudaGraphLaunch(run, s[0]) | cudaGraphLaunch(run, s[0]);
    int first = 0;
    cudaStreamSynchronize(s[0]);
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    wrong |= first != 14;
  }
  return wrong || cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: RaceMap
// GOOD: good 0 status 0
// GOOD-NEXT: good 1 status 0
// GOOD-NEXT: good 2 status 0
// GOOD-NEXT: good 3 status 0
// GOOD-NEXT: good 6 status 0
// CHECK: Launch 40: rotate(int*, bool)
// CHECK: bad 0 status 66
// CHECK: Launch 601: halves(short*, bool)
// CHECK: bad 1 status 66
// CHECK: bad 2 status 66
// CHECK: bad 3 status 66
// CHECK: Launch 2: lookAndWrite(int*, bool)
// CHECK: bad 6 status 66
