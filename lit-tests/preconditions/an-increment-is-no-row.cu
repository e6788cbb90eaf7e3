// What scales an index that steps in no row may well be 1, or as small as
// another number: which launches race is said, and it is a warning.
//
// RUN: %bare
// RUN: not %racemap check --kernel='blas|halved|twoPitches' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=RACY
// RUN: %racemap check --kernel='interleaved|swapped|digits' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ROWS --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RACY-DAG: warning: data race on 'x' in kernel 'blas(
// RACY-DAG: warning: data race on 'v' in kernel 'halved(
// RACY-DAG: warning: data race on 'a' in kernel 'twoPitches(
// RACY: 3 kernels: 0 race-free, 3 racy, 0 unknown
// ROWS-DAG: 'interleaved({{.*}} is undecided: race if pitch < {{.*}}; no launch in sight rules that out
// ROWS-DAG: 'swapped({{.*}} is undecided: race if lda < n; no launch in sight rules that out
// ROWS-DAG: 'digits({{.*}} is undecided: race if pitch < {{.*}}; no launch in sight rules that out
// ROWS: 3 kernels: 0 race-free, 0 racy, 3 unknown

// Everyone who has vectors passes 1.
__global__ void blas(float *x, int incx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i * incx] = x[i * incx + 1];
}

// Some other thread's element, whatever lies between those that are written.
__global__ void halved(float *v, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && stride > 0)
    v[i * stride] += v[i];
}

// One array, and two lengths of a row.
__global__ void twoPitches(float *a, int pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    a[y * pitch + x] = a[y * w + x];
}

__global__ void interleaved(float *a, int pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    a[y * pitch + 2 * x] = a[y * pitch + 2 * x + 1];
}

// Each step is one between rows, and one within a row, but not in one offset.
__global__ void swapped(float *a, int lda, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < y && y < n) {
    float was = a[x * lda + y];
    a[x * lda + y] = a[y * lda + x];
    a[y * lda + x] = was;
  }
}

// The digits of an index are steps by themselves.
__global__ void digits(float *a, int pitch, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i / 32 * pitch + i % 32] = i;
}
