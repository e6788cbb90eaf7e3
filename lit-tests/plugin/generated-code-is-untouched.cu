// The PTX is the same, byte for byte, with and without the plugin.
// DEFINE: %{flags} =
// DEFINE: %{same} = %clang -x cuda --cuda-path=%cuda_path --cuda-gpu-arch=sm_80 \
// DEFINE:   -isystem %cuda_path/include/cccl -Wno-unknown-cuda-version --cuda-device-only -S %{flags} %s -o %t.plain.s && \
// DEFINE:   %clangxx_cuda --cuda-device-only -S %{flags} %s -o %t.plugin.s 2>%t.err && \
// DEFINE:   FileCheck --check-prefix=WARNS %s <%t.err && cmp %t.plain.s %t.plugin.s
// REDEFINE: %{flags} = -O0 -g
// RUN: %{same}
// RUN: %bare
// REDEFINE: %{flags} = -O2
// RUN: %{same}
// REDEFINE: %{flags} = -O0
// RUN: %{same}
// REDEFINE: %{flags} = -O2 -g
// RUN: %{same}
// REDEFINE: %{flags} = -O3 -fgpu-rdc -gline-tables-only
// RUN: %{same}
// WARNS: warning: data race on 'a'
#include "Inputs/kernels.cuh"

static __device__ int counter;
__constant__ float weights[16];

extern "C" __device__ float __nv_sinf(float);

struct Polynomial {
  virtual __device__ ~Polynomial() {}
  virtual __device__ float at(float x) const { return x * weights[3]; }
};
struct Square : Polynomial {
  __device__ float at(float x) const override { return x * x; }
};

template <typename T> __device__ T twice(T x) {
  static __device__ T last;
  last = x;
  return x + x;
}

__global__ void kernel(float *out, int n) {
  Square s;
  Polynomial *p = n > 3 ? &s : new Polynomial;
  auto f = [=](float x) { return p->at(x) + __nv_sinf(x); };
  out[threadIdx.x] = twice(f(out[threadIdx.x])) + atomicAdd(&counter, 1);
}

void launch(float *out, int *a) {
  kernel<<<1, 32>>>(out, 4);
  shift<7><<<1, 256>>>(a);
}
