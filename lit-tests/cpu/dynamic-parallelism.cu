// Kernels launch kernels, which are over before the launch of the host is; the
// arguments have the layout of the kernel's parameters.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -rdc=true %s -o %t
// RUN: %t | FileCheck %s
// RUN: %racemap cc --device=cpu --sanitize -rdc=true %s -o %t.s
// RUN: %t.s | FileCheck %s

#include <cstdio>

struct Pair {
  char a;
  double b;
};

__device__ int total, next, order[4];

__global__ void leaf(Pair p, char c) {
  extern __shared__ int ones[];
  ones[threadIdx.x] = 1;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < blockDim.x; ++i)
    sum += ones[i];
  if (threadIdx.x == 0)
    atomicAdd(&total, sum * int(2 * p.b) + p.a + c);
}

__global__ void tree(int depth) {
  if (depth == 0) {
    leaf<<<2, 8, 8 * sizeof(int)>>>(Pair{1, 2.5}, 3);
    return;
  }
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  tree<<<1, 1>>>(depth - 1);
  tree<<<1, 1, 0, s>>>(depth - 1);
  cudaStreamDestroy(s);
}

__global__ void mark(int k) { order[next++] = k; }

__global__ void inOrder() {
  mark<<<1, 1, 0, cudaStreamTailLaunch>>>(3);
  mark<<<1, 1>>>(1);
  mark<<<1, 1>>>(2);
}

__global__ void sum(int *numbers, int *out) {
  *out = numbers[0] + numbers[1];
  cudaFree(numbers);
}

__global__ void allocates(int *out) {
  int *numbers = nullptr;
  out[1] = cudaMalloc(&numbers, 2 * sizeof(int));
  numbers[0] = 30;
  numbers[1] = 4;
  sum<<<1, 1>>>(numbers, out);
}

__device__ int from[2], to[4];

__global__ void copies(int *other) {
  from[0] = from[1] = 5;
  cudaMemsetAsync(to, 0, sizeof to, 0);
  mark<<<1, 1>>>(6);
  cudaMemcpyAsync(to + 1, from, sizeof from, cudaMemcpyDeviceToDevice, 0);
  to[1] = to[3] = 1;
  other[0] = cudaMemcpyAsync(to + 3, from, sizeof from,
                             cudaMemcpyDeviceToDevice, 0);
}

__global__ void tooMany(int *error) {
  mark<<<1, 2000>>>(4);
  error[0] = cudaGetLastError();
  error[1] = cudaGetLastError();
}

__global__ void fails() { __trap(); }
__global__ void launchesWhatFails() { fails<<<1, 1>>>(); }

int main() {
  tree<<<1, 1>>>(3);
  int sum, is[4], *error;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  // CHECK: 704
  std::printf("%d\n", sum);
  inOrder<<<1, 1>>>();
  cudaMemcpyFromSymbol(is, order, sizeof is);
  // CHECK: 1 2 3 0
  std::printf("%d %d %d %d\n", is[0], is[1], is[2], is[3]);
  cudaMallocManaged(&error, 2 * sizeof(int));
  tooMany<<<1, 1>>>(error);
  // CHECK: 9 0 cudaSuccess
  cudaError_t none = cudaDeviceSynchronize();
  std::printf("%d %d %s\n", error[0], error[1], cudaGetErrorName(none));
  allocates<<<1, 1>>>(error);
  // CHECK: 34 0 cudaSuccess
  none = cudaDeviceSynchronize();
  std::printf("%d %d %s\n", error[0], error[1], cudaGetErrorName(none));
  copies<<<1, 1>>>(error);
  cudaMemcpyFromSymbol(is, to, sizeof is);
  // CHECK: 0 5 5 0, 1
  std::printf("%d %d %d %d, %d\n", is[0], is[1], is[2], is[3], error[0]);
  launchesWhatFails<<<1, 1>>>();
  // CHECK: cudaErrorLaunchFailure
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
