// The other common form: each thread merges two neighbouring runs from one
// array into another, and then the arrays change places.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void mergeSort(int *data) {
  __shared__ int a[THREADS], b[THREADS];
  int t = threadIdx.x;
  a[t] = data[blockIdx.x * THREADS + t];
  int *from = a, *to = b;
  for (int width = 1; width < THREADS; width *= 2) {
    __syncthreads();
    int begin = 2 * width * t;
    if (begin < THREADS) {
      int i = begin, middle = begin + width, j = middle, end = middle + width;
      for (int k = begin; k < end; ++k) {
        bool left = i < middle && (j >= end || from[i] <= from[j]);
        to[k] = left ? from[i++] : from[j++];
      }
    }
    int *other = from;
    from = to;
    to = other;
  }
  __syncthreads();
  data[blockIdx.x * THREADS + t] = from[t];
}

void launch(int *data, int blocks) { mergeSort<<<blocks, THREADS>>>(data); }
