// How long a list of the program's own is the host knows, that says so: only
// contents that it does not put there leave it. Lists of the kernel's own are
// others.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown
// BAD-DAG: out-of-bounds access to 'joints' in kernel 'chain({{.*}} (input)
// BAD-DAG: out-of-bounds access to 'list' in kernel 'copied({{.*}} (input)

struct Joint {
  int parent;
  float angle;
};
__constant__ Joint joints[16];
__constant__ int numJoints;

__global__ void chain(float *out) {
  float sum = 0;
#ifdef BAD // one more than there are, if there are none
  for (int j = 0; j <= numJoints; ++j)
    sum += joints[j + 15].angle;
#else
  for (int j = 0; j < numJoints; ++j)
    sum += joints[j].angle;
#endif
  out[threadIdx.x] = sum;
}
__global__ void copied(int *out, const int *in, int n) {
#ifdef BAD
  __shared__ int list[32];
  if (threadIdx.x == 0)
    for (int i = 0; i < in[0]; ++i)
      list[i] = i;
  __syncthreads();
  out[threadIdx.x] = list[threadIdx.x % 32];
#else
  out[threadIdx.x] = in[0];
#endif
}
void run(float *out, int *others, const int *in, int n) {
  chain<<<1, 32>>>(out);
  copied<<<1, 32>>>(others, in, n);
}
