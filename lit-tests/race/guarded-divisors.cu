// What an index is divided by is a length, and at least 1; but not where the
// kernel asks whether it is, and not where the launch passes something else.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel='asks|period|step|product' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --kernel='broadcast|rows|wide' --json=%t.json 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON <%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD-DAG: data race on 'o' in kernel 'asks({{.*}} (provable)
// BAD-DAG: data race on 'o' in kernel 'period({{.*}} (provable)
// BAD-DAG: data race on 'o' in kernel 'step({{.*}} (provable)
// BAD-DAG: data race on 'o' in kernel 'product({{.*}} (provable)
// BAD: 4 kernels: 0 race-free, 4 racy, 0 unknown
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown
// JSON: "w > 0"

__global__ void asks(int *o, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (w > 0)
    o[i / w * w + i % w] = i;
  else
    o[0] = i;
}

__global__ void period(int *o, const int *in, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (length > 0)
    o[i] = in[i % length];
  else
    o[1] = in[i];
}

// Passed below 0 by the launch, which is none of a length.
__global__ void step(int *o, int w) {
  int i = threadIdx.x;
  o[i / w * 2] = i;
}

__global__ void product(int *o, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((i + 1) * w > 0)
    o[i / w * w + i % w] = i;
  else
    o[0] = i;
}

// What is asked of it says nothing of 0.
__global__ void wide(int *o, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (w > 256 || w == 3)
    return;
  o[i / w * w + i % w] = w % 4 == 0 ? i : 1;
}

__global__ void broadcast(int *o, const int *in, int inner) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = inner ? in[i / inner] : in[0];
}

__global__ void rows(int *o, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i / w * w + i % w] = i;
}

void launch(int *o, const int *in, int w) {
  asks<<<4, 32>>>(o, w);
  period<<<4, 32>>>(o, in, w);
  step<<<1, 32>>>(o, -2);
  product<<<4, 32>>>(o, w);
  wide<<<4, 32>>>(o, w);
  broadcast<<<4, 32>>>(o, in, 0);
  rows<<<4, 32>>>(o, w);
}
