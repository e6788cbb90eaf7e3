// A finding is a warning at the first access, with notes for the second access
// and the witness; -verify sees them as it sees clang's own.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s

__global__ void shift(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = out[threadIdx.x]; // expected-warning {{data race on 'a' in kernel 'shift(int*)': this write and a read by another thread of the block (provable)}} \
    // expected-note {{for example thread (1,0,0) and thread (0,0,0) of block (0,0,0), byte 4 of 'a'; blockDim (256,1,1), gridDim (1,1,1)}}
  out[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x]; // expected-note {{the other access: read of 4 bytes}}
}

void launch(int *out) { shift<<<1, 256>>>(out); }
