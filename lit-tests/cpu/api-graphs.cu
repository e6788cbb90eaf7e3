// Graphs, by hand and captured from streams that wait for each other.
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>

__global__ void add(int *P, int N) { *P += N; }
__global__ void times(int *P, int N) { *P *= N; }

static void captured(int *P) {
  cudaStream_t A, B;
  cudaEvent_t Fork, Join;
  cudaGraph_t Graph;
  cudaGraphExec_t Executable;
  cudaStreamCreate(&A);
  cudaStreamCreate(&B);
  cudaEventCreate(&Fork);
  cudaEventCreate(&Join);
  cudaStreamBeginCapture(A, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, A>>>(P, 1);
  cudaEventRecord(Fork, A);
  cudaStreamWaitEvent(B, Fork);
  times<<<1, 1, 0, B>>>(P, 3);
  cudaEventRecord(Join, B);
  printf("unjoined %d\n", *P); // CHECK: unjoined 0
  cudaStreamWaitEvent(A, Join);
  cudaStreamEndCapture(A, &Graph);
  size_t Number = 0;
  cudaGraphGetNodes(Graph, nullptr, &Number);
  printf("nodes %zu\n", Number); // CHECK: nodes 2
  cudaGraphInstantiate(&Executable, Graph, 0);
  cudaGraphLaunch(Executable, A);
  cudaGraphLaunch(Executable, A);
  printf("captured %d\n", *P); // CHECK: captured 12
}

static void byHand(int *P) {
  cudaGraph_t Graph;
  cudaGraphExec_t Executable;
  cudaGraphNode_t Set, Add, Copy;
  int N = 7, Result = 0;
  void *Arguments[] = {&P, &N};
  cudaGraphCreate(&Graph, 0);
  cudaMemsetParams Fill = {};
  Fill.dst = P;
  Fill.value = 100;
  Fill.elementSize = 4;
  Fill.width = 1;
  Fill.height = 1;
  cudaGraphAddMemsetNode(&Set, Graph, nullptr, 0, &Fill);
  cudaKernelNodeParams Kernel = {};
  Kernel.func = reinterpret_cast<void *>(add);
  Kernel.gridDim = Kernel.blockDim = dim3(1);
  Kernel.kernelParams = Arguments;
  cudaGraphAddKernelNode(&Add, Graph, &Set, 1, &Kernel);
  cudaGraphAddMemcpyNode1D(&Copy, Graph, &Add, 1, &Result, P, 4,
                           cudaMemcpyDeviceToHost);
  cudaGraphInstantiate(&Executable, Graph, 0);
  N = 8; // the node has a copy of the argument
  cudaGraphLaunch(Executable, nullptr);
  printf("by hand %d\n", Result); // CHECK: by hand 107
  cudaGraphExecKernelNodeSetParams(Executable, Add, &Kernel);
  cudaGraphLaunch(Executable, nullptr);
  printf("changed %d\n", Result); // CHECK: changed 108
}

int main() {
  int *P;
  cudaMallocManaged(&P, sizeof(int));
  *P = 0;
  captured(P);
  byHand(P);
  printf("%s\n", cudaGetErrorName(cudaGetLastError())); // CHECK: cudaSuccess
}
