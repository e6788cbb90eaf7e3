// What is read first of a loop of atomicCAS() is checked by the swap: it races
// with no other thread's. It does if anything else rests on it, and with a
// plain write.
//
// RUN: %runtime
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: 5 kernels: 5 race-free, 0 racy, 0 unknown
// BAD-DAG: warning: data race on 'sum' in kernel 'add({{.*}}: this read and an atomic by another thread {{.*}} (provable)
// BAD-DAG: warning: data race on 'most' in kernel 'largest({{.*}} (provable)
// BAD-DAG: warning: data race on 'bits' in kernel 'half({{.*}} (provable)
// BAD-DAG: warning: data race on 'p' in kernel 'hoisted({{.*}} (provable)
// BAD-DAG: warning: data race on 'p' in kernel 'otherCheck({{.*}} (provable)
// BAD-DAG: kernel 'carried({{.*}} is undecided: only possible findings
// BAD-DAG: warning: data race on 'p' in kernel 'pair({{.*}} (provable)
// BAD-DAG: warning: data race on 'p' in kernel 'narrow({{.*}} (provable)
// BAD: 8 kernels: 0 race-free, 7 racy, 1 unknown

__global__ void add(double *sum, double *seen, const double *x) {
  auto *p = reinterpret_cast<unsigned long long *>(sum);
  unsigned long long old = *p, assumed;
#ifdef BAD
  seen[blockIdx.x * blockDim.x + threadIdx.x] = __longlong_as_double(old);
#endif
  double its = x[blockIdx.x * blockDim.x + threadIdx.x];
  do {
    assumed = old;
    old = atomicCAS(p, assumed,
                    __double_as_longlong(its + __longlong_as_double(assumed)));
  } while (assumed != old);
}

__global__ void largest(float *most, const float *x) {
  float its = x[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef BAD
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *most = 0;
#endif
  float old = *most;
  int seen, expected = __float_as_int(old);
  do {
    seen = expected;
    float known = __int_as_float(seen);
    expected = atomicCAS(reinterpret_cast<int *>(most), seen,
                         __float_as_int(fmaxf(known, its)));
  } while (expected != seen);
}

// Of another place than the one that is swapped.
__global__ void half(unsigned *bits, unsigned which) {
#ifdef BAD
  unsigned old = bits[0];
#else
  unsigned old = bits[which % 2];
#endif
  unsigned seen;
  do {
    seen = old;
    old = atomicCAS(&bits[which % 2], seen, seen | 1u << threadIdx.x % 32);
  } while (old != seen);
}

// What is stored is made by inline PTX, as CUDA's own atomicAdd() of two
// bfloat16 does.
__global__ void pair(unsigned *p, unsigned *all, unsigned its) {
  unsigned old = *p, seen;
  do {
    seen = old;
    unsigned sum;
    asm("add.u32 %0, %1, %2;" : "=r"(sum) : "r"(seen), "r"(its));
#ifdef BAD
    all[blockIdx.x * blockDim.x + threadIdx.x] = seen;
#endif
    old = atomicCAS(p, seen, sum);
  } while (seen != old);
}

// Numbers of 16 bits are compared as int.
__global__ void narrow(unsigned short *p, int *all, unsigned short its) {
  unsigned short old = *p, seen;
  do {
    seen = old;
#ifdef BAD
    all[blockIdx.x * blockDim.x + threadIdx.x] = seen;
#endif
    old = atomicCAS(p, seen, seen + its);
  } while (seen != old);
}

#ifdef BAD
// The second swap writes what was made of the read, which it does not check.
__global__ void hoisted(int *p) {
  int old = *p, seen, next = old + threadIdx.x;
  do {
    seen = old;
    old = atomicCAS(p, seen, next);
  } while (seen != old);
}

__global__ void otherCheck(int *p, int *won) {
  int old = *p, found = atomicCAS(p, old, old + 1);
  if (found == old * 2 + 3)
    won[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Of the element before.
__global__ void carried(int *t, const int *nextOf, int n) {
  int at = 0, carry = 0;
  for (int k = 0; k < n; ++k) {
    atomicCAS(&t[at], carry, k);
    carry = t[at];
    at = nextOf[at];
  }
}
#endif
