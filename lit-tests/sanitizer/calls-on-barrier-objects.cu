// A race on a barrier object has the stack of the calls that lead to it, down
// to the user's line.
//
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_80 %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json:exitcode=0 %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_80 -DFIXED %s -o %t.f
// RUN: %t.f 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
#include <cuda/barrier>

__global__ void meet(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, 32);
#ifdef FIXED
  __syncthreads();
#endif
  (void)bar.arrive();
  out[threadIdx.x] = 1;
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof *out);
  meet<<<1, 32>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: meet(int*) {{.*}}calls-on-barrier-objects.cu:{{14|18}}:
// CHECK: meet(int*) {{.*}}calls-on-barrier-objects.cu:{{14|18}}:
// JSON: "array": "bar"
// JSON: "file": "{{.*}}calls-on-barrier-objects.cu",
// JSON-NEXT: "line": {{14|18}},
// JSON: "file": "{{.*}}calls-on-barrier-objects.cu",
// JSON-NEXT: "line": {{14|18}},
// GOOD-NOT: WARNING
