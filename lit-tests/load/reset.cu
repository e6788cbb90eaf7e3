// A device that is reset has no memory, streams or events of the program's any more,
// and its variables have their initial values. The next launches are monitored.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: not %t 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
//
// CHECK: 0 wrong
// CHECK-NEXT: memory does not grow
// TOLD: WARNING: RaceMap: data race
// TOLD: racy(int*)
// TOLD: {{^}}SUMMARY: RaceMap: 1 data race, seen 640 times{{$}}
#include "Inputs/memory.h"

struct Node {
  int value;
  Node *next;
};
__device__ Node second = {2, nullptr};
__device__ Node first = {1, &second};
__managed__ int shared = 5;
__device__ int twice(int x) { return 2 * x; }
__device__ int (*function)(int) = twice;

__global__ void change(int *out) {
  *out = function(first.value + first.next->value) + shared;
  first.value = 10;
  first.next = nullptr;
  shared = 6;
  function = nullptr;
}

__global__ void racy(int *a) { a[threadIdx.x / 2] = threadIdx.x; }

int main() {
  int wrong = 0;
  long before = 0;
  size_t atFirst = 0, total = 0;
  for (int round = 0; round < 60; ++round) {
    if (round == 20)
      before = residentKib();
    int *a, *pinned, own, result = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    size_t free = 0;
    cudaMemGetInfo(&free, &total);
    if (!round)
      atFirst = free;
    wrong += round > 1 && free != atFirst;
    cudaMalloc(&a, 1 << 20);
    cudaMallocHost(&pinned, 1 << 20);
    cudaMemset(a, 0, 1 << 20);
    cudaMemset(pinned, 0, 1 << 20);
    wrong += cudaHostRegister(&own, sizeof own, 0) != cudaSuccess;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    change<<<1, 1, 0, stream>>>(a);
    cudaMemcpy(&result, a, sizeof result, cudaMemcpyDeviceToHost);
    wrong += result != 11;
    if (round % 3 == 0)
      racy<<<1, 64>>>(a);
    wrong += cudaDeviceReset() != cudaSuccess;
    if (!round) // its variables are in use from here on
      cudaMemGetInfo(&atFirst, &total);
    wrong += cudaMemcpy(&result, a, 4, cudaMemcpyDeviceToHost) == cudaSuccess;
    wrong += cudaFreeHost(pinned) == cudaSuccess;
    wrong += cudaHostUnregister(&own) == cudaSuccess;
    wrong += cudaStreamSynchronize(stream) == cudaSuccess;
    wrong += cudaEventQuery(event) == cudaSuccess;
    cudaGetLastError();
  }
  printf("%d wrong\n", wrong);
  sayGrowth(before, 2048);
}
