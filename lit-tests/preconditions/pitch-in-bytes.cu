// A pitch in bytes, where elements are counted: a row of so many quarters is
// long enough if there are four times as many bytes. A size that is known to be
// a multiple of four is four times its quarter. What is less is a race.
//
// RUN: %bare
// DEFINE: %{kernel} =
// DEFINE: %{check} = %racemap check --budget-ms=10000 %s --kernel=^%{kernel}_ 2>&1 | FileCheck %s
// REDEFINE: %{kernel} = shifted
// RUN: %{check} --check-prefix=FOUR --implicit-check-not=warning:
// REDEFINE: %{kernel} = divided
// RUN: %{check} --check-prefix=FOUR --implicit-check-not=warning:
// REDEFINE: %{kernel} = wide
// RUN: %{check} --check-prefix=EIGHT --implicit-check-not=warning:
// REDEFINE: %{kernel} = tokens
// RUN: %{check} --check-prefix=TOKENS --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=10000 %s --kernel=odd_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ODD
// RUN: not %racemap check --budget-ms=10000 %s --kernel=short_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SHORT
// RUN: not %racemap check --budget-ms=10000 %s --kernel=overlapping_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=OVERLAPPING
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FOUR: undecided: race if {{(pitch >= 2147483648 \|\| )?}}pitch < 4 * width;
// EIGHT: undecided: race if {{(pitch >= 2147483648 \|\| )?}}pitch < 8 * width;
// TOKENS: undecided: race if d * gridDim.x >= 2147483648
// ODD: warning: data race on 'out'
// SHORT: warning: data race on 'out'
// OVERLAPPING: warning: data race on 'out'

typedef unsigned long size_t;

#define ROWS(NAME, PITCH, AT)                                                  \
  __global__ void NAME(unsigned *out, PITCH pitch, int width, int height) {    \
    int x = blockIdx.x * blockDim.x + threadIdx.x;                             \
    int y = blockIdx.y * blockDim.y + threadIdx.y;                             \
    if (x < width && y < height)                                               \
      out[AT] = x;                                                             \
  }
ROWS(shifted_, int, y * (pitch >> 2) + x)
ROWS(divided_, size_t, y *(pitch / sizeof(unsigned)) + x)
ROWS(wide_, size_t, y *(pitch / sizeof(unsigned)) + 2 * x)
ROWS(short_, size_t, y *(pitch / sizeof(unsigned)) + x)

// Rows of half the elements that are in them overlap.
__global__ void overlapping_(float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < n)
    out[(y * n >> 1) + x] = x;
}

#define TOKENS(NAME)                                                           \
  __global__ void NAME(float4 *out, int d) {                                   \
    int base = ((long long)blockIdx.x * d) >> 2;                               \
    for (int i = threadIdx.x; i < (d >> 2) + ROOM; i += blockDim.x)            \
      out[base + i] = {1.f * i, 0, 0, 0};                                      \
  }
struct alignas(16) float4 {
  float x, y, z, w;
};
#define ROOM 0
TOKENS(tokens_)
#undef ROOM
#define ROOM 1
TOKENS(odd_)

void launch(float *out, float4 *out4, int d, int n) {
  if (d % 4)
    return;
  tokens_<<<n, d / 4 < 1024 ? d / 4 : 1024>>>(out4, d);
  odd_<<<n, d / 4 < 1024 ? d / 4 : 1024>>>(out4, d);
  short_<<<dim3(4, 4), dim3(8, 8)>>>((unsigned *)out, 4 * 31, 32, 32);
  overlapping_<<<dim3(4, 4), 32>>>(out, 128);
}
