// Rows of a volume with leading dimensions of their own. That rows may overlap
// has no short condition; what races where they do not is another matter.
//
// RUN: %bare
// RUN: %racemap check %s --kernel=stencil --json=%t.json 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: grep -c '"certainty": "possible"' %t.json
// RUN: not %racemap check %s --kernel=stencil --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SHOWN
// RUN: not %racemap check %s --kernel=stencil -- -DIN_PLACE 2>&1 | \
// RUN:   FileCheck %s --check-prefix=RACY
// RUN: not %racemap check %s --kernel='full|offEnd|masked|cut|ring' 2>&1 | \
// RUN:   FileCheck %s --check-prefix=KEPT
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: 'stencil({{.*}}' is undecided: race if ldimy or ldimz is too small to keep elements apart; no launch in sight rules that out; level=possible shows the findings
// CHECK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// SHOWN: no barrier stands between (only if ldimy or ldimz is too small to keep elements apart)
// RACY: warning: data race on 'v'
// RACY: 1 kernel: 0 race-free, 1 racy, 0 unknown
// KEPT-DAG: warning: data race on 'a' in kernel 'full
// KEPT-DAG: warning: data race on 'a' in kernel 'offEnd
// KEPT-DAG: warning: data race on 'a' in kernel 'masked
// KEPT-DAG: warning: data race on 'a' in kernel 'cut
// KEPT-DAG: warning: data race on 'a' in kernel 'ring
// KEPT: 5 kernels: 0 race-free, 5 racy, 0 unknown

__global__ void stencil(float *v, const float *u, int x1, int x2, int y1,
                        int y2, int z1, int z2, long long lx, long long ly,
                        long long lz, long long ldimy, long long ldimz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + x1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + y1;
  int z = blockIdx.z * blockDim.z + threadIdx.z + z1;
  if (x > x2 || y > y2 || z > z2)
    return;
  long long at = ((x + lx) * ldimy + (y + ly)) * ldimz + z + lz;
#ifdef IN_PLACE
  v[at] = 2 * v[at] - v[at - 1];
#else
  v[at] = 2 * u[at] - v[at];
#endif
}

// A row that bounds the threads is as long as it says: one too many comes.
__global__ void full(int *a, unsigned w, unsigned h) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= w && y < h)
    a[y * w + x] = x;
}

// What is left of a product may be the same for rows that are apart.
__global__ void masked(int *a, unsigned n) {
  a[threadIdx.x * n & 1023] = threadIdx.x;
}

// So may what is left of a sum: of rows of 8192 elements, that of the first and
// of the ninth.
__global__ void cut(int *a, int n) {
  a[(unsigned short)(threadIdx.y * n + threadIdx.x)] = threadIdx.x;
}

// There are no rows: a number of elements may well be large.
__global__ void ring(int *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    a[i % 8192] = i;
}

// The launch covers rows of n, whatever lies between them.
__global__ void offEnd(int *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  a[y * n + x] = x;
}
void launch(int *a, int n) {
  cut<<<1, dim3(16, 16)>>>(a, n);
  offEnd<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, n);
}
