// Surfaces are accessed element by element; each surface object is taken to
// name memory of its own. (Clang 19 does not have them.)
//
// REQUIRES: surfaces
// RUN: not %racemap check %s --kernel='Racy|Good' --block-dim=8,8 --grid-dim=4,4 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %racemap check %s --kernel=Open 2>&1 | \
// RUN:   FileCheck %s --check-prefix=OPEN --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-5: warning: data race on 'surface{{.*}} in kernel '{{[a-z]+}}Racy(
// CHECK: 11 kernels: 6 race-free, 5 racy, 0 unknown
// OPEN: kernel 'inPlaceOpen({{.*}} is undecided: assumptions of the analysis contradict
// OPEN: kernel 'clampOpen({{.*}} is undecided: {{.*}}(a surface access that clamps)
// OPEN: 2 kernels: 0 race-free, 0 racy, 2 unknown

#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)

__global__ void writeGood(cudaSurfaceObject_t to, const float *in, int w) {
  surf2Dwrite(in[Y * w + X], to, X * 4, Y);
}

__global__ void layerGood(cudaSurfaceObject_t to, float v) {
  surf2DLayeredwrite(v, to, threadIdx.x * 4, threadIdx.y, blockIdx.x +
                     4 * blockIdx.y, cudaBoundaryModeZero);
}

__global__ void sliceGood(cudaSurfaceObject_t to, float v, int n) {
  for (int z = 0; z < n; ++z)
    surf3Dwrite(make_float4(v, v, v, v), to, X * 16, Y, z);
}

// Slices of 2^40 elements, in the text of the protocol, too.
__global__ void voxelsGood(cudaSurfaceObject_t to, unsigned char v, int z) {
  surf3Dwrite(v, to, X, Y, z);
}

__global__ void twoGood(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  float v;
  surf2Dread(&v, from, 4 * (X ^ 1), Y);
  surf2Dwrite(v, to, 4 * X, Y);
}

__global__ void behindGood(cudaSurfaceObject_t s) {
  if (blockIdx.x || blockIdx.y)
    return;
  float v = threadIdx.x;
  surf2Dwrite(v, s, 4 * threadIdx.x, threadIdx.y);
  __syncthreads();
  surf2Dread(&v, s, 4 * (threadIdx.x ^ 1), threadIdx.y);
  __syncthreads();
  surf2Dwrite(v, s, 4 * threadIdx.x, threadIdx.y);
}

// Bytes, not elements.
__global__ void bytesRacy(cudaSurfaceObject_t to, const float *in) {
  surf2Dwrite(in[X], to, X, Y);
}

__global__ void rowRacy(cudaSurfaceObject_t to, const float *in) {
  surf2Dwrite(in[X], to, X * 4, threadIdx.y);
}

__global__ void layerRacy(cudaSurfaceObject_t to, const float *in) {
  surf2DLayeredwrite(in[X], to, threadIdx.x * 4, threadIdx.y, blockIdx.x);
}

__global__ void oneRacy(cudaSurfaceObject_t to) {
  float v;
  surf2Dread(&v, to, 4 * (X ^ 1), Y);
  surf2Dwrite(v, to, 4 * X, Y);
}

__global__ void betweenRacy(cudaSurfaceObject_t s) {
  if (blockIdx.x || blockIdx.y)
    return;
  float v = threadIdx.x;
  surf2Dwrite(v, s, 4 * threadIdx.x, threadIdx.y);
  surf2Dread(&v, s, 4 * (threadIdx.x ^ 1), threadIdx.y);
}

__global__ void inPlaceOpen(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  float v;
  surf2Dread(&v, from, 4 * (X ^ 1), Y);
  surf2Dwrite(v, to, 4 * X, Y);
}

void host(cudaSurfaceObject_t s) { inPlaceOpen<<<4, 32>>>(s, s); }

__global__ void clampOpen(cudaSurfaceObject_t to) {
  surf2Dwrite(1.0f, to, 4 * X, Y, cudaBoundaryModeClamp);
}
