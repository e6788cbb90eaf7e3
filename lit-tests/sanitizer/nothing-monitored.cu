// A program that was built to be monitored, and of which nothing was, or not
// all.
//
// A kernel is not instrumented: that is an error, as the run may be taken for
// one without races.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ -c -DKERNELS %s -o %t.kernels.o
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -c -DPROGRAM %s -o %t.main.o
// RUN: %racemap cc --sanitize --device=cpu %t.main.o %t.kernels.o -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// So it is if another one is.
// RUN: bash -c '%t one; echo status $?' 2>&1 | FileCheck %s
//
// Who wants it so says so.
// RUN: printf '[monitor]\nskip-kernels = ["^first", "^second"]\n' > %t.toml
// RUN: env RACEMAP_OPTIONS=config=%t.toml bash -c '%t one; echo status $?' 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: env RACEMAP_OPTIONS=config=%t.toml bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=SKIP
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

// CHECK: {{^}}racemap: warning: first(int*) is not monitored: its unit was compiled without --sanitize
// CHECK-SAME: name it in skip-kernels of [monitor]
// CHECK-NEXT: {{^}}racemap: warning: second(int*) is not monitored
// CHECK-NEXT: SUMMARY: RaceMap: 2 launches could not be run or monitored
// CHECK-NEXT: status 66
// JSON: "monitored_launches": 0,
// JSON: "failed_launches": 0,
// JSON: "uninstrumented_launches": 2
// SKIP-NOT: {{[a-z]+}}:
// SKIP: {{^}}status 0
// LAUNCHED: {{^}}racemap: warning: the program has launched no kernel, so nothing was monitored{{$}}
// LAUNCHED-NOT: {{.}}
// ZERO: "monitored_launches": 0,
// ZERO: "failed_launches": 0,
