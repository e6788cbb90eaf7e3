// What a function of libdevice writes through a pointer is an access, at the
// line of the call.
//
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -g %s -o %t
// RUN: bash -c '%t good; echo good status $?; %t bad; echo bad status $?' 2>&1 | FileCheck %s

#include <cstring>

__device__ float wave(float at, float *cosine) {
  float sine;
  sincosf(at, &sine, cosine);
  return sine;
}

__global__ void waves(float *data, int stride) {
  int i = threadIdx.x;
  float sine = wave(i, &data[i * stride]);
  __syncthreads();
  data[64 + i] = sine;
}

__global__ void exponents(float *data, int *out, int stride) {
  int i = threadIdx.x;
  data[i] = frexpf(i, &out[i * stride]);
}

int main(int, char **argv) {
  bool bad = !std::strcmp(argv[1], "bad");
  float *data;
  int *out;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(int));
  waves<<<1, 64>>>(data, !bad);
  exponents<<<1, 64>>>(data, out, !bad);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: good status 0
// CHECK: write of 4 bytes{{.*}}
// CHECK: results-of-libdevice.cu:11
// CHECK: results-of-libdevice.cu:24
// CHECK: bad status 66
