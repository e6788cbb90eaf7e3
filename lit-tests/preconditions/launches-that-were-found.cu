// Where no condition is found that excludes a race, it counts whether a launch
// that anyone means has it: one that keeps to what sizes and rows are like.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel='sameRows|shifted|softmax|channels' 2>&1 | \
// RUN:   FileCheck %s --check-prefix=MEANT
// RUN: not %racemap check %s --kernel=slices 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SLICES
// RUN: not %racemap check %s --kernel=below 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BELOW
// RUN: %racemap check %s --kernel=product 2>&1 | \
// RUN:   FileCheck %s --check-prefix=UNMEANT --implicit-check-not=warning:
// RUN: not %racemap check %s --kernel=product --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SHOWN
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEANT-DAG: warning: data race on 'out' in kernel 'sameRows({{.*}}(provable)
// MEANT-DAG: warning: data race on 'out' in kernel 'shifted({{.*}}(provable)
// MEANT-DAG: warning: data race on 's' in kernel 'softmax({{.*}}(provable)
// MEANT-DAG: warning: data race on 'out' in kernel 'channels({{.*}}(provable)
// MEANT: 4 kernels: 0 race-free, 4 racy, 0 unknown
// SLICES: warning: data race on 'u' in kernel 'slices({{.*}}(provable)
// BELOW: warning: data race on 'u' in kernel 'below({{.*}}(provable)
// UNMEANT: 'product({{.*}} is undecided: race if {{.*}}, and perhaps elsewhere; no launch in sight rules that out; level=possible shows the findings
// UNMEANT: 1 kernel: 0 race-free, 0 racy, 1 unknown
// SHOWN: no barrier can separate them (if {{.*}}, and perhaps elsewhere)

// Blocks in y do the same work again, with values of their own. That H is
// smaller than the grid is wide has nothing to do with it.
__global__ void sameRows(float *out, const float *in, int B, int T, int H) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= T)
    return;
  for (int b = 0; b < B; ++b)
    for (int h = 0; h < H; ++h)
      for (int t = x; t < T; ++t)
        out[b * H * T * T + h * T * T + t * T + x] = in[t] * blockIdx.y;
}
void launch(float *out, const float *in, int B, int T, int H) {
  sameRows<<<dim3((T + 31) / 32, B * H), 32>>>(out, in, B, T, H);
}

// Another thread's element, wherever the rows are.
__global__ void shifted(float *out, unsigned w, unsigned h, int by) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h && by < 0 && w < 4096 && h < 4096)
    out[y * w + x + by] = out[y * w + x];
}

// s[0] is read while others write the next sum: a barrier is missing.
__global__ void softmax(float *a, int n, int pitch) {
  extern __shared__ float s[];
  float *row = a + (size_t)blockIdx.x * pitch;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    most = most > row[i] ? most : row[i];
  s[threadIdx.x] = most;
  __syncthreads();
  for (int d = blockDim.x / 2; d; d /= 2) {
    if (threadIdx.x < d)
      s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  most = s[0];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    row[i] -= most;
    sum += row[i];
  }
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    row[i] /= s[0];
}

// Blocks in y are in the guard, and not in the index.
__global__ void channels(float *out, const float *in, int C, int HW, int sn,
                         int sh, int sw) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y;
  if (i < HW && c < C)
    out[blockIdx.z * sn + i / 32 * sh + i % 32 * sw] = in[i] * c;
}

// In place, with the slice below, however far slices are apart.
__global__ void slices(float *u, size_t slice, size_t pitch, int w, int h,
                       int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h && z > 0 && z < d)
    u[z * slice + y * pitch + x] += u[(z - 1) * slice + y * pitch + x];
}

// In place, with the row below, whose pitch is in bytes.
__global__ void below(char *u, size_t pitch, unsigned w, unsigned h,
                      unsigned d) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  for (unsigned z = 0; z + 1 < d; ++z)
    if (x < w && y + 1 < h) {
      float *row = (float *)(u + (z * h + y) * pitch);
      float *next = (float *)(u + (z * h + y + 1) * pitch);
      row[x] = 0.5f * (row[x] + next[x]);
    }
}

// Tiles of 16 by 16.
__global__ void product(float *c, const float *a, const float *b, int w) {
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int from = 0; from < w; from += 16) {
    as[y][x] = a[(blockIdx.y * 16 + y) * w + from + x];
    bs[y][x] = b[(from + y) * w + blockIdx.x * 16 + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[w * 16 * blockIdx.y + 16 * blockIdx.x + w * y + x] = sum;
}
