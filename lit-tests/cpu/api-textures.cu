// Textures of arrays and of linear memory, with filters and addressing modes;
// surfaces.
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t | FileCheck %s
#include <cstdio>

__global__ void read(cudaTextureObject_t T, float *Out) {
  Out[0] = tex2D<float>(T, 0.5f, 0.5f);
  Out[1] = tex2D<float>(T, 1.0f, 0.5f);   // half way between two elements
  Out[2] = tex2D<float>(T, 1.0f, 1.0f);   // between four
  Out[3] = tex2D<float>(T, -5.0f, 0.5f);  // clamped
  Out[4] = tex2D<float>(T, 3.5f, 100.0f); // clamped
}

__global__ void wrap(cudaTextureObject_t T, float *Out) {
  Out[0] = tex2D<float>(T, 1.125f, 0.0f);
  Out[1] = tex2D<float>(T, -0.125f, 0.0f);
}

__global__ void linear(cudaTextureObject_t T, cudaTextureObject_t Bytes,
                       float *Out) {
  int2 Pair = tex1Dfetch<int2>(T, 1);
  Out[0] = Pair.x * 10 + Pair.y;
  Out[1] = tex1Dfetch<float>(Bytes, 1);
}

__global__ void surface(cudaSurfaceObject_t S) {
  float Value;
  surf2Dread(&Value, S, 1 * sizeof(float), 1);
  surf2Dwrite(Value + 100, S, 2 * sizeof(float), 1);
  surf2Dread(&Value, S, 4 * sizeof(float), 0, cudaBoundaryModeZero);
  surf2Dwrite(Value, S, 0, 0);
}

static void say(const float *Values, int Number) {
  cudaDeviceSynchronize();
  for (int I = 0; I < Number; ++I)
    printf("%g ", Values[I]);
  printf("\n");
}

int main() {
  float Host[2][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}}, *Out;
  cudaMallocManaged(&Out, 64);
  cudaArray_t Array;
  cudaChannelFormatDesc Format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&Array, &Format, 4, 2, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(Array, 0, 0, Host, 16, 16, 2, cudaMemcpyHostToDevice);
  cudaResourceDesc R = {};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = Array;
  cudaTextureDesc D = {};
  D.addressMode[0] = D.addressMode[1] = cudaAddressModeClamp;
  D.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t T, Bytes;
  cudaCreateTextureObject(&T, &R, &D, nullptr);
  read<<<1, 1>>>(T, Out);
  say(Out, 5); // CHECK: 0 0.5 5.5 0 13

  D.normalizedCoords = 1;
  D.filterMode = cudaFilterModePoint;
  D.addressMode[0] = cudaAddressModeWrap;
  cudaCreateTextureObject(&T, &R, &D, nullptr);
  wrap<<<1, 1>>>(T, Out);
  say(Out, 2); // CHECK: 0 3

  int *Pairs;
  cudaMallocManaged(&Pairs, 16);
  for (int I = 0; I < 4; ++I)
    Pairs[I] = I;
  R = {};
  R.resType = cudaResourceTypeLinear;
  R.res.linear.devPtr = Pairs;
  R.res.linear.sizeInBytes = 16;
  R.res.linear.desc = cudaCreateChannelDesc<int2>();
  D = {};
  cudaCreateTextureObject(&T, &R, &D, nullptr);
  unsigned char *Raw;
  cudaMallocManaged(&Raw, 2);
  Raw[1] = 255;
  R.res.linear.devPtr = Raw;
  R.res.linear.sizeInBytes = 2;
  R.res.linear.desc = cudaCreateChannelDesc<unsigned char>();
  D.readMode = cudaReadModeNormalizedFloat;
  cudaCreateTextureObject(&Bytes, &R, &D, nullptr);
  linear<<<1, 1>>>(T, Bytes, Out);
  say(Out, 2); // CHECK: 23 1

  cudaSurfaceObject_t S;
  R = {};
  R.resType = cudaResourceTypeArray;
  R.res.array.array = Array;
  cudaCreateSurfaceObject(&S, &R);
  Host[0][0] = 5;
  surface<<<1, 1>>>(S);
  cudaMemcpy2DFromArray(Host, 16, Array, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
  printf("%g %g\n", Host[0][0], Host[1][2]); // CHECK: 0 111
  printf("%s\n", cudaGetErrorName(cudaGetLastError())); // CHECK: cudaSuccess
}
