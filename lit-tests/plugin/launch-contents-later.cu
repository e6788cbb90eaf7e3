// What a graph launches comes later, when arrays have other contents.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --implicit-check-not='each '
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: kernel "k(

__global__ void k(int *out, const int *in, int n) {
  if (threadIdx.x < n)
    out[in[threadIdx.x]] = 1;
}
void run(int *out, cudaStream_t stream) {
  int *m;
  cudaGraph_t graph;
  cudaGraphExec_t again;
  cudaMallocManaged(&m, 128);
  for (int r = 0; r < 2; ++r) {
    for (int i = 0; i < 32; ++i)
      m[i] = i * (1 - r);
    if (r == 0) {
      cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
      k<<<1, 32, 0, stream>>>(out, m, 32);
      cudaStreamEndCapture(stream, &graph);
      cudaGraphInstantiate(&again, graph, 0);
    }
    cudaGraphLaunch(again, stream);
    cudaStreamSynchronize(stream);
  }
}
