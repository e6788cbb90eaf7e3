// The race is with a read before the last one: T1 reads, T0 reads, T0 writes.
// The report names two different threads. (The finite-history litmus test of
// HiRace, SC24.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DGOOD %s -o %t.good
// RUN: %t.good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

#ifndef GOOD
__global__ void sum(int *data, int n) {
  int tid = threadIdx.x;
  if (tid < n - 2) {
    int local = data[tid];
    local += data[tid + 1];
    data[tid + 1] = local;
  }
}
#else
__global__ void sum(int *data, int n) {
  int tid = threadIdx.x, local = 0;
  if (tid < n - 2) {
    local = data[tid];
    local += data[tid + 1];
  }
  __syncthreads();
  if (tid < n - 2)
    data[tid + 1] = local;
}
#endif

int main() {
  int *data;
  cudaMalloc(&data, 8 * sizeof(int));
  cudaMemset(data, 0, 8 * sizeof(int));
  sum<<<1, 8>>>(data, 8);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: by thread ([[T:[0-9]+]],0,0) of block (0,0,0)
// CHECK-NOT: Previous {{.*}} by thread ([[T]],0,0)
// CHECK: Previous {{.*}} by thread (
// CHECK: Location is {{[0-9]+}} bytes into a 32-byte allocation
// CHECK: SUMMARY: RaceMap:
// CHECK: status 66
// GOOD-NOT: RaceMap
