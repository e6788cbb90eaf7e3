// The host computes a number in a way that is not followed. A race that is
// there whichever it is is shown, with what was tried; one that needs certain
// numbers is only possible. The barrier makes all of them race-free.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s
// RUN: %racemap check %s -- -DBARRIER 2>&1 | FileCheck %s --check-prefix=BARRIER
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: [[@LINE+21]]:{{.*}} data race on 's' in kernel 'all(int*, int)': this write and a read by another thread of the block (input)
// CHECK: for example thread {{.*}}, n = 1024, {{.*}}blockDim (256,1,1)
// CHECK: no barrier stands between (the host computes 'n' in a way that is not followed: it is so for all ordinary values tried)
// CHECK-NOT: warning:
// CHECK: kernel 'odd(int*, int)' is undecided: only possible findings
// CHECK: kernel 'others(int*, int)' is undecided: only possible findings
// CHECK: kernel 'images({{.*}}' is undecided: only possible findings
// CHECK: 4 kernels: 0 race-free, 1 racy, 3 unknown
// BARRIER: 4 kernels: 3 race-free, 0 racy, 1 unknown

#ifdef BARRIER
#define BETWEEN __syncthreads()
#else
#define BETWEEN
#endif

int askTheUser();

__global__ void all(int *out, int n) {
  __shared__ int s[257];
  if (threadIdx.x < n)
    s[threadIdx.x] = threadIdx.x;
  BETWEEN;
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void odd(int *out, int n) {
  __shared__ int s[257];
  if (n % 2)
    s[threadIdx.x] = threadIdx.x;
  BETWEEN;
  out[threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void others(int *out, int n) {
  __shared__ int s[257];
  if (n != 300)
    s[threadIdx.x] = threadIdx.x;
  BETWEEN;
  out[threadIdx.x] = s[threadIdx.x + 1];
}

// An image is as large as all of its rows, which no choice of two sizes is.
__global__ void images(int *out, int row, int image) {
  out[blockIdx.z * image + (blockIdx.y * 8 + threadIdx.y) * row +
      blockIdx.x * 32 + threadIdx.x] = threadIdx.x + blockIdx.z;
}

void launch(int *p) {
  int n = askTheUser(), row = askTheUser(), image = askTheUser();
  all<<<1, 256>>>(p, n);
  odd<<<1, 256>>>(p, n);
  others<<<1, 256>>>(p, n);
  images<<<dim3(20, 60, 3), dim3(32, 8)>>>(p, row, image);
}
