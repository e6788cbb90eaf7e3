// The host computes a number in a way that is not followed. A race that is
// there whichever it is is shown, with what was tried; one that needs certain
// numbers is only possible. The barrier makes those race-free that have one.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s
// RUN: not %racemap check %s -- -DBARRIER 2>&1 | FileCheck %s --check-prefix=BARRIER
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: [[@LINE+23]]:{{.*}} data race on 's' in kernel 'all(int*, int)': this write and a read by another thread of the block (input)
// CHECK: for example thread {{.*}}, n = 1024, {{.*}}blockDim (256,1,1)
// CHECK: no barrier stands between (the host computes 'n' in a way that is not followed: it is so for all ordinary values tried)
// CHECK-NOT: warning:
// CHECK: kernel 'odd(int*, int)' is undecided: only possible findings
// CHECK: kernel 'others(int*, int)' is undecided: only possible findings
// CHECK: kernel 'images({{.*}}' is undecided: only possible findings
// CHECK: data race on 'out' in kernel 'everyHead({{.*}}: two threads of different blocks write here (input)
// CHECK: for example {{.*}}heads = 1024, row = 1024, {{.*}}gridDim (1,2048,1)
// CHECK: 6 kernels: 1 race-free, 2 racy, 3 unknown
// BARRIER: 6 kernels: 4 race-free, 1 racy, 1 unknown

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

// All blocks write the same elements, however long rows are.
__global__ void everyHead(int *out, int heads, int row) {
  for (int h = 0; h < heads; ++h)
    if (threadIdx.x < row)
      out[h * row + threadIdx.x] = blockIdx.y;
}

__global__ void ownHead(int *out, int heads, int row) {
  if (threadIdx.x < row && blockIdx.y < heads)
    out[blockIdx.y * row + threadIdx.x] = blockIdx.y;
}

void launch(int *p) {
  int n = askTheUser(), row = askTheUser(), image = askTheUser();
  int heads = askTheUser();
  all<<<1, 256>>>(p, n);
  odd<<<1, 256>>>(p, n);
  others<<<1, 256>>>(p, n);
  images<<<dim3(20, 60, 3), dim3(32, 8)>>>(p, row, image);
  everyHead<<<dim3(1, heads * 2), 256>>>(p, heads, row);
  ownHead<<<dim3(1, heads * 2), 256>>>(p, heads, row);
}
