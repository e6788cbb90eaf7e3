// A graph may launch a kernel in other ways than those in sight. What a node
// says that is a variable's is a launch. Functions that only ask what a kernel
// needs launch nothing.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DGRAPH %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=GRAPH
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DKEPT %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=GRAPH
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DNODE %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=NODE
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DCHANGED %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=GRAPH
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DGIVEN %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=GRAPH
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: launch "launch {{.*}}" block 256 grid 4
// CHECK-NOT: launch
// NODE: launch "launch {{.*}}" block 256 grid 4
// NODE: launch "launch {{.*}}" block 512 grid 8;
// NODE: launch "launch {{.*}}" block 128 grid 8;
// NODE-NOT: launch "
// NODE-LABEL: kernel "copy(
// NODE: launch "launch {{.*}}" block 64 grid 2 {
// NODE-NEXT: assume n == 5;
// NODE-NOT: launch "
// NODE-LABEL: kernel "move(
// NODE: launch "launch {{.*}}" block 32 grid 1 {
// NODE-NEXT: computed n;
// NODE-NOT: launch "
// GRAPH: launch "launch {{.*}}" block 256 grid 4
// GRAPH: launch "symbolic" {
// GRAPH-NEXT: computed {{.*}}blockDim.x
__global__ void fill(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

static void launch(void (*kernel)(unsigned *), unsigned *out) {
  kernel<<<4, 256>>>(out);
}

void run(unsigned *out) {
  cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 8);
  launch(fill, out);
}

#ifdef NODE
__global__ void copy(unsigned *out, int n) {
  if (n > 3)
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void move(unsigned *out, int n) {
  if (n > 3)
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void addNodes(cudaGraph_t graph, cudaGraphExec_t ready, unsigned *out, bool b) {
  cudaGraphNode_t made;
  cudaKernelNodeParams node = {0}, other;
  int n = 4;
  void *one[] = {&out}, *both[] = {&out, &n};
  node.func = (void *)fill;
  node.gridDim = dim3(8);
  node.blockDim = dim3(512, 1, 1);
  node.kernelParams = one;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
  other.func = (void *)fill;
  other.gridDim = 8;
  other.blockDim = 128;
  other.kernelParams = (void **)one;
  cudaGraphExecKernelNodeSetParams(ready, made, b ? &node : &other);
  memset(&node, 0, sizeof(node));
  n = 5;
  node.func = (void *)copy;
  node.gridDim = 2;
  node.blockDim = 64;
  node.kernelParams = both;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
// The array of arguments changes.
void addChanged(cudaGraph_t graph, unsigned *out) {
  const int n = 5;
  int m = 6;
  void *both[] = {&out, (void *)&n};
  both[1] = &m;
  cudaKernelNodeParams node = {(void *)move, 1, 32, 0, both, nullptr};
  cudaGraphNode_t made;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
#endif

#ifdef KEPT
void change(cudaKernelNodeParams *);
void add(cudaGraph_t graph) {
  cudaKernelNodeParams node = {};
  node.func = (void *)fill;
  node.gridDim = 4;
  node.blockDim = 256;
  change(&node);
  cudaGraphNode_t made;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
#endif

#ifdef GRAPH
void *of(int);
void add(cudaGraph_t graph, void **arguments) {
  cudaKernelNodeParams node = {};
  node.func = of(1);
  if (arguments)
    node.func = reinterpret_cast<void *>(fill);
  node.gridDim = 4;
  node.blockDim = 512;
  node.kernelParams = arguments;
  cudaGraphNode_t made;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
#endif

#ifdef CHANGED
void widen(cudaGraphExec_t graph, cudaGraphNode_t node) {
  cudaKernelNodeParams its;
  cudaGraphKernelNodeGetParams(node, &its);
  its.blockDim.x = 1024;
  cudaGraphExecKernelNodeSetParams(graph, node, &its);
}
#endif

#ifdef GIVEN
// It may be given any kernel.
__global__ void other(unsigned *);
static void add(cudaGraph_t graph, cudaKernelNodeParams node, bool b) {
  if (b)
    node.func = (void *)other;
  cudaGraphNode_t made;
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
void addGiven(cudaGraph_t graph, unsigned *out) {
  void *arguments[] = {&out};
  add(graph, {(void *)fill, 4, 512, 0, arguments, nullptr}, false);
}
#endif
