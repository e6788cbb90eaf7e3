// __syncwarp orders the lanes of its mask, and no others.
//
// RUN: %racemap cc --sanitize --device=cpu -DMASK=0x0000ffffu %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu "-DMASK=(lane < 8 ? 0xffu : 0xff00u)" %s -o %t.bad
// RUN: bash -c '%t.bad; echo status $?' 2>&1 | FileCheck %s

__global__ void rotate(int *out) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    tile[lane] = lane;
    __syncwarp(MASK);
    out[lane] = tile[(lane + 1) % 16];
  } else {
    tile[lane] = lane;
    __syncwarp(0xffff0000u);
    out[lane] = tile[lane ^ 1];
  }
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  rotate<<<1, 32>>>(out);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Location is {{[0-9]+}} byte{{s?}} into the shared variable
// CHECK: status 66
// GOOD-NOT: RaceMap
