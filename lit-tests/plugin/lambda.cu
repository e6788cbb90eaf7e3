// A kernel that calls a device lambda: the access is in the lambda.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -std=c++17 %s 2>&1 | FileCheck %s
template <typename F> __global__ void apply(F f, int *out) { f(threadIdx.x, out); }
void launch(int *out) {
  auto f = [] __device__(int i, int *out) {
    out[i / 2] = i;
  };
  apply<<<1, 64>>>(f, out);
}
// CHECK: lambda.cu:6:16: warning: data race on 'out' in kernel '{{.*}}apply<{{.*}}': two threads of {{.*}} write here
// CHECK: lambda.cu:3:62: note: in '{{.*}}', called here
