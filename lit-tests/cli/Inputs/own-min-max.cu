// What has min and max of its own, or std's: the overlay stays out of the way.
#ifdef MACROS
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#elif defined(FUNCTIONS)
int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a < b ? b : a; }
extern "C" unsigned min(unsigned, unsigned);
#elif defined(TEMPLATES)
template <class T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> T min(T a, T b) { return a < b ? a : b; }
template <class T> T min(T a, T b, T c) { return min(min(a, b), c); }
int ofThree(int a) { return min(a, 2, 3) + max<unsigned>(2, 3u); }
#elif defined(TWO_TYPES)
template <class A, class B> auto min(A a, B b) -> decltype(a + b) {
  return a < b ? a : b;
}
template <class A, class B> auto max(A a, B b) -> decltype(a + b) {
  return a < b ? b : a;
}
int ofTwo(int a) { return min(a, 2l) + max(a, 3u); }
#else
#include <algorithm>
#include <string>
using namespace std;
string first(string a, string b) { return min(a, b) + std::max(b, a); }
int listed(int a) { return min({a, 2, 3}) + max<unsigned>(2, 3u); }
#endif

__host__ __device__ int both(int a, int b) {
#ifdef __CUDA_ARCH__
  return min(a, b);
#else
  return a;
#endif
}

__global__ void fill(int *p, int n) {
  int i = min((int)(blockIdx.x * blockDim.x + threadIdx.x), both(n, n));
  if (i < n)
    p[i] = max(i, 3);
}

void launches(int *p, int n) {
  fill<<<max((n + 255) / 256, 1), min(n, 256)>>>(p, n);
}

__global__ void shift(int *p) { p[threadIdx.x] = p[threadIdx.x + 1]; }
