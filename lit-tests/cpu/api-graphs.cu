// Graphs, by hand and captured from streams that wait for each other.
// RUN: %runtime
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
#if CUDART_VERSION >= 13000
  cudaGraphNodeParams Any = {};
  Any.type = cudaGraphNodeTypeKernel;
  Any.kernel.func = Kernel.func;
  Any.kernel.gridDim = Any.kernel.blockDim = dim3(1);
  Any.kernel.kernelParams = Arguments;
  N = 9;
  cudaGraphExecNodeSetParams(Executable, Add, &Any);
  cudaGraphLaunch(Executable, nullptr);
  printf("of any kind %d\n", Result); // CHECK: of any kind 109
  N = 10;
  cudaGraphNodeSetParams(Add, &Any);
#else
  printf("of any kind 109\n");
  N = 10;
  cudaGraphKernelNodeSetParams(Add, &Kernel);
#endif
  // Arguments one behind the other; a node without what comes behind it.
  struct {
    int *P;
    int N;
  } Packed = {P, 20};
  size_t Bytes = sizeof Packed;
  void *Extra[] = {(void *)1, &Packed, (void *)2, &Bytes, nullptr};
  Kernel.kernelParams = nullptr;
  Kernel.extra = Extra;
  cudaGraphNode_t Second;
  cudaGraphAddKernelNode(&Second, Graph, &Add, 1, &Kernel);
  cudaGraphAddDependencies(Graph, &Second, &Copy, nullptr, 1);
  cudaGraphExec_t Other;
  cudaGraphInstantiate(&Other, Graph, 0);
  cudaGraphLaunch(Other, nullptr);
  printf("packed %d\n", Result); // CHECK: packed 130
  cudaGraphDestroyNode(Second);
  size_t Number = 0;
  cudaGraphGetNodes(Graph, nullptr, &Number);
  cudaGraphInstantiate(&Other, Graph, 0);
  cudaGraphLaunch(Other, nullptr);
  printf("%zu nodes %d\n", Number, Result); // CHECK: 3 nodes 110
  // Who names a node has to keep its graph.
  cudaGraphDestroy(Graph);
  printf("%s\n", cudaGetErrorName(cudaGraphExecKernelNodeSetParams(
                     Other, Add, &Kernel))); // CHECK: cudaErrorInvalidValue
  cudaGetLastError();
}

static unsigned long long used() {
  unsigned long long Bytes = 0;
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &Bytes);
  return Bytes;
}

// Memory of a graph is the program's until it frees it, or a graph does.
static void withMemory(int *P) {
  cudaGraph_t Graph;
  cudaGraphExec_t Executable;
  cudaGraphNode_t Allocated, Set, Added, Copied, Freed;
  cudaGraphCreate(&Graph, 0);
  cudaMemAllocNodeParams New = {};
  New.bytesize = sizeof(int);
  cudaGraphAddMemAllocNode(&Allocated, Graph, nullptr, 0, &New);
  cudaMemsetParams Fill = {};
  Fill.dst = New.dptr;
  Fill.value = 30;
  Fill.elementSize = 4;
  Fill.width = Fill.height = 1;
  cudaGraphAddMemsetNode(&Set, Graph, &Allocated, 1, &Fill);
  int N = 3;
  void *Arguments[] = {&New.dptr, &N};
  cudaKernelNodeParams Kernel = {};
  Kernel.func = reinterpret_cast<void *>(add);
  Kernel.gridDim = Kernel.blockDim = dim3(1);
  Kernel.kernelParams = Arguments;
  cudaGraphAddKernelNode(&Added, Graph, &Set, 1, &Kernel);
  cudaGraphAddMemcpyNode1D(&Copied, Graph, &Added, 1, P, New.dptr, 4,
                           cudaMemcpyDefault);
  cudaGraph_t Kept;
  cudaGraphClone(&Kept, Graph);
  cudaGraphAddMemFreeNode(&Freed, Graph, &Copied, 1, New.dptr);
  cudaGraphInstantiate(&Executable, Graph, 0);
  printf("used %llu\n", used()); // CHECK: used 0
  cudaGraphLaunch(Executable, nullptr);
  // CHECK: with memory 33, used 0
  printf("with memory %d, used %llu\n", *P, used());
  cudaGraphExecDestroy(Executable);
  cudaGraphDestroy(Graph);
  cudaGraphInstantiate(&Executable, Kept, 0);
  *P = 0;
  cudaGraphLaunch(Executable, nullptr);
  cudaGraphExecDestroy(Executable);
  cudaGraphDestroy(Kept);
  // Nobody has freed it.
  add<<<1, 1>>>(static_cast<int *>(New.dptr), 7);
  cudaMemcpy(&N, New.dptr, 4, cudaMemcpyDefault);
  // CHECK: kept 33 40, used 4
  printf("kept %d %d, used %llu\n", *P, N, used());
  // CHECK: cudaSuccess, used 0, cudaErrorInvalidValue
  printf("%s, used %llu, ", cudaGetErrorName(cudaFree(New.dptr)), used());
  printf("%s\n", cudaGetErrorName(cudaFree(New.dptr)));
  cudaGetLastError();
}

static void capturedMemory(int *P) {
  cudaStream_t S;
  cudaGraph_t Graph;
  cudaGraphExec_t Executable;
  void *Memory = nullptr;
  cudaStreamCreate(&S);
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&Memory, sizeof(int), S);
  cudaMemcpyAsync(Memory, P, sizeof(int), cudaMemcpyDefault, S);
  add<<<1, 1, 0, S>>>(static_cast<int *>(Memory), 5);
  cudaMemcpyAsync(P, Memory, sizeof(int), cudaMemcpyDefault, S);
  cudaFreeAsync(Memory, S);
  cudaStreamEndCapture(S, &Graph);
  size_t Number = 0;
  cudaGraphGetNodes(Graph, nullptr, &Number);
  cudaGraphInstantiate(&Executable, Graph, 0);
  *P = 1;
  cudaGraphLaunch(Executable, S);
  cudaGraphLaunch(Executable, S);
  // CHECK: 5 nodes, 11, used 0
  printf("%zu nodes, %d, used %llu\n", Number, *P, used());
}

int main() {
  int *P;
  cudaMallocManaged(&P, sizeof(int));
  *P = 0;
  captured(P);
  byHand(P);
  withMemory(P);
  capturedMemory(P);
  printf("%s\n", cudaGetErrorName(cudaGetLastError())); // CHECK: cudaSuccess
}
