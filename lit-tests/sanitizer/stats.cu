// As many shadow cells are swapped as accesses change what can be known of a
// word, which is counted by happens-before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %runtime
// RUN: %racemap cc --sanitize --elide=off --device=cpu --kernel='^$' %s -o %t
// RUN: env RACEMAP_OPTIONS=stats=1:seed=1 %t 2>&1 | FileCheck %s
// CHECK: stats of again(int*): accesses in code 3, sites 3, launches 1, lean launches 0, accesses 192, words 192, shadow loads 192, swaps 192, lost swaps 0, transitions 192, words in shared memory 0, loads in shared memory 0, swaps in shared memory 0{{$}}
// CHECK-NEXT: stats of multiply({{.*}}): accesses in code 7, sites 7, launches 2, lean launches 0, accesses 20992, words 20992, shadow loads 20992, swaps [[N:[0-9]+]], lost swaps 0, transitions [[N]], words in shared memory 18432, loads in shared memory 18432, swaps in shared memory {{[1-9][0-9]*}}{{$}}
// CHECK-NEXT: stats of twice(int*): accesses in code 2, sites 2, launches 1, lean launches 0, accesses 512, words 512, shadow loads 512, swaps 256, lost swaps 0, transitions 256, words in shared memory 0, {{.*}}
// CHECK-NEXT: stats of memory: monitored bytes {{[0-9]+}}, shadow bytes {{[0-9]+}}, bytes of it that guard {{[0-9]+}}

constexpr int Tile = 8, N = 16;

__global__ void multiply(const float *a, const float *b, float *c) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int i = 0; i < N; i += Tile) {
    as[ty][tx] = a[row * N + i + tx];
    bs[ty][tx] = b[(i + ty) * N + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * N + column] = sum;
}

__global__ void twice(int *a) {
  volatile int *b = a;
  b[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
}

/// A write changes what a read has left, and so does one behind a barrier.
__global__ void again(int *a) {
  if (a[threadIdx.x] != 7)
    a[threadIdx.x] = 1;
  __syncthreads();
  a[threadIdx.x] = 2;
}

int main() {
  float *all;
  int *a;
  cudaMalloc(&all, 3 * N * N * sizeof(float));
  cudaMalloc(&a, 256 * sizeof(int));
  for (int i = 0; i < 2; ++i)
    multiply<<<dim3(2, 2), dim3(Tile, Tile)>>>(all, all + N * N,
                                               all + 2 * N * N);
  twice<<<1, 256>>>(a);
  again<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
