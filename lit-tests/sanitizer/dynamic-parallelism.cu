// What a kernel does is before the kernels that it launches; these may race.
//
// RUN: %racemap cc --sanitize --device=cpu -rdc=true -DFIXED %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu -rdc=true %s -o %t.r
// RUN: bash -c '%t.r; echo status $?' 2>&1 | FileCheck %s

__global__ void child(int *data) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = data[0];
#ifdef FIXED
  __syncthreads();
#endif
  data[threadIdx.x + 1] = first;
}

__global__ void parent(int *data) {
  data[threadIdx.x] = 1;
  if (threadIdx.x == 0)
    child<<<1, 64>>>(data);
}

int main() {
  int *data;
  cudaMallocManaged(&data, 65 * sizeof(int));
  parent<<<1, 64>>>(data);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: first
// CHECK: child(int*)
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: status 66
// GOOD-NOT: RaceMap
