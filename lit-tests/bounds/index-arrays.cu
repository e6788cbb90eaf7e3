// An index from memory leaves an array for some contents. Whoever fills the one
// knows how large the other is: that alone is no warning. Contents excuse neither
// what leaves the array whatever they are nor what the kernel limits itself.
//
// RUN: %bare
// RUN: not %racemap check --kernel='gather|rows|declared' --level=possible %s 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: %racemap check --kernel='gather|rows|declared' %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SILENT --implicit-check-not=warning:
// RUN: not %racemap check --kernel='oneTooMany|listed|decides|clamped|tested|counted|ofBytes|remainder' %s 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// POSSIBLE: warning: out-of-bounds access to 'x' in kernel 'gather({{.*}} (possible)
// POSSIBLE: the access leaves 'x' (if {{.*}}the allocation may be as large as what is read needs)
// POSSIBLE: warning: out-of-bounds access to 'values' in kernel 'rows({{.*}} (possible)
// POSSIBLE: warning: out-of-bounds access to 'bins' in kernel 'declared({{.*}} (possible)
// SILENT: 3 kernels: 3 race-free, 0 racy, 0 unknown
// BAD-DAG: warning: out-of-bounds access to 'y' in kernel 'oneTooMany({{.*}}: out of bounds if n < gridDim.x * blockDim.x; no launch in sight rules that out (input)
// BAD-DAG: warning: out-of-bounds access to 'list' in kernel 'listed({{.*}} (input)
// BAD-DAG: warning: out-of-bounds access to 'y' in kernel 'decides({{.*}} (input)
// BAD-DAG: warning: out-of-bounds access to 'y' in kernel 'clamped({{.*}} (input)
// BAD-DAG: warning: out-of-bounds access to 'y' in kernel 'tested({{.*}} (input)
// BAD-DAG: warning: out-of-bounds access to 'y' in kernel 'counted({{.*}} (input)
// BAD-DAG: warning: out-of-bounds access to 'bins' in kernel 'ofBytes({{.*}} (input)
// BAD-DAG: warning: out-of-bounds access to 'y' in kernel 'remainder({{.*}} (input)

__global__ void gather(float *y, const float *x, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[index[i]];
}

__global__ void rows(float *y, const float *values, const int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = start[i]; j < start[i + 1]; ++j)
    sum += values[j];
  y[i] = sum;
}

__global__ void oneTooMany(float *y, const int *flags, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n && flags[i] == 1)
    y[i] = 1;
}

__global__ void declared(const int *in) {
  __shared__ int bins[64];
  atomicAdd(&bins[in[threadIdx.x]], 1);
}

// How long a list is says nobody of an array that the kernel declares.
__global__ void listed(const int *length) {
  __shared__ int list[64];
  for (int i = threadIdx.x; i < length[blockIdx.x]; i += blockDim.x)
    list[i] = i;
}

// The index is wrong whatever the flag is.
__global__ void decides(float *y, const int *flags, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flags[i] >= n)
    y[i + n] = 1;
}

__global__ void clamped(float *y, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int j = index[i];
    j = j < 0 ? 0 : j > n ? n : j;
    y[j] = 1;
  }
}

__global__ void tested(float *y, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && index[i] >= 0 && index[i] <= n)
    y[index[i]] = 1;
}

__global__ void counted(float *y, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n && i < index[0])
    y[i] = 1;
}

__global__ void ofBytes(int *bins, const unsigned char *in) {
  atomicAdd(&bins[in[threadIdx.x] + 1], 1);
}

__global__ void remainder(float *y, const unsigned *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[index[i] % (n + 1)] = 1;
}

void launch(int n, int number) {
  float *x, *y;
  int *index, *flags;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&index, (n + 1) * sizeof(int));
  cudaMalloc(&flags, (n + 1) * sizeof(int));
  gather<<<(n + 127) / 128, 128>>>(y, x, index, n);
  rows<<<(n + 127) / 128, 128>>>(y, x, index, n);
  oneTooMany<<<(n + 127) / 128, 128>>>(y, flags, n);
  declared<<<1, 64>>>(index);
  listed<<<1, 64>>>(index);

  decides<<<(n + 127) / 128, 128>>>(y, flags, n);
  clamped<<<(n + 127) / 128, 128>>>(y, index, n);
  tested<<<(n + 127) / 128, 128>>>(y, index, n);
  counted<<<(n + 127) / 128, 128>>>(y, index, n);
  remainder<<<(n + 127) / 128, 128>>>(y, (unsigned *)index, n);
  int *bins;
  unsigned char *in;
  cudaMalloc(&bins, 256 * sizeof(int));
  cudaMalloc(&in, 128);
  ofBytes<<<1, 128>>>(bins, in);
}
