// Kernels without instrumentation that an instrumented unit launches are told
// and counted on a GPU as on the CPU device (sanitizer/nothing-monitored.cu).
//
// REQUIRES: codegen
// UNSUPPORTED: asan
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
#endif

#ifdef PROGRAM
__global__ void first(int *out);
__global__ void second(int *out);
__global__ void monitored(int *out) { out[threadIdx.x] = 3; }
int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  void *arguments[] = {&out};
  const void *kernels[] = {(const void *)first, (const void *)second};
  for (const void *kernel : kernels)
    cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, 0);
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
// SKIP-NOT: RaceMap
// SKIP: {{^}}status 0
