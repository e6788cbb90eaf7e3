// Kernels are asked whatever their names are like: in namespaces and classes whose
// names end in digits, in nameless ones, static in relocatable code. Of two that
// one place launches, each is told once. A place that another launch has left is
// nobody else's. What is unsigned is shown so.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/names.cu && cd %t
// RUN: %racemap cc --device=cpu --check-launch -w names.cu -o program && ./program 2>&1 | FileCheck names.cu --implicit-check-not=warning
// RUN: %racemap cc --device=cpu --check-launch -w -rdc=true -O2 names.cu -o relocatable && ./relocatable 2>&1 | FileCheck names.cu --implicit-check-not=warning

#define BODY                                                                   \
  if (threadIdx.x < width)                                                     \
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x

namespace v1 {
__global__ void inNumbered(int *out, int width, int pitch) { BODY; }
} // namespace v1
struct S22 {
  static __global__ void member(int *out, int width, int pitch) { BODY; }
};
namespace {
__global__ void nameless(int *out, int width, int pitch) { BODY; }
} // namespace
static __global__ void ofFile(int *out, int width, int pitch) { BODY; }
__global__ void large(int *out, int width, unsigned pitch) { BODY; }
__global__ void racy(int *out) { out[0] = threadIdx.x; }

template <class Kernel> void launch(Kernel kernel, int *out) {
  // CHECK: names.cu:[[#@LINE+2]]:9: warning: {{.*}}of 'v1::inNumbered(int*, int, int)'
  // CHECK: names.cu:[[#@LINE+1]]:9: warning: {{.*}}of 'S22::member(int*, int, int)'
  kernel<<<4, 64>>>(out, 64, 10);
}

static void cudaLaunchMine(int *out) {
  // CHECK: names.cu:[[#@LINE+1]]:{{.*}}of '{{.*}}nameless(int*, int, int)'
  nameless<<<4, 64>>>(out, 64, 10);
  // CHECK: names.cu:[[#@LINE+1]]:{{.*}}of 'ofFile(int*, int, int)'
  ofFile<<<4, 64>>>(out, 64, 10);
}

int main(int argc, char **) {
  int *out;
  cudaMalloc(&out, 4096);
  launch(v1::inNumbered, out);
  launch(v1::inNumbered, out);
  launch(S22::member, out);
  cudaLaunchMine(out);
  racy<<<1, 32>>>(out);
  // CHECK: names.cu:[[#@LINE+1]]:{{.*}}of 'large(int*, int, unsigned int)'{{.*}}pitch = 4000000000
  large<<<4, 64>>>(out, 0, 4000000000u * argc);
}
