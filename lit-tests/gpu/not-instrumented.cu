// Kernels without instrumentation that an instrumented unit launches are told
// and counted on a GPU as on the CPU device (sanitizer/nothing-monitored.cu).
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ -c -DKERNELS %s -o %t.kernels.o
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ -c -DPROGRAM %s -o %t.main.o
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %t.main.o %t.kernels.o -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: printf '[monitor]\nskip-kernels = ["^first", "^second"]\n' > %t.toml
// RUN: env RACEMAP_OPTIONS=config=%t.toml bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=SKIP
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef KERNELS
__global__ void first(int *out) { out[threadIdx.x] = 1; }
__global__ void second(int *out) { out[threadIdx.x] = 2; }
void launchFirst(int *out) { first<<<1, 32>>>(out); }
#endif

#ifdef PROGRAM
__global__ void first(int *out);
__global__ void second(int *out);
__global__ void monitored(int *out) { out[threadIdx.x] = 3; }
void launchFirst(int *out);
int main(int count, char **words) {
  if (count > 1 && words[1][0] == 'n')
    return 0;
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  if (count > 1 && words[1][0] == 'e') {
    launchFirst(out);
    return cudaDeviceSynchronize();
  }
  void *arguments[] = {&out};
  const void *kernels[] = {(const void *)first, (const void *)second};
  cudaStream_t s;
  cudaStreamCreate(&s);
  if (count > 1)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (const void *kernel : kernels)
    cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, s);
  if (count > 1) {
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    cudaGraphLaunch(made, s);
    cudaGraphLaunch(made, s);
    return cudaStreamSynchronize(s);
  }
  monitored<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
#endif

// CHECK: {{^}}racemap: warning: first(int*) is not monitored: its unit was compiled without --sanitize
// CHECK-NEXT: {{^}}racemap: warning: second(int*) is not monitored
// CHECK-NEXT: SUMMARY: RaceMap: 2 launches could not be run or monitored
// CHECK-NEXT: status 66
// JSON-DAG: "monitored_launches": 1
// JSON-DAG: "failed_launches": 0
// JSON-DAG: "uninstrumented_launches": 2
// In a graph, at each launch of it.
// RUN: bash -c '%t graph; echo status $?' 2>&1 | FileCheck %s --check-prefix=GRAPH
// GRAPH: {{^}}racemap: warning: first(int*) is not monitored
// GRAPH: {{^}}racemap: warning: second(int*) is not monitored
// GRAPH-NEXT: SUMMARY: RaceMap: 4 launches could not be run or monitored
// GRAPH-NEXT: status 66
// Who launches nothing is told, and so is who does so elsewhere only.
// RUN: bash -c '%t none; echo status $?' 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: bash -c '%t elsewhere; echo status $?' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: {{^}}racemap: warning: no unit that was compiled with --sanitize has launched a kernel, so nothing was monitored
// NOTHING-NEXT: status 0
// SKIP-NOT: RaceMap
// SKIP: {{^}}status 0
