// What is read decides how often a loop runs, where it begins and ends, or comes
// out of a choice: who fills these arrays knows how large the other one is.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -w %s \
// RUN:   -fplugin-arg-racemap-level=possible -fplugin-arg-racemap-json=%t.json
// RUN: python3 %S/Inputs/certainties.py %t.json | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


// CHECK: falling(: keys possible
__global__ void falling(const unsigned *lengths, const unsigned *keys,
                        unsigned *out, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned length = lengths[i], sum = 0;
  const unsigned *k = keys + i * 16;
  while (length > 12) {
    sum += *k;
    k += 3;
    length -= 12;
  }
  out[i] = sum;
}

// CHECK-NEXT: ranges(: keys possible
__global__ void ranges(const int *begins, const unsigned *keys, unsigned *out,
                       int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned sum = 0;
  for (int j = begins[2 * i]; j < begins[2 * i + 1]; ++j)
    sum += keys[j];
  out[i] = sum;
}

// CHECK-NEXT: choice(: keys possible
__global__ void choice(const int *next, const unsigned *keys, unsigned *out,
                       int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += keys[k == 0 ? i : next[i]];
  out[i] = sum;
}

// CHECK-NEXT: distance(: keys possible
__global__ void distance(const int *next, const unsigned *keys, unsigned *out,
                         int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int d = next[i];
  out[i] = keys[d < 0 ? -d : d];
}

// What the kernel limits, it has to limit rightly.
// CHECK-NEXT: limited(: keys input
__global__ void limited(const int *begins, const unsigned *keys, unsigned *out,
                        int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int end = begins[i];
  if (end > 64 * n)
    return;
  unsigned sum = 0;
  for (int j = 0; j < end; ++j)
    sum += keys[j];
  out[i] = sum;
}

// CHECK-NEXT: clamped(: keys input
__global__ void clamped(const int *next, const unsigned *keys, unsigned *out,
                        int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int d = next[i];
  out[i] = keys[d < 0 ? 0 : d > 16 * n ? 16 * n : d];
}

// CHECK-NEXT: least(: keys input
__global__ void least(const int *begins, const unsigned *keys, unsigned *out,
                      int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned sum = 0;
  int limit = 16 * n + 1, end = begins[i], least = limit < end ? limit : end;
  for (int j = 0; j < least; ++j)
    sum += keys[j];
  out[i] = sum;
}

// What is read says whether, not where.
// CHECK-NEXT: found(: keys input
__global__ void found(const int *next, const unsigned *keys, unsigned *out,
                      int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  for (int j = 1; j <= 16 * n; ++j)
    if (next[i] == j)
      out[i] = keys[j];
}

// CHECK-NEXT: positive(: keys input
__global__ void positive(const int *next, const unsigned *keys, unsigned *out,
                         int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int d = next[i];
  out[i] = keys[d > 0 ? 16 * n + d : 0];
}

// CHECK-NEXT: digit(: bins input
__global__ void digit(const unsigned *keys, int n) {
  __shared__ unsigned bins[16];
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[keys[i] >> 27], 1u);
}

// Without what is read, too.
// CHECK-NEXT: beside(: keys input
__global__ void beside(const int *next, const unsigned *keys, unsigned *out,
                       int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = keys[next[i] / 4 + 16 * n];
}
// CHECK-NOT: {{.}}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  unsigned *keys, *out;
  int *in;
  cudaMalloc((void **)&in, n * 8ul);
  cudaMalloc((void **)&keys, n * 64ul);
  cudaMalloc((void **)&out, n * 4ul);
  dim3 grid((n + 255) / 256);
  falling<<<grid, 256>>>((unsigned *)in, keys, out, n);
  ranges<<<grid, 256>>>(in, keys, out, n);
  choice<<<grid, 256>>>(in, keys, out, n);
  distance<<<grid, 256>>>(in, keys, out, n);
  limited<<<grid, 256>>>(in, keys, out, n);
  clamped<<<grid, 256>>>(in, keys, out, n);
  least<<<grid, 256>>>(in, keys, out, n);
  found<<<grid, 256>>>(in, keys, out, n);
  positive<<<grid, 256>>>(in, keys, out, n);
  digit<<<grid, 256>>>(keys, n);
  beside<<<grid, 256>>>(in, keys, out, n);
}
