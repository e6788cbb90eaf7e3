// A race on a barrier object has the stack of the calls that lead to it, down
// to the user's line.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_80 %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json:exitcode=0 %t bad 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
#include <cstring>
#include <cuda/barrier>

template <bool Good> __global__ void meet(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, 32);
  if constexpr (Good)
    __syncthreads();
  (void)bar.arrive();
  out[threadIdx.x] = 1;
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 32 * sizeof *out);
  auto kernel = std::strcmp(argv[1], "good") ? meet<false> : meet<true>;
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: meet<false>(int*) {{.*}}calls-on-barrier-objects.cu:{{15|18}}:
// CHECK: meet<false>(int*) {{.*}}calls-on-barrier-objects.cu:{{15|18}}:
// JSON: "array": "bar"
// JSON: "declared": {
// JSON-NEXT: "file": "{{.*}}calls-on-barrier-objects.cu",
// JSON-NEXT: "line": 13
// JSON: "file": "{{.*}}calls-on-barrier-objects.cu",
// JSON-NEXT: "line": {{15|18}},
// JSON: "file": "{{.*}}calls-on-barrier-objects.cu",
// JSON-NEXT: "line": {{15|18}},
// GOOD-NOT: WARNING
