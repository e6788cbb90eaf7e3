// Kernels of graphs are monitored: captured or added as nodes, with parameters
// of every form, changed in the graph and in the executable one; what one run
// leaves is no race of the next, nor of the next node. What is changed as a
// whole, or cannot be, runs as it would, and that is said.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ -rdc=true %s -o %t
// RUN: bash -c 'for k in 0 1 2 3 4 5; do %t $k good; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'for k in 0 1 2 3 4 5; do %t $k bad; echo bad $k status $?; done' 2>&1 | FileCheck %s
// RUN: bash -c 'for k in 6 7; do %t $k bad; echo bad $k status $?; done' 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: {{^}}racemap: warning: add(int*, int) is not monitored in a graph: CUDA does not let its parameters be changed there
// WHOLE-NEXT: SUMMARY: RaceMap: 1 launch could not be run or monitored
// WHOLE-NEXT: bad 6 status 66
// WHOLE-NEXT: {{^}}racemap: warning: the kernels of a graph that has been updated as a whole are not monitored any more
// WHOLE-NEXT: SUMMARY: RaceMap: {{[0-9]+}} launch{{(es)?}} could not be run or monitored
// WHOLE-NEXT: bad 7 status 66

#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// The second parameter decides: 3 ends in 32 elements for 64 threads.
__global__ void add(int *a, int by) {
  a[by == 3 ? threadIdx.x / 2 : threadIdx.x] += by;
}
/// Others than the last time, after a barrier.
__global__ void turn(int *a, int by) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  if (by != 3)
    __syncthreads();
  a[(threadIdx.x + by) % 64] = tile[threadIdx.x ^ 32];
}
__global__ void rotate(int *a, int by) {
  unsigned own = blockIdx.x * blockDim.x + threadIdx.x, all = 4 * 64;
  a[own] = own;
  if (by != 3)
    cooperative_groups::this_grid().sync();
  atomicAdd(&a[all], a[(own + blockDim.x) % all]);
}

static int wrong = 0;
static int *a;
static void check(cudaError_t E) {
  if (E != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(E)), wrong = 1;
}
static int first() {
  int value = 0;
  check(cudaDeviceSynchronize());
  check(cudaMemcpy(&value, a, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

/// By launches into a stream.
static void captured(int by) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaGraphExec_t run;
  check(cudaStreamCreate(&s));
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  add<<<1, 64, 0, s>>>(a, by);
  turn<<<1, 64, 0, s>>>(a, 1);
  turn<<<1, 64, 0, s>>>(a, 2);
  check(cudaStreamEndCapture(s, &graph));
  check(cudaGraphInstantiate(&run, graph, 0));
  check(cudaGraphDestroy(graph));
  for (int i = 0; i < 3; ++i)
    check(cudaGraphLaunch(run, s));
  check(cudaStreamSynchronize(s));
  check(cudaGraphExecDestroy(run));
}

static cudaKernelNodeParams nodeOf(void *kernel, void **arguments) {
  cudaKernelNodeParams p = {};
  p.func = kernel;
  p.gridDim = 1;
  p.blockDim = 64;
  p.kernelParams = arguments;
  return p;
}

/// By nodes, whose parameters change.
static void byHand(int by) {
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaGraphNode_t node, other;
  int one = 1;
  void *arguments[] = {&a, &one}, *others[] = {&a, &by};
  cudaKernelNodeParams p = nodeOf((void *)add, arguments);
  check(cudaGraphCreate(&graph, 0));
  check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  check(cudaGraphAddKernelNode(&other, graph, &node, 1, &p));
  one = 10;
  check(cudaGraphKernelNodeSetParams(other, &p));
  check(cudaGraphInstantiate(&run, graph, 0));
  check(cudaGraphLaunch(run, 0));
  wrong |= first() != 11;
  p.kernelParams = others;
  check(cudaGraphExecKernelNodeSetParams(run, node, &p));
  check(cudaGraphLaunch(run, 0));
  wrong |= first() < 21 + by;
  // Nobody asks for what is not there.
  check(cudaGraphDestroyNode(other));
  check(cudaGraphLaunch(run, 0));
}

/// The same in the words of nodes of any kind.
static void anyKind(int by) {
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaGraphNode_t node;
  int one = 1;
  void *arguments[] = {&a, &one}, *others[] = {&a, &by};
  cudaGraphNodeParams p = {};
  p.type = cudaGraphNodeTypeKernel;
  p.kernel.func = (void *)add;
  p.kernel.gridDim = 1;
  p.kernel.blockDim = 64;
  p.kernel.kernelParams = arguments;
  check(cudaGraphCreate(&graph, 0));
  check(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &p));
  one = 10;
  check(cudaGraphNodeSetParams(node, &p));
  check(cudaGraphInstantiate(&run, graph, 0));
  check(cudaGraphLaunch(run, 0));
  wrong |= first() != 10 || p.kernel.kernelParams != arguments;
  p.kernel.kernelParams = others;
  check(cudaGraphExecNodeSetParams(run, node, &p));
  check(cudaGraphLaunch(run, 0));
  wrong |= first() < 10 + by;
}

/// One behind the other.
static void packed(int by) {
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaGraphNode_t node;
  struct {
    int *a;
    int by;
  } values = {a, by};
  size_t bytes = 12;
  void *extra[] = {(void *)1, &values, (void *)2, &bytes, nullptr};
  cudaKernelNodeParams p = nodeOf((void *)add, nullptr);
  p.extra = extra;
  check(cudaGraphCreate(&graph, 0));
  check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  check(cudaGraphInstantiate(&run, graph, 0));
  values = {nullptr, 0};
  check(cudaGraphLaunch(run, 0));
  wrong |= first() < by;
}

/// What parameters do not say stays.
static void cooperative(int by) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaGraphExec_t run;
  void *arguments[] = {&a, &by};
  check(cudaStreamCreate(&s));
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  check(cudaLaunchCooperativeKernel((void *)rotate, dim3(4), dim3(64),
                                    arguments, 0, s));
  check(cudaStreamEndCapture(s, &graph));
  check(cudaGraphInstantiate(&run, graph, 0));
  for (int i = 0; i < 20; ++i)
    check(cudaGraphLaunch(run, s));
  check(cudaStreamSynchronize(s));
}

