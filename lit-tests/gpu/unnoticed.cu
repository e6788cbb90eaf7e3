// A program does not notice that its kernels are monitored: errors that it has
// not looked at stay, those of the sanitizer are not left for it; streams may be
// captured from the first call on; kernels keep the shared memory that the
// program has asked for, and may have blocks of 1,024 threads.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %s -o %t
// RUN: bash -c 'for k in 0 1 2 3; do %t $k good; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'for k in 0 1 2 3; do %t $k bad; echo bad $k status $?; done' 2>&1 | FileCheck %s
// What the sanitizer cannot have is no error of the program's.
// RUN: env RACEMAP_OPTIONS=shadow_limit=4:exitcode=0 %t 3 bad 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: racemap: warning: no memory on the device for the shadow of 4096 bytes
// NONE-NEXT: then no error
// RUN: env RACEMAP_OPTIONS=exitcode=0 %t 4 bad 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: racemap: warning: no memory on the device for the sanitizer's own use
// ALL-NEXT: then no error
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void write(int *a, bool bad) {
  a[bad ? threadIdx.x / 2 : threadIdx.x] = threadIdx.x;
}
__global__ void other(int *a) { a[threadIdx.x] = 1; }
__global__ void turn(int *a, bool bad) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;
  if (!bad)
    __syncthreads();
  a[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}

static void say(const char *what, cudaError_t E) {
  std::printf("%s %s\n", what, cudaGetErrorString(E));
  std::fflush(stdout);
}

int main(int, char **argv) {
  int k = std::atoi(argv[1]), *a;
  bool bad = !std::strcmp(argv[2], "bad");
  if (k == 1) {
    // Nothing has been called before.
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t run;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    cudaMalloc(&a, 4096);
    write<<<1, 64, 0, s>>>(a, bad);
    say("end", cudaStreamEndCapture(s, &graph));
    say("make", cudaGraphInstantiate(&run, graph, 0));
    say("run", cudaGraphLaunch(run, s));
  } else if (k == 2) {
    int most = 100 << 10;
    cudaMalloc(&a, 4096);
    say("set",
        cudaFuncSetAttribute(
            turn, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    turn<<<1, 1024, 20 << 10>>>(a, bad);
    say("small", cudaGetLastError());
    turn<<<1, 1024, most>>>(a, bad);
    say("large", cudaGetLastError());
    cudaFuncAttributes now;
    cudaFuncGetAttributes(&now, turn);
    std::printf("%d\n", now.maxDynamicSharedSizeBytes >= most);
  } else if (k == 3) {
    cudaMalloc(&a, 4096);
    write<<<1, 64>>>(a, bad);
  } else if (k == 4) {
    size_t free = 0, all = 0;
    cudaMemGetInfo(&free, &all);
    cudaMalloc(&a, free - (1 << 20));
    write<<<1, 64>>>(a, bad);
  } else {
    cudaMalloc(&a, 4096);
    write<<<1, 2048>>>(a, false); // more threads than there are
    write<<<1, 64>>>(a, bad);
    other<<<1, 64>>>(a);
    int *b;
    cudaMalloc(&b, 4096);
    cudaFree(b);
    say("peek", cudaPeekAtLastError());
    say("get", cudaGetLastError());
  }
  say("then", cudaGetLastError());
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: RaceMap
// GOOD: peek invalid configuration
// GOOD-NEXT: get invalid configuration
// GOOD-NEXT: then no error
// GOOD-NEXT: good 0 status 0
// GOOD-NEXT: end no error
// GOOD-NEXT: make no error
// GOOD-NEXT: run no error
// GOOD-NEXT: then no error
// GOOD-NEXT: good 1 status 0
// GOOD-NEXT: set no error
// GOOD-NEXT: small no error
// GOOD-NEXT: large no error
// GOOD-NEXT: 1
// GOOD-NEXT: then no error
// GOOD-NEXT: good 2 status 0
// GOOD-NEXT: then no error
// GOOD-NEXT: good 3 status 0
// CHECK: Launch 2: write(int*, bool)
// CHECK: bad 0 status 66
// CHECK: Launch 1: write(int*, bool)
// CHECK: bad 1 status 66
// CHECK: Launch 1: turn(int*, bool) <<<(1,1,1), (1024,1,1)>>>
// CHECK: bad 2 status 66
// CHECK: bad 3 status 66
