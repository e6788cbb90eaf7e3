// A bitonic sort in shared memory; the inner loop needs its barrier.
//
// If threads only write when elements are out of order, whether a race happens
// depends on values that others may be writing: without the barrier that kernel
// is undecided, and its findings are possible ones.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=60000 --level=possible 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD-DAG: warning: data race on 's' in kernel 'sort(int*)': {{.*}}(provable)
// BAD-DAG: 'swapping(int*)' is undecided: only possible findings
// BAD-DAG: warning: data race on 's' in kernel 'swapping(int*)': {{.*}}(possible)
// BAD: 2 kernels: 0 race-free, 1 racy, 1 unknown
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

template <typename F> __device__ void bitonic(int *data, F exchange) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t)
        exchange(s[t], s[other], (t & k) == 0);
#ifdef FIXED
      __syncthreads();
#endif
    }
  }
  data[blockIdx.x * 256 + t] = s[t];
}

__global__ void sort(int *data) {
  bitonic(data, [](int &a, int &b, bool up) {
    int low = min(a, b), high = max(a, b);
    a = up ? low : high;
    b = up ? high : low;
  });
}

__global__ void swapping(int *data) {
  bitonic(data, [](int &a, int &b, bool up) {
    int x = a, y = b;
    if ((x > y) == up) {
      a = y;
      b = x;
    }
  });
}

void launch(int *data) {
  sort<<<8, 256>>>(data);
  swapping<<<8, 256>>>(data);
}
