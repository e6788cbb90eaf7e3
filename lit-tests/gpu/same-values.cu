// On a GPU, too, a conflict of threads that store the same value is a remark,
// where the code says that they do; what they only happen to store is not known.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %s -o %t
// RUN: bash -c 'for k in constant parameter found; do %t $k; echo $k status $?; done' 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=benign=report bash -c '%t constant; echo constant status $?' 2>&1 | FileCheck %s --check-prefix=REPORT
#include <cstring>

__global__ void constant(int *out) { out[0] = 1; }
__global__ void parameter(int *out, int n) { out[0] = 2 * n; }
__global__ void found(int *out) { out[0] = out[1]; }

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 8);
  cudaMemset(out, 0, 8);
  if (!strcmp(argv[1], "constant"))
    constant<<<2, 64>>>(out);
  if (!strcmp(argv[1], "parameter"))
    parameter<<<2, 64>>>(out, 5);
  if (!strcmp(argv[1], "found"))
    found<<<2, 64>>>(out);
  cudaDeviceSynchronize();
}

// CHECK-NOT: WARNING
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: {{^}}constant status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: {{^}}parameter status 0
// CHECK: WARNING: RaceMap: data race
// CHECK: SUMMARY: RaceMap: 1 data race, seen 127 times
// CHECK: {{^}}found status 66

// REPORT: WARNING: RaceMap: same-value conflict
// REPORT: SUMMARY: RaceMap: 1 same-value conflict, seen 127 times
// REPORT: {{^}}constant status 66
