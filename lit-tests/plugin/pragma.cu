// #pragma clang diagnostic silences a finding where it stands.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
__global__ void shift(int *out) {
  __shared__ int a[256];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbackend-plugin"
  a[threadIdx.x] = out[threadIdx.x];
#pragma clang diagnostic pop
  out[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x];
}
void launch(int *out) { shift<<<1, 256>>>(out); }
