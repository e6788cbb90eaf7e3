// Where an array says where the part of each block begins, a race of parts that
// overlap is no warning. It is one where two blocks come to the same element of
// it, go beyond their parts, or what is read is the number of a row.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s --level=possible --kernel=ragged 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: kernel 'ragged({{.*}} is undecided: race if the parts that 'start' says the beginnings of overlap; no launch in sight rules that out
// GOOD: kernel 'boxes({{.*}} race if the parts that 'box' says the beginnings of overlap
// GOOD: kernel 'tiles({{.*}} race if the parts that '{{row' and 'column|column' and 'row}}' say the beginnings of overlap
// GOOD: kernel 'backwards({{.*}} race if the parts that 'end' says the beginnings of overlap
// GOOD: 4 kernels: 0 race-free, 0 racy, 4 unknown
//
// POSSIBLE: warning: data race on 'out' in kernel 'ragged({{.*}} (possible)
// POSSIBLE: (only if the parts that 'start' says the beginnings of overlap)
//
// BAD-DAG: data race on 'out' in kernel 'ragged({{.*}} (input)
// BAD-DAG: data race on 'force' in kernel 'boxes({{.*}} (input)
// BAD-DAG: data race on 'image' in kernel 'tiles({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'backwards({{.*}} (input)
// BAD-DAG: data race on 'gradient' in kernel 'embedding({{.*}} (input)
// BAD-DAG: data race on 'table' in kernel 'rowsOfTable({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'halo({{.*}} (input)
// BAD-DAG: data race on 'count' in kernel 'histogram({{.*}} (input)
// BAD-DAG: data race on 'density' in kernel 'deposit({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'experts({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'letters({{.*}} (input)
// BAD: 11 kernels: 0 race-free, 11 racy, 0 unknown

__global__ void ragged(float *out, const int *start, const int *length) {
  int b = blockIdx.x;
#ifdef BAD // of two blocks each
  b /= 2;
#endif
  for (int i = threadIdx.x; i < length[b]; i += blockDim.x)
    out[start[b] + i] = i;
}

struct Box {
  int x, y, z, offset;
};
struct Force {
  float v, x, y, z;
};

__global__ void boxes(Force *force, const Box *box, int n) {
  int b = blockIdx.x;
  if (b >= n)
    return;
  int first = box[b].offset;
  for (int i = threadIdx.x; i < 100; i += blockDim.x) {
    Force &its = force[first + i];
    its.v += 1;
#ifdef BAD // of the next thread
    its.x += force[first + i + 1].v;
#else
    its.x += its.v;
#endif
  }
}

__global__ void tiles(float *image, const int *row, const int *column,
                      int pitch) {
  int b = blockIdx.x;
#ifdef BAD // one tile after seven blocks
  b %= 7;
#endif
  int x = column[b] + threadIdx.x;
  if (0 <= x && x < pitch)
    image[(row[b] + threadIdx.y) * pitch + x] = b;
}

__global__ void backwards(float *out, const unsigned long *end) {
#ifdef BAD // the first has the part of the second, too
  out[end[blockIdx.x == 0 ? 1 : blockIdx.x] - 1 - threadIdx.x] = blockIdx.x;
#else
  out[end[blockIdx.x] - 1 - threadIdx.x] = blockIdx.x;
#endif
}

#ifdef BAD
__global__ void embedding(float *gradient, const int *index, const float *in,
                          int width) {
  int t = threadIdx.x;
  if (t < width)
    gradient[index[blockIdx.x] * width + t] += in[blockIdx.x * width + t];
}

__global__ void rowsOfTable(float *table, const int *index, const float *in) {
  if (threadIdx.x < 64)
    table[index[blockIdx.x] * 64 + threadIdx.x] += in[threadIdx.x];
}

// What is behind the last is of the next block.
__global__ void halo(float *out, float *last, const int *start) {
  int i = start[blockIdx.x] + threadIdx.x;
  out[i] = i;
  __syncthreads();
  if (threadIdx.x + 1 == blockDim.x)
    last[blockIdx.x] = out[i + 1];
}

__global__ void histogram(int *count, const int *bin) {
  count[bin[blockIdx.x * blockDim.x + threadIdx.x]] += 1;
}

__global__ void deposit(float *density, const int *cell, const float *weight) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    density[cell[i] + k] += weight[i];
}

__global__ void experts(float *out, const int *start, const int *expert) {
  out[start[expert[blockIdx.x]] + threadIdx.x] = blockIdx.x;
}

__global__ void letters(float *out, const unsigned char *start) {
  out[start[blockIdx.x] + threadIdx.x] = blockIdx.x;
}
#endif
