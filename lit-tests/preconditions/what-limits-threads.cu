// What is expected of a pitch: room for what limits the threads, not for all
// threads; nothing where the launch has a grid of so many rows. And what is
// below an index is a start, which may be 0. Not so where what limits has the
// grid in it, or limits blocks, or some of the accesses only; and no start is
// negative.
//
// RUN: %bare
// RUN: not %racemap check --kernel='oneTooMany|heightForWidth|otherHeight|fromStart' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=RACY
// RUN: %racemap check --kernel='within|widthForWidth|sum|tiles|padded|border|allBut|negative' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=EXPECTED --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RACY-DAG: warning: data race on 'a' in kernel 'oneTooMany({{.*}}: race if pitch <= w;
// RACY-DAG: warning: data race on 'a' in kernel 'heightForWidth({{.*}}: race if pitch < gridDim.x * blockDim.x;
// RACY-DAG: warning: data race on 'a' in kernel 'otherHeight({{.*}}: race if pitch < gridDim.x * blockDim.x;
// RACY-DAG: warning: data race on 'a' in kernel 'fromStart({{.*}}: race if from <= 0;
// RACY: 4 kernels: 0 race-free, 4 racy, 0 unknown
// EXPECTED-DAG: 'within({{.*}} is undecided: race if pitch < w;
// EXPECTED-DAG: 'widthForWidth({{.*}} is undecided: race if pitch < gridDim.x * blockDim.x;
// EXPECTED-DAG: 'sum({{.*}} is undecided: race if pitch * gridDim.y >= 2147483648 || pitch < left + right;
// EXPECTED-DAG: 'tiles({{.*}} is undecided: race if pitch * gridDim.y >= 2147483648 || pitch < gridDim.x * blockDim.x;
// EXPECTED-DAG: 'padded({{.*}} is undecided: race if pitch * gridDim.y >= 2147483648 || pitch < gridDim.x * blockDim.x;
// EXPECTED-DAG: 'border({{.*}} is undecided: race if pitch * gridDim.y >= 2147483648 || pitch < gridDim.x * blockDim.x;
// EXPECTED-DAG: 'allBut({{.*}} is undecided: race if {{.*}}pitch < gridDim.x * blockDim.x;
// EXPECTED-DAG: 'negative({{.*}} is undecided: race if k < 0;
// EXPECTED: 8 kernels: 0 race-free, 0 racy, 8 unknown

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
__global__ void otherHeight(float *a, int pitch, int h) { all(a, pitch); }
__global__ void widthForWidth(float *a, int pitch) { all(a, pitch); }

// Of whom the host passes the height, or what it says of one, that is said of
// rows; of another pitch, nothing is.
void launch(float *a, int w, int h, int pitch) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  heightForWidth<<<grid, block>>>(a, h);
  if (h == pitch + 1)
    otherHeight<<<grid, block>>>(a, pitch, h);
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

__global__ void sum(float *a, int pitch, int left, int right) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < left + right)
    a[blockIdx.y * pitch + x] = x;
}

__global__ void tiles(float *a, int pitch, int number) {
  if (blockIdx.x < number)
    a[blockIdx.y * pitch + blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y;
}

// All threads write, whichever branch they take.
__global__ void padded(float *a, const float *in, int pitch, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    a[blockIdx.y * pitch + x] = in[blockIdx.y * w + x];
  else
    a[blockIdx.y * pitch + x] = -1;
}

__global__ void border(float *a, int pitch, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width && x < gridDim.x * blockDim.x - width)
    a[blockIdx.y * pitch + x] = blockIdx.y;
}

__global__ void allBut(float *a, int pitch, int last) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < gridDim.x * blockDim.x - last)
    a[blockIdx.y * pitch + x] = blockIdx.y;
}

__global__ void negative(float *a, int k, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x > k && x < n)
    a[x] -= a[0];
}
