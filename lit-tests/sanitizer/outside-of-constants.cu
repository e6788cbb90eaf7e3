// Nobody writes constant memory while a kernel runs, but an index can leave a
// variable that is there: read past its end, or before it.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -w %s -o %t
// RUN: not %t 4 2>&1 | FileCheck %s --check-prefixes=BAD
// RUN: not %t -1 2>&1 | FileCheck %s --check-prefixes=BAD
// RUN: %t 0 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: not %racemap check %s --confirm 2>&1 | FileCheck %s --check-prefix=CONFIRM
#include <cstdlib>

__constant__ double coefficients[4] = {1, 2, 3, 4};
__constant__ double others[4] = {5, 6, 7, 8};

__global__ void use(double *out, int from) {
  out[threadIdx.x] = coefficients[from + threadIdx.x] * others[3];
}

__global__ void over(double *out) {
  out[threadIdx.x] = coefficients[threadIdx.x] + others[0];
}

int main(int, char **argv) {
  double *out;
  cudaMalloc(&out, 64 * sizeof(double));
  if (argv[1])
    use<<<1, 4>>>(out, atoi(argv[1]));
  else
    over<<<1, 32>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// BAD: WARNING: RaceMap: out-of-bounds access
// BAD: Read of 8 bytes at {{.*}} by thread ({{[03]}},0,0) of block (0,0,0)
// BAD: #0 use(double*, int) {{.*}}outside-of-constants.cu:16:22
// GOOD-NOT: RaceMap
// CONFIRM: outside-of-constants.cu:20:22: note: confirmed by a run of its witness: out-of-bounds access to 'coefficients' in kernel 'over(double*)'
