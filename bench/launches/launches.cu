// Launches of kernels with few and with many conditions, as fast as the host can.
// The program prints the nanoseconds of one launch of each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void nothing() {}

__global__ void rows(int *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

__global__ void add(float *out, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] + b[i];
}

__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

template <class Function>
static void measure(const char *name, int count, Function launch) {
  using Clock = std::chrono::steady_clock;
  double least = 1e9;
  for (int run = 0; run < 5; ++run) {
    auto begin = Clock::now();
    for (int i = 0; i < count; ++i)
      launch();
    std::chrono::duration<double, std::nano> took = Clock::now() - begin;
    least = std::min(least, took.count() / count);
  }
  std::printf("%s %.2f\n", name, least);
}

int main(int argc, char **argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  // Never touched: there is nobody who would.
  auto *a = reinterpret_cast<float *>(4096), *b = a + 4096, *c = b + 4096;
  auto *words = reinterpret_cast<int *>(a);
  int size = 64 * (1 + argc / 100);
  measure("nothing", count, [&] { nothing<<<4, 64>>>(); });
  measure("rows", count, [&] { rows<<<4, 64>>>(words, size, size); });
  measure("add", count, [&] { add<<<4, 64>>>(a, b, c, size); });
  measure("transpose", count, [&] {
    transpose<<<dim3(4, 4), dim3(16, 16)>>>(a, b, size, size);
  });
}
