// What nvcc compiles and clang alone does not.
#include <cstddef>

enum Limits { Few = 64, Many = 1024 };
struct Flags {
  unsigned Count : 4;
};

double mixtures(short s, int i, unsigned u, long l, unsigned long ul,
                long long ll, unsigned long long ull, float f, double d,
                size_t size, Flags flags) {
  int (*chosen)(int, int) = max;
  return min(i, u) + min(u, i) + min(l, ul) + min(ul, l) + min(ll, ull) +
         max(ull, ll) + max(f, d) + max(d, f) + max(f, f) + max(d, d) +
         min(s, s) + min(Few, i) + min(flags.Count, 3u) + ::min(size, size) +
         max(ll, ll) + max(l, l) + max(true, false) + chosen(1, 2);
}
static __attribute__((unused)) void results(int i, unsigned u, float f) {
  static_assert(__is_same(decltype(min(i, u)), unsigned), "");
  static_assert(__is_same(decltype(min(i, i)), int), "");
  static_assert(__is_same(decltype(max(f, 1.0)), double), "");
  static_assert(__is_same(decltype(max(f, f)), float), "");
}

__global__ void fill(int *p, int n) {
  int i = min(blockIdx.x * blockDim.x + threadIdx.x, n);
  if (i < n)
    p[i] = max(i, 3);
}

void launches(int *p, int n, unsigned short few, unsigned short most) {
  fill<<<max((n + 255) / 256, 1), 256>>>(p, n);
  fill<<<1, min(few, most)>>>(p, n);
}

__global__ void shift(int *p) { p[threadIdx.x] = p[threadIdx.x + 1]; }
