// A finding of a run names what it is about: the variable, however the pointer
// came there, and the allocation with the line of the host that made it.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -g %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json:log_path=%t.log:exitcode=0 %t
// RUN: FileCheck %s --input-file=%t.json
// RUN: FileCheck %s --input-file=%t.log --check-prefix=TEXT
#include <cuda_runtime.h>

struct Item {
  int *data;
};

__managed__ int table[8];

__global__ void mapped(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
__global__ void member(Item item) { item.data[0] = threadIdx.x; }
__global__ void behind(Item *items) { items->data[0] = threadIdx.x; }
__global__ void deep(Item **items) { (*items)->data[0] = threadIdx.x; }
__global__ void parked(unsigned long long address) {
  *reinterpret_cast<int *>(address) = threadIdx.x;
}

int main() {
  int *host, *out;
  cudaHostAlloc(&host, 256, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&out, host, 0);
  mapped<<<1, 4>>>(out);
  // CHECK:      "array": "out"
  // CHECK:      "memory": {
  // CHECK-NEXT: "description": "a 256-byte allocation of pinned host memory"
  // CHECK-NEXT: "host": {
  // CHECK:      "line": [[#@LINE - 7]]
  // CHECK:      "kernel": "mapped(int*)"
  // TEXT: Location is 0 bytes into a 256-byte allocation of pinned host memory
  // TEXT-NEXT: #0 main {{.*}}names-of-memory.cu:[[#@LINE - 10]]

  member<<<1, 2>>>(Item{out});
  // CHECK: "array": "item.data"
  // CHECK: "kernel": "member(Item)"

  Item *items, **all;
  cudaMallocManaged(&items, sizeof(Item));
  cudaMallocManaged(&all, sizeof(Item *));
  items->data = out;
  *all = items;
  behind<<<1, 2>>>(items);
  // CHECK: "array": "items->"
  // CHECK: "kernel": "behind(Item*)"
  deep<<<1, 2>>>(all);
  // CHECK: "array": "items->->"
  // CHECK: "kernel": "deep(Item**)"

  parked<<<1, 2>>>(reinterpret_cast<unsigned long long>(&table[0]));
  // CHECK: "array": "table"
  // CHECK: "description": "a 32-byte allocation of managed memory 'table'"
  // CHECK-NEXT: "host": null
  // CHECK: "kernel": "parked(unsigned long long)"
  return cudaDeviceSynchronize() != cudaSuccess;
}
