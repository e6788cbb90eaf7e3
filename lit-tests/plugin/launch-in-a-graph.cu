// A graph may launch a kernel in other ways than those in sight. Functions that
// only ask what a kernel needs launch nothing.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DGRAPH %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=GRAPH
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only -DCHANGED %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=GRAPH
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: launch "launch {{.*}}" block 256 grid 4
// CHECK-NOT: launch
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

#ifdef GRAPH
void add(cudaGraph_t graph, void **arguments) {
  cudaKernelNodeParams node = {};
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
