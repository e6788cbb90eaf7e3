// What __syncthreads_or, _and and _count return is the same for all threads of a
// block: loops that end when nothing has changed, and branches.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int Size = 256;

#define RELAX(NAME, BETWEEN, AGAIN)                                            \
  __global__ void NAME(int *distances, const int *weights) {                   \
    __shared__ int d[Size];                                                    \
    int t = threadIdx.x, first = blockIdx.x * Size;                            \
    d[t] = distances[first + t];                                               \
    __syncthreads();                                                           \
    bool changed;                                                              \
    do {                                                                       \
      int through = d[(t + 1) % Size] + weights[t];                            \
      changed = through < d[t];                                                \
      BETWEEN;                                                                 \
      d[t] = min(through, d[t]);                                               \
    } while (AGAIN);                                                           \
    distances[first + t] = d[(t + 1) % Size];                                  \
  }

RELAX(untilNothingChanges, __syncthreads(), __syncthreads_or(changed))
RELAX(untilFewChange, __syncthreads(), __syncthreads_count(changed) > 3)
RELAX(noBarrierBetween, , __syncthreads_or(changed)) // expected-warning {{data race on 'd'}} expected-note 1+{{}}
RELAX(eachThreadForItself, __syncthreads(), changed) // expected-remark {{undecided}}

// The test stands at the beginning of the loop.
__global__ void whileAny(int *out) {
  __shared__ int s[Size + 1];
  int t = threadIdx.x, x = t;
  while (__syncthreads_or(x < 100)) {
    x = s[t + 1] + x + 1;
    __syncthreads();
    s[t] = x;
  }
  out[blockIdx.x * Size + t] = s[t + 1];
}

__global__ void allOrNone(int *out, const int *in) {
  __shared__ int s[Size + 1];
  s[threadIdx.x] = in[threadIdx.x];
  if (__syncthreads_and(in[threadIdx.x] > 0))
    s[threadIdx.x] = 1;
  else
    out[blockIdx.x * Size + threadIdx.x] = s[threadIdx.x + 1];
}

__global__ void someOfThem(int *out, const int *in) {
  __shared__ int s[Size + 1];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (in[threadIdx.x] > 0)
    s[threadIdx.x] = 1; // expected-warning {{data race on 's'}} expected-note 1+{{}}
  else
    out[blockIdx.x * Size + threadIdx.x] = s[threadIdx.x + 1]; // expected-note 0+{{}}
}

void launch(int *out, const int *in) {
  untilNothingChanges<<<8, Size>>>(out, in);
  untilFewChange<<<8, Size>>>(out, in);
  noBarrierBetween<<<8, Size>>>(out, in);
  eachThreadForItself<<<8, Size>>>(out, in);
  whileAny<<<8, Size>>>(out);
  allOrNone<<<8, Size>>>(out, in);
  someOfThem<<<8, Size>>>(out, in);
}
