// What the device says about itself, kernels and variables.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>

__device__ int Counter = 5;
__constant__ float Table[4];
__global__ void kernel(char, double *Out) {
  __shared__ double Shared[32];
  Shared[threadIdx.x] = Table[1];
  Out[threadIdx.x] = Shared[threadIdx.x] + Counter;
}

int main() {
  int Count, Value;
  cudaDeviceProp P;
  cudaGetDeviceCount(&Count);
  cudaGetDeviceProperties(&P, 0);
  cudaDeviceGetAttribute(&Value, cudaDevAttrMaxThreadsPerBlock, 0);
  printf("%d %s %d.%d %d %zu %d\n", Count, P.name, P.major, P.minor, P.warpSize,
         P.sharedMemPerBlock, Value);
  // CHECK: 1 RaceMap CPU device 8.0 32 49152 1024
  printf("%s\n", cudaGetErrorName(cudaSetDevice(1)));
  // CHECK: cudaErrorInvalidDevice

  cudaFuncAttributes A;
  cudaFuncGetAttributes(&A, kernel);
  printf("%zu %d\n", A.sharedSizeBytes, A.maxThreadsPerBlock);
  // CHECK: 256 1024
  size_t Offset, Bytes;
  cudaFuncGetParamInfo(reinterpret_cast<const void *>(kernel), 1, &Offset,
                       &Bytes);
  printf("%zu %zu\n", Offset, Bytes); // CHECK: 8 8
  int Blocks, Best;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, kernel, 1024, 0);
  printf("%d\n", Blocks); // CHECK: 2
  cudaOccupancyMaxPotentialBlockSize(&Blocks, &Best, kernel, 0, 0);
  printf("%d\n", Best); // CHECK: 1024

  float Host[] = {1, 2, 3, 4};
  int New = 40;
  double *Out;
  cudaMallocManaged(&Out, 32 * sizeof(double));
  cudaMemcpyToSymbol(Table, Host, sizeof(Host));
  cudaMemcpyToSymbol(Counter, &New, sizeof(New));
  kernel<<<1, 32>>>(0, Out);
  cudaDeviceSynchronize();
  printf("%g\n", Out[31]); // CHECK: 42
  cudaGetSymbolSize(&Bytes, Table);
  printf("%zu %s\n", Bytes,
         cudaGetErrorName(cudaMemcpyToSymbol(Table, Host, 12, 8)));
  // CHECK: 16 cudaErrorInvalidValue
}
