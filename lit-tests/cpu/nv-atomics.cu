// nvcc's own atomic functions, in all forms.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t

#define SCOPED __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE

struct Values {
  int sum, ored, anded, xored, low, high, swapped, loaded;
  float real;
  unsigned long long tripled;
  double halved;
  float2 pair;
};

__device__ Values at;

__global__ void all() {
  int me = threadIdx.x;
  __nv_atomic_fetch_add(&at.sum, me + 2, __NV_ATOMIC_RELAXED);
  __nv_atomic_sub(&at.sum, 2, SCOPED);
  __nv_atomic_or(&at.ored, 1 << me % 8, __NV_ATOMIC_RELAXED,
                 __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_and(&at.anded, ~(1 << me % 8), __NV_ATOMIC_ACQ_REL);
  __nv_atomic_xor(&at.xored, me, SCOPED);
  __nv_atomic_min(&at.low, -me, SCOPED);
  __nv_atomic_fetch_max(&at.high, me, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_add(&at.real, 0.5f, SCOPED);
  unsigned long long old;
  __nv_atomic_load(&at.tripled, &old, SCOPED);
  while (!__nv_atomic_compare_exchange_n(&at.tripled, &old, old + 3, true,
                                         __NV_ATOMIC_ACQ_REL,
                                         __NV_ATOMIC_RELAXED)) {
  }
  // What is no number of the machine has these forms alone.
  double was, is;
  __nv_atomic_load(&at.halved, &was, SCOPED);
  do
    is = was + 0.5;
  while (!__nv_atomic_compare_exchange(&at.halved, &was, &is, true,
                                       __NV_ATOMIC_ACQ_REL,
                                       __NV_ATOMIC_RELAXED));
  if (me == 0) {
    float2 pair = {1, 2}, other;
    __nv_atomic_store(&at.pair, &pair, SCOPED);
    pair.x = 3;
    __nv_atomic_exchange(&at.pair, &pair, &other, SCOPED);
    at.loaded = other.y == 2 ? 0 : 1;
    int seven = 7, got;
    __nv_atomic_store(&at.swapped, &seven, __NV_ATOMIC_RELEASE,
                      __NV_THREAD_SCOPE_CLUSTER);
    __nv_atomic_exchange(&at.swapped, &seven, &got, SCOPED);
    at.loaded += got + __nv_atomic_exchange_n(&at.swapped, 9, SCOPED);
  }
}

int main() {
  Values is = {};
  is.anded = -1;
  cudaMemcpyToSymbol(at, &is, sizeof is);
  all<<<1, 64>>>();
  cudaMemcpyFromSymbol(&is, at, sizeof is);
  return is.sum == 63 * 32 && is.ored == 255 && is.anded == ~255 &&
                 is.xored == 0 && is.low == -63 && is.high == 63 &&
                 is.real == 32 && is.tripled == 192 && is.swapped == 9 &&
                 is.loaded == 14 && is.halved == 32 && is.pair.x == 3
             ? 0
             : 1;
}
