// What lies between the elements that one thread reads is not the length of a
// row: a barrier is missing, whatever the distance. Where it lies between those
// of threads of another dimension, it is.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 --kernel=dilated %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=MISSING
// RUN: %racemap check --budget-ms=60000 --kernel=dilated %s -- -DBARRIER 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD
// RUN: not %racemap check --budget-ms=60000 --kernel=apart %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=APART
// RUN: %racemap check --budget-ms=60000 --kernel=apart %s -- -DBARRIER 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD
// RUN: %racemap check --budget-ms=60000 --kernel=pitched %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=PITCH --implicit-check-not=warning:
// RUN: %racemap check --budget-ms=60000 --kernel=looped %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=LOOPED --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 --kernel=looped %s -- -DNEXT 2>&1 | \
// RUN:   FileCheck %s --check-prefix=NEXT
// RUN: not %racemap check --budget-ms=60000 --kernel=strided %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=STRIDED
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MISSING: warning: data race on 'line'
// MISSING: 1 kernel: 0 race-free, 1 racy, 0 unknown
// APART: warning: data race on 'line'
// APART: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// PITCH: race if pitch * blockDim.y >= 2147483648 || pitch < blockDim.x
// PITCH: 1 kernel: 0 race-free, 0 racy, 1 unknown
// LOOPED: race if gridDim.x != 1 || pitch < blockDim.x
// LOOPED: 1 kernel: 0 race-free, 0 racy, 1 unknown
// NEXT: warning: data race on 'tile'
// NEXT: 1 kernel: 0 race-free, 1 racy, 0 unknown
// STRIDED: warning: data race on 'out' {{.*}}: race if blockDim.x > 62

__global__ void dilated(const float *in, float *out, int dilation, int n) {
  extern __shared__ float line[];
  line[threadIdx.x] = in[threadIdx.x];
#ifdef BARRIER
  __syncthreads();
#endif
  float sum = 0;
  for (int d = 1; d < n; ++d)
    sum += line[threadIdx.x + dilation * d];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Nor are several distances, of which no short condition says that they are
// large.
__global__ void apart(const float *in, float *out, int one, int other, int n) {
  extern __shared__ float line[];
  line[threadIdx.x] = in[threadIdx.x];
#ifdef BARRIER
  __syncthreads();
#endif
  float sum = 0;
  for (int d = 1; d < n; ++d)
    for (int e = 1; e < n; ++e)
      sum += line[threadIdx.x + one * d + other * e];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void pitched(const float *in, float *out, int pitch) {
  extern __shared__ float rows[];
  rows[threadIdx.y * pitch + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.y == 0)
    out[blockIdx.x * blockDim.x + threadIdx.x] = rows[threadIdx.x];
}

// Rows again, each thread beginning with that of its own index.
__global__ void looped(const float *in, float *out, int pitch, int rows) {
  extern __shared__ float tile[];
  for (int r = threadIdx.y; r < rows; r += blockDim.y) {
    tile[r * pitch + threadIdx.x] = in[r * 32 + threadIdx.x];
#ifdef NEXT
    tile[r * pitch + threadIdx.x] += tile[(r + 1) * pitch + threadIdx.x];
#endif
  }
  __syncthreads();
  if (threadIdx.y == 0)
    out[threadIdx.x] = tile[threadIdx.x];
}

// What lies between the elements of threads of one dimension is no row of them,
// whatever it is said to be.
__global__ void strided(float *out, int stride) {
  __builtin_assume(stride == 2);
  out[(blockIdx.x * 62 + threadIdx.x) * stride] = threadIdx.x;
}
