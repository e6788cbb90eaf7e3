// Launches by graphs and by kernels are observed as well, and a launch that is
// tried in other orders is one.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -rdc=true %s -o program
// RUN: env RACEMAP_OPTIONS=orders=3:launches=1:json=run.json ./program
// RUN: grep -e '"kernel"' -e '"count"' -e '"value"' run.json | FileCheck %s
// CHECK: "kernel": "put(int*, int)"
// CHECK-NEXT: "count": 2
// CHECK-NEXT: "value": 7
// CHECK-NEXT: "kernel": "parent(int*, int)"
// CHECK-NEXT: "count": 1
// CHECK-NEXT: "value": 8
// CHECK-NEXT: "kernel": "put(int*, int)"
// CHECK-NEXT: "count": 1
// CHECK-NEXT: "value": 9
// CHECK-NOT: "kernel"

__global__ void put(int *out, int n) { out[threadIdx.x] = n; }
__global__ void parent(int *out, int n) { put<<<1, 16>>>(out, n + 1); }

int main() {
  int *out, n = 7;
  cudaMalloc(&out, 64);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  put<<<1, 16, 0, stream>>>(out, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  parent<<<1, 1>>>(out, 8);
  return cudaDeviceSynchronize() != cudaSuccess;
}
