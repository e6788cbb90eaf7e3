// Device, managed, pinned and pitched memory; copies between them are checked
// against what is allocated.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>
#include <cstring>

static void say(const char *What, cudaError_t E) {
  printf("%s: %s\n", What, cudaGetErrorName(E));
  cudaGetLastError();
}

__global__ void twice(int *Values) { Values[threadIdx.x] *= 2; }

int main() {
  int Host[64], *Device, *Managed, *Pinned;
  for (int I = 0; I < 64; ++I)
    Host[I] = I;
  cudaMalloc(&Device, sizeof(Host));
  cudaMemcpy(Device, Host, sizeof(Host), cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(Device);
  cudaMemcpy(Host, Device, sizeof(Host), cudaMemcpyDeviceToHost);
  printf("%d %d\n", Host[1], Host[63]); // CHECK: 2 126

  cudaMallocManaged(&Managed, sizeof(Host));
  cudaMallocHost(&Pinned, sizeof(Host));
  memcpy(Pinned, Host, sizeof(Host));
  cudaMemcpy(Managed, Pinned, sizeof(Host), cudaMemcpyDefault);
  printf("%d\n", Managed[63]); // CHECK: 126

  // CHECK: beyond: cudaErrorInvalidValue
  say("beyond",
      cudaMemcpy(Device, Host, sizeof(Host) + 4, cudaMemcpyHostToDevice));
  // CHECK: not device memory: cudaErrorInvalidValue
  say("not device memory", cudaMemcpy(Host, Host, 4, cudaMemcpyHostToDevice));

  char *Rows, Column[3] = {'a', 'b', 'c'}, Back[3];
  size_t Pitch;
  cudaMallocPitch(&Rows, &Pitch, 100, 3);
  cudaMemset2D(Rows, Pitch, 'x', 100, 3);
  cudaMemcpy2D(Rows + 1, Pitch, Column, 1, 1, 3, cudaMemcpyHostToDevice);
  cudaMemcpy2D(Back, 1, Rows + 1, Pitch, 1, 3, cudaMemcpyDeviceToHost);
  printf("%d %.3s\n", Pitch >= 100, Back); // CHECK: 1 abc

  cudaPointerAttributes A;
  cudaPointerGetAttributes(&A, Managed + 3);
  printf("%d\n", A.type == cudaMemoryTypeManaged); // CHECK: 1
  cudaPointerGetAttributes(&A, Host);
  printf("%d\n", A.type == cudaMemoryTypeUnregistered); // CHECK: 1

  size_t Free, Less, Total;
  void *Large;
  cudaMemGetInfo(&Free, &Total);
  cudaMalloc(&Large, 1 << 20);
  cudaMemGetInfo(&Less, &Total);
  printf("%zu\n", Free - Less); // CHECK: 1048576
  // CHECK: too much: cudaErrorMemoryAllocation
  say("too much", cudaMalloc(&Large, Total + 1));
  // CHECK: once: cudaSuccess
  // CHECK: twice: cudaErrorInvalidValue
  say("once", cudaFree(Device));
  say("twice", cudaFree(Device));
  // CHECK: not pinned: cudaErrorInvalidValue
  say("not pinned", cudaFreeHost(Managed));
}
