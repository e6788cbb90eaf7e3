// A named barrier that counts all threads of the block orders all of them; one
// that counts a warp does not.
//
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DBARRIER="1,64" %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DBARRIER="1" %s -o %t.all
// RUN: %t.all 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -DBARRIER="%%0,32" %s -o %t.bad
// RUN: bash -c '%t.bad; echo status $?' 2>&1 | FileCheck %s

#define TEXT2(...) #__VA_ARGS__
#define TEXT(...) TEXT2(__VA_ARGS__)

__global__ void turn(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync " TEXT(BARRIER) ";" ::"r"(threadIdx.x / 32 + 1)
               : "memory");
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  turn<<<1, 64>>>(out);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable '{{.*}}tile'
// CHECK: status 66
// GOOD-NOT: RaceMap
