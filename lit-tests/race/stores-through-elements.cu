// Where a program fills an array of places itself, in a way that is not
// followed, a race of stores through two equal elements of it is no warning. It
// is one where several are meant to come to an element, where the places are not
// the elements alone, and where anybody may say them.
//
// RUN: %runtime
// RUN: %racemap check %s --bounds=off 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s --bounds=off --level=possible --kernel=scatter 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: not %racemap check %s --bounds=off -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: kernel 'scatter({{.*}} is undecided: race if two elements of 'place' are equal; no launch in sight rules that out
// GOOD: kernel 'rows({{.*}} race if two elements of 'row' are equal
// GOOD: kernel 'twoDeep({{.*}} race if two elements of '{{place' or 'order|order' or 'place}}' are equal
// GOOD: kernel 'offered({{.*}} race if two elements of 'place' are equal
// GOOD: kernel 'declared({{.*}} race if two elements of 'places' are equal
// GOOD: 6 kernels: 1 race-free, 0 racy, 5 unknown
//
// POSSIBLE: warning: data race on 'out' in kernel 'scatter({{.*}} (possible)
//
// BAD-DAG: data race on 'out' in kernel 'scatter({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'rows({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'twoDeep({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'offered({{.*}} (input)
// BAD-DAG: data race on 'count' in kernel 'histogram({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'hashed({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'given({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'declared({{.*}} (input)
// BAD: 9 kernels: 1 race-free, 8 racy, 0 unknown

#include <cstdlib>

__global__ void scatter(int *out, const int *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef BAD // two threads for each element
  if (i < 2 * n)
    out[place[i / 2]] = i;
#else
  if (i < n)
    out[place[i]] = i;
#endif
}
__global__ void rows(int *out, const int *row, int width) {
#ifdef BAD // neighbours of a row, too
  for (int x = threadIdx.x; x <= width; x += blockDim.x)
#else
  for (int x = threadIdx.x; x < width; x += blockDim.x)
#endif
    out[row[blockIdx.x] * width + x] = blockIdx.x;
}
__global__ void twoDeep(int *out, const int *place, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
#ifdef BAD // of another row
    out[place[order[i]] + i] = i;
#else
    out[place[order[i]]] = i;
#endif
}
static void offer(int *out, int *place, int n);
__global__ void offered(int *out, const int *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
#ifdef BAD
    out[place[i] & ~1] = i;
#else
    out[place[i]] = i;
#endif
}
static void offer(int *out, int *place, int n) {
  offered<<<(n + 255) / 256, 256>>>(out, place, n);
}
__device__ int places[64];
__global__ void declared(int *out) {
#ifdef BAD
  out[places[threadIdx.x / 2]] = threadIdx.x;
#else
  out[places[threadIdx.x]] = threadIdx.x;
#endif
}
void anybodyElse(int *out) { declared<<<1, 64>>>(out); }
#ifdef BAD
__global__ void histogram(int *count, const int *bin, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[bin[i]] += 1;
}
__global__ void hashed(int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[key[i] % n] = i;
}
__global__ void given(int *out, const int *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[place[i]] = i;
}
void anybody(int *out, const int *place, int n) {
  given<<<(n + 255) / 256, 256>>>(out, place, n);
}
#endif
__global__ void fill(int *place) { place[threadIdx.x] = threadIdx.x; }
static void program(int n, int width) {
  int *out, *place, *order;
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&place, n * sizeof(int));
  cudaMalloc((void **)&order, n * sizeof(int));
  fill<<<1, 32>>>(place);
  fill<<<1, 32>>>(order);
  scatter<<<(2 * n + 255) / 256, 256>>>(out, place, n);
  rows<<<n, 64>>>(out, place, width);
  twoDeep<<<(n + 255) / 256, 256>>>(out, place, order, n);
  offer(out, place, n);
#ifdef BAD
  histogram<<<(n + 255) / 256, 256>>>(out, place, n);
  hashed<<<(n + 255) / 256, 256>>>(out, place, n);
#endif
}
int main(int argc, char **argv) { program(atoi(argv[1]), atoi(argv[2])); }
