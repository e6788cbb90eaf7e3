// A lock of atomicCAS and atomicExch guards a counter, for the threads of one
// block and of several. Fences keep what it guards inside.
//
// RUN: %racemap cc --sanitize --device=cpu "-DACQUIRE=__threadfence()" "-DRELEASE=__threadfence()" %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu "-DACQUIRE=__threadfence()" "-DRELEASE=" %s -o %t.r
// RUN: bash -c '%t.r; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu "-DACQUIRE=" "-DRELEASE=__threadfence()" %s -o %t.a
// RUN: bash -c '%t.a; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu "-DACQUIRE=__threadfence_block()" "-DRELEASE=__threadfence_block()" %s -o %t.b
// RUN: bash -c '%t.b; echo status $?' 2>&1 | FileCheck %s

__device__ int lock, counter;

__global__ void count() {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      ACQUIRE;
      ++counter;
      RELEASE;
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

int main() {
  count<<<3, 40>>>();
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  int total = 0;
  cudaMemcpyFromSymbol(&total, counter, sizeof(int));
  return total == 120 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Location is 0 bytes into a 4-byte variable 'counter'
// CHECK: status 66
// GOOD-NOT: RaceMap
