// What cannot be decided is said once, as a remark at the kernel.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Werror -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -w %s 2>&1 | count 0
__device__ void somewhere(int *p);
__global__ void calls(int *out) { // expected-remark {{kernel 'calls(int*)' is undecided:}}
  somewhere(out);
  somewhere(out + 1);
}
