// #line: the place is shown as the directives say; a file that does not exist
// and a line that belongs to another are no trouble.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: shift.y:102:18: warning: data race on 'a' in kernel 'shift(int*)'
// CHECK-NEXT: a[threadIdx.x] = out[threadIdx.x];
// CHECK: shift.y:7:22: note: the other access: read of 4 bytes
// CHECK-NEXT: out[threadIdx.x] = a[
#line 100 "shift.y"
__global__ void shift(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = out[threadIdx.x];
#line 7
  out[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x];
}
void launch(int *out) { shift<<<1, 256>>>(out); }
