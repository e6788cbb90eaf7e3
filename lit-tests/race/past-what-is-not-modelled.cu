// What a thread does before it comes to a race may depend on values that are
// not modelled: the race is there all the same if the thread comes out of that
// whatever they are.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: %racemap check %s --kernel=Unclear 2>&1 | FileCheck %s --check-prefix=UNCLEAR
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: data race on 'out' in kernel 'cellsRacy({{.*}}(input)
// CHECK: data race on 'out' in kernel 'ratioRacy({{.*}}(provable)
// CHECK: 2 kernels: 0 race-free, 2 racy, 0 unknown
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown
// UNCLEAR: kernel 'leavesUnclear({{.*}} is undecided
// UNCLEAR: kernel 'waitsUnclear({{.*}} is undecided
// UNCLEAR: kernel 'writesUnclear({{.*}} is undecided
// UNCLEAR: kernel 'saysUnclear({{.*}} is undecided
// UNCLEAR: 4 kernels: 0 race-free, 0 racy, 4 unknown

__device__ float sum(const float *p, const int *first, int cell) {
  float all = 0;
  if (first[cell] != -1)
    for (int j = first[cell]; j < first[cell + 1]; ++j)
      all += p[j];
  return all;
}

__global__ void cellsRacy(float *out, const float *p, const int *first,
                          const int *index) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[index[i]] = sum(p, first, int(p[i] * 0.25f));
}

__global__ void cellsGood(float *out, const float *p, const int *first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum(p, first, int(p[i] * 0.25f));
}

__global__ void ratioRacy(float *out, const float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i] * 3;
  if (x * x > 2)
    x += p[int(x)];
  out[i / 2] = x;
}

__global__ void ratioGood(float *out, const float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i] * 3;
  if (x * x > 2)
    x += p[int(x)];
  out[i] = x;
}

// They may all leave.
__global__ void leavesUnclear(float *out, const float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i] * 3;
  if (x * x > 2)
    return;
  out[i / 2] = x;
}

// They may wait forever.
__global__ void waitsUnclear(float *out, const float *p, volatile int *flag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i] * 3;
  while (x * x > 2 && *flag == 0)
    x += 0.5f;
  out[i / 2] = x;
}

// Nobody knows what is read where the race depends on it.
__global__ void writesUnclear(int *out, float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i] * 3;
  if (x * x > 2)
    out[i] = int(x);
  if (out[i] == 7)
    p[0] = i;
}

// They may never end, and it shows.
__global__ void saysUnclear(int *out, const float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i] * 3;
  while (x * x > 2) {
    x += 0.5f;
    printf("%g", x);
  }
  out[i / 2] = i;
}
