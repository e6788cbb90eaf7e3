// A program that was built to be monitored, and of which nothing was.
//
// No kernel is instrumented: that is an error, as it may be taken for a run
// without races.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ -c -DKERNELS %s -o %t.kernels.o
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -c -DPROGRAM %s -o %t.main.o
// RUN: %racemap cc --sanitize --device=cpu %t.main.o %t.kernels.o -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// One is, among others.
// RUN: %t one 2>&1 | FileCheck %s --check-prefix=ONE
//
// Nothing is launched, as with --help: that is said.
// RUN: env RACEMAP_OPTIONS=json=%t.none.json %t none 2>&1 | FileCheck %s --check-prefix=LAUNCHED
// RUN: FileCheck %s --check-prefix=ZERO --input-file=%t.none.json
// RUN: env RACEMAP_OPTIONS=run_kernels=0 %t one 2>&1 | count 0
//
// A program without the sanitizer says nothing of the kind.
// RUN: %racemap cc --device=cpu --kernel=^$ -DKERNELS -DPROGRAM %s -o %t.plain
// RUN: %t.plain none 2>&1 | count 0
// RUN: %t.plain 2>&1 | count 0
#include <cstring>

#ifdef KERNELS
__global__ void first(int *out) { out[threadIdx.x] = 1; }
__global__ void second(int *out) { out[threadIdx.x] = 2; }
void launchBoth(int *out) {
  first<<<1, 32>>>(out);
  second<<<1, 32>>>(out);
}
#endif

#ifdef PROGRAM
void launchBoth(int *out);
__global__ void monitored(int *out) { out[threadIdx.x] = 3; }
int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "none"))
    return 0;
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  launchBoth(out);
  if (count > 1)
    monitored<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
#endif

// CHECK: {{^}}racemap: warning: first(int*) is not monitored, nor is any other kernel of a unit that was compiled without --sanitize
// CHECK-NEXT: SUMMARY: RaceMap: no launch was monitored
// CHECK-NEXT: status 66
// JSON: "monitored_launches": 0,
// JSON: "failed_launches": 0,
// JSON: "uninstrumented_launches": 2
// ONE: {{^}}racemap: warning: first(int*) is not monitored{{.*$}}
// ONE-NOT: {{.}}
// LAUNCHED: {{^}}racemap: warning: the program has launched no kernel, so nothing was monitored{{$}}
// LAUNCHED-NOT: {{.}}
// ZERO: "monitored_launches": 0,
// ZERO: "failed_launches": 0,