/// A graph within a graph; one that takes another's parameters.
static void whole(bool isWithin, int by) {
  cudaGraph_t graph, outer;
  cudaGraphExec_t run;
  cudaGraphNode_t node;
  cudaGraphExecUpdateResultInfo info;
  void *arguments[] = {&a, &by};
  cudaKernelNodeParams p = nodeOf((void *)add, arguments);
  check(cudaGraphCreate(&graph, 0));
  check(cudaGraphCreate(&outer, 0));
  check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  if (isWithin)
    check(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, graph));
  check(cudaGraphInstantiate(&run, isWithin ? outer : graph, 0));
  if (!isWithin)
    check(cudaGraphExecUpdate(run, graph, &info));
  check(cudaGraphLaunch(run, 0));
  wrong |= first() < by;
}

int main(int, char **argv) {
  int k = std::atoi(argv[1]), by = std::strcmp(argv[2], "bad") ? 4 : 3;
  check(cudaMalloc(&a, 4096));
  check(cudaMemset(a, 0, 4096));
  switch (k) {
  case 0: captured(by); break;
  case 1: byHand(by); break;
  case 2: anyKind(by); break;
  case 3: packed(by); break;
  case 4: cooperative(by); break;
  case 5: captured(4), captured(by), check(cudaMemset(a, 0, 4096)), byHand(by); break;
  default: whole(k == 6, by); break;
  }
  check(cudaDeviceSynchronize());
  return wrong;
}

// GOOD-NOT: RaceMap
// GOOD: good 0 status 0
// GOOD-NEXT: good 1 status 0
// GOOD-NEXT: good 2 status 0
// GOOD-NEXT: good 3 status 0
// GOOD-NEXT: good 4 status 0
// GOOD-NEXT: good 5 status 0
// CHECK: WARNING: RaceMap: data race
// CHECK: Launch 1: add(int*, int)
// CHECK: bad 0 status 66
// CHECK: Launch 3: add(int*, int)
// CHECK: bad 1 status 66
// CHECK: Launch 2: add(int*, int)
// CHECK: bad 2 status 66
// CHECK: Launch 1: add(int*, int)
// CHECK: bad 3 status 66
// CHECK: Launch 1: rotate(int*, int)
// CHECK: bad 4 status 66
// CHECK: bad 5 status 66
