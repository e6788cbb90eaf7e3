// Names of kernels and files, and lines of a source, do nothing to the terminal
// that a run's report goes to, and are what they are in its JSON.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir %t && cd %t && mkfifo pipe && echo "KEY=secret" >keys.env && %system_python %S/Inputs/hostile-names.py %s >own.cu
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ own.cu -o program
// RUN: sh %S/../cli/Inputs/status.sh 66 env RACEMAP_OPTIONS=json=out.json timeout 60 ./program 2>err
// RUN: FileCheck --implicit-check-not=secret %s <err && %system_python %S/Inputs/hostile-names.py --check err out.json
//
// CHECK: WARNING: RaceMap: data race
// CHECK: evil<U+001B>[2J{{<9B>|�}}1m<U+202E><U+000A>SUMMARY: RaceMap: nothing
// CHECK: Launch {{[0-9]+}}: ev<U+001B>[31mil<U+000A>==={{.*}} <<<
// CHECK: WARNING: RaceMap: data race
// CHECK: pipe:1
// CHECK: WARNING: RaceMap: data race
// CHECK: keys.env:1
// CHECK: WARNING: RaceMap: data race
// CHECK: {{^ +}}<U+003A>:place = threadIdx.x;
// CHECK: {{^}}SUMMARY: RaceMap: 4 data races
// CHECK-NOT: SUMMARY
__device__ int place;
__global__ void command() {
  ::place = threadIdx.x;
}
extern "C" __global__ void named(int *a) asm("ev\x1b[31mil\n==================##[stop-commands]x");
#line 1 "EVIL"
extern "C" __global__ void named(int *a) {
  a[0] = threadIdx.x;
}
#line 1 "pipe"
__global__ void from(int *a) { a[1] = threadIdx.x; }
#line 1 "keys.env"
__global__ void of(int *a) { a[2] = threadIdx.x; }

int main() {
  int *a;
  cudaMalloc(&a, 64);
  named<<<1, 64>>>(a);
  from<<<1, 64>>>(a);
  of<<<1, 64>>>(a);
  command<<<1, 64>>>();
  cudaDeviceSynchronize();
}
