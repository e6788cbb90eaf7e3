// Threads that never wait run one after the other, or several at a time: each
// has its own numbers, whatever the block's dimensions are, and what they leave
// is what threads with fibers leave (with a seed, each has one).
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -O2 %s -o %t
// RUN: %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=3 %t | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -O2 %s -o %t.sanitized
// RUN: %t.sanitized | FileCheck %s
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Scale {
  float by;
  int add;
  __device__ float operator()(float x) const { return x * by + add; }
};

__device__ unsigned laneOf() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__global__ void numbers(unsigned *out) {
  unsigned index = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x +
                   threadIdx.x;
  unsigned block = (blockIdx.y * gridDim.x) + blockIdx.x;
  unsigned size = blockDim.x * blockDim.y * blockDim.z;
  out[block * size + index] = threadIdx.x | threadIdx.y << 8 |
                              threadIdx.z << 16 | laneOf() << 24;
}

__global__ void guarded(const float *__restrict__ in, float *__restrict__ out,
                        int n, Scale f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = f(in[i]);
}

// A limit that is read again and again, a number that ends somehow.
__global__ void loops(const int *begin, const int *values, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = 0;
  for (int k = begin[i]; k < begin[i + 1]; ++k)
    out[i] += values[k];
  unsigned x = out[i] + 1;
  int steps = 0;
  while (x != 1 && steps < 1000) {
    x = x & 1 ? 3 * x + 1 : x >> 1;
    ++steps;
  }
  out[i] = out[i] * 1000 + steps;
}

__global__ void local(int *out) {
  int own[8];
  for (int k = 0; k < 8; ++k)
    own[k] = threadIdx.x * 8 + k;
  out[threadIdx.x] = own[(threadIdx.x * 5 + out[threadIdx.x]) % 8];
}

template <typename T> struct Array {
  T *p;
  size_t n;
  explicit Array(const std::vector<T> &from) : n(from.size()) {
    cudaMallocManaged(&p, n * sizeof(T));
    for (size_t i = 0; i < n; ++i)
      p[i] = from[i];
  }
};

static void say(const char *what, bool isRight) {
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s: %s\n", what, isRight && !error ? "right" : "WRONG");
}

static bool areNumbers(dim3 grid, dim3 block) {
  unsigned size = block.x * block.y * block.z;
  Array<unsigned> out(std::vector<unsigned>(grid.x * grid.y * size));
  numbers<<<grid, block>>>(out.p);
  bool isRight = cudaDeviceSynchronize() == cudaSuccess;
  for (unsigned b = 0; b < grid.x * grid.y; ++b)
    for (unsigned i = 0; i < size; ++i)
      isRight &= out.p[b * size + i] ==
                 (i % block.x | i / block.x % block.y << 8 |
                  i / block.x / block.y << 16 | i % 32 << 24);
  return isRight;
}

int main() {
  bool all = true;
  for (dim3 block : {dim3(1), dim3(7), dim3(64), dim3(250), dim3(5, 3, 2),
                     dim3(1, 40), dim3(1, 1, 9), dim3(33, 2, 3), dim3(32, 8)})
    all &= areNumbers(dim3(3, 2), block);
  say("numbers", all); // CHECK: numbers: right

  std::vector<float> x(1000);
  for (int i = 0; i < 1000; ++i)
    x[i] = i * .5f;
  Array<float> in(x), out(std::vector<float>(1000, -1));
  guarded<<<4, 256>>>(in.p, out.p, 997, {2, 3});
  all = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 1000; ++i)
    all &= out.p[i] == (i < 997 ? i + 3 : -1);
  say("guarded", all); // CHECK: guarded: right

  std::vector<int> begin{0}, values;
  for (int i = 0; i < 300; ++i) {
    for (int k = 0; k < i % 7; ++k)
      values.push_back(i + k);
    begin.push_back(int(values.size()));
  }
  Array<int> b(begin), v(values), sums(std::vector<int>(300));
  loops<<<3, 128>>>(b.p, v.p, sums.p, 300);
  all = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 300; ++i) {
    int sum = 0, steps = 0;
    for (int k = 0; k < i % 7; ++k)
      sum += i + k;
    for (unsigned n = sum + 1; n != 1 && steps < 1000; ++steps)
      n = n & 1 ? 3 * n + 1 : n >> 1;
    all &= sums.p[i] == sum * 1000 + steps;
  }
  say("loops", all); // CHECK: loops: right

  Array<int> own(std::vector<int>(200, 1));
  local<<<1, 200>>>(own.p);
  all = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 200; ++i)
    all &= own.p[i] == i * 8 + (i * 5 + 1) % 8;
  say("local", all); // CHECK: local: right
}
