// In code that does not compile nothing is analysed, and nothing breaks.
// RUN: not %clangxx_cuda --cuda-device-only -fsyntax-only %s -fplugin-arg-racemap-json=%t.json 2>&1 | FileCheck %s
// RUN: not ls %t.json
struct Broken {
  __device__ Broken(Undeclared u) : x(u) {}
  int x
  virtual __device__ int f(int) { return missing; }
};
template <typename T> __device__ T half(T x) { return x.none(); }
__global__ void shift(int *out) {
  __shared__ int a[256];
  Broken b(1);
  a[threadIdx.x] = half(out[threadIdx.x]) + b.f();
  out[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x];
}
void launch(int *out) { shift<<<1, 256>>>(out); }
// CHECK: error: {{.*}}'Undeclared'
// CHECK-NOT: racemap
// CHECK-NOT: data race
