// Streams, events, callbacks: everything is done in the order of the calls.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>

__global__ void add(int *P, int N) { *P += N; }

int main() {
  cudaStream_t A, B;
  cudaEvent_t Begin, End;
  int *P;
  cudaStreamCreate(&A);
  cudaStreamCreateWithPriority(&B, cudaStreamNonBlocking, -1);
  cudaEventCreate(&Begin);
  cudaEventCreateWithFlags(&End, cudaEventBlockingSync);
  cudaMallocAsync(&P, sizeof(int), A);
  cudaEventRecord(Begin, A);
  cudaMemsetAsync(P, 0, sizeof(int), A);
  add<<<1, 1, 0, A>>>(P, 5);
  cudaEventRecord(End, A);
  cudaStreamWaitEvent(B, End);
  add<<<1, 1, 0, B>>>(P, 6);
  cudaLaunchHostFunc(
      B, [](void *Data) { printf("host %d\n", *static_cast<int *>(Data)); }, P);
  // CHECK: host 11
  cudaStreamAddCallback(
      A,
      [](cudaStream_t, cudaError_t E, void *) {
        printf("callback %s\n", cudaGetErrorName(E));
      },
      nullptr, 0);
  // CHECK: callback cudaSuccess
  float Milliseconds = -1;
  cudaEventElapsedTime(&Milliseconds, Begin, End);
  int Priority;
  unsigned Flags;
  cudaStreamGetPriority(B, &Priority);
  cudaStreamGetFlags(B, &Flags);
  printf("%d %d %u %s\n", Milliseconds >= 0, Priority, Flags,
         cudaGetErrorName(cudaStreamQuery(A)));
  // CHECK: 1 -1 1 cudaSuccess
  cudaFreeAsync(P, B);
  cudaStreamDestroy(A);
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(A)));
  // CHECK: cudaErrorInvalidResourceHandle
}
