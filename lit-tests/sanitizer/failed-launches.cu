// A launch that cannot be run or monitored is told once, counted, and decides
// the exit status: what it would have shown is not known.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -rdc=true %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: env RACEMAP_OPTIONS=exitcode=0 %t 2>&1 | FileCheck %s --check-prefix=OWN
//
// Its twin, and a program whose own launches are wrong, have none.
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -rdc=true -DDEFINED %s -o %t.good
// RUN: env RACEMAP_OPTIONS=json=%t.good.json %t.good 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.good.json
//
// Without the sanitizer it is told, and the status is the program's.
// RUN: %racemap cc --device=cpu --kernel=^$ -rdc=true %s -o %t.plain
// RUN: %t.plain 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not=SUMMARY
#include <cstdio>

#ifdef DEFINED
__device__ int nowhere(int i) { return i; }
#else
extern __device__ int nowhere(int);
#endif

__global__ void lost(int *out) { *out = nowhere(1); }
__global__ void works(int *out) { out[threadIdx.x] = 1; }
__global__ void launches(int *out) {
  works<<<1, 32>>>(out);
  lost<<<1, 1>>>(out);
}

static void capture(int *out) {
  cudaStream_t s;
  cudaGraph_t graph;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  lost<<<1, 1, 0, s>>>(out);
  cudaStreamEndCapture(s, &graph);
}

int main() {
  setbuf(stdout, nullptr);
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  works<<<1, 32>>>(out);
  lost<<<1, 1>>>(out);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  lost<<<1, 1>>>(out);
  capture(out);
  launches<<<1, 1>>>(out);
  // An error of the program's.
  works<<<1, 2048>>>(out);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

// CHECK: {{^}}racemap: kernel lost(int*): nowhere(int): this device function is declared, but no unit
// CHECK-NEXT: cudaErrorInvalidKernelImage
// CHECK-NEXT: cudaErrorInvalidConfiguration
// CHECK-NEXT: SUMMARY: RaceMap: 4 launches could not be run or monitored{{$}}
// CHECK-NEXT: status 66
// JSON: "findings": []
// JSON: "monitored_launches": 3,
// JSON: "failed_launches": 4,
// JSON: "uninstrumented_launches": 0
// OWN: racemap: kernel lost(int*): nowhere(int)
// OWN: cudaErrorInvalidConfiguration
// GOOD: cudaSuccess
// GOOD-NEXT: cudaErrorInvalidConfiguration
// GOOD-NOT: {{.}}
// NONE: "monitored_launches": 6,
// NONE: "failed_launches": 0,
