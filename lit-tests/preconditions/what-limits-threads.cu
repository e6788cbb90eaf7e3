// What is expected of a pitch: room for what limits the threads, not for all
// threads; nothing where the launch has a grid of so many rows. And what is
// below an index is a start, which may be 0.
//
// RUN: %bare
// RUN: not %racemap check --kernel='oneTooMany|heightForWidth|fromStart' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=RACY
// RUN: %racemap check --kernel='within|widthForWidth' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=EXPECTED --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RACY-DAG: warning: data race on 'a' in kernel 'oneTooMany({{.*}}: race if pitch <= w;
// RACY-DAG: warning: data race on 'a' in kernel 'heightForWidth({{.*}}: race if pitch < gridDim.x * blockDim.x;
// RACY-DAG: warning: data race on 'a' in kernel 'fromStart({{.*}}: race if from <= 0;
// RACY: 3 kernels: 0 race-free, 3 racy, 0 unknown
// EXPECTED-DAG: 'within({{.*}} is undecided: race if pitch < w;
// EXPECTED-DAG: 'widthForWidth({{.*}} is undecided: race if pitch < gridDim.x * blockDim.x;
// EXPECTED: 2 kernels: 0 race-free, 0 racy, 2 unknown

// The first element of the next row, in the usual launch with pitch == w.
__global__ void oneTooMany(float *a, int pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= w && y < h)
    a[y * pitch + x] = x + y;
}

__global__ void within(float *a, int pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    a[y * pitch + x] = x + y;
}

__device__ void all(float *a, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * pitch + x] = x + y;
}
__global__ void heightForWidth(float *a, int pitch) { all(a, pitch); }
__global__ void widthForWidth(float *a, int pitch) { all(a, pitch); }

// Of whom the host passes the height, that is said of rows; of another pitch,
// nothing is.
void launch(float *a, int w, int h, int pitch) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  heightForWidth<<<grid, block>>>(a, h);
  widthForWidth<<<grid, block>>>(a, pitch);
}

// The first of all, and the last one writes it, too.
__global__ void fromStart(int *a, int from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i >= from)
    a[i] = 1;
  if (i == n)
    a[0] = 2;
}
