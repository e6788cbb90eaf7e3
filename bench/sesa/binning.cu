// Samples are put into the bins of a grid: whether a bin has room is read
// plainly, beside the atomic additions of others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

struct Sample {
  float x, y, z, re, im;
};

__global__ void binning(unsigned n, const Sample *samples, unsigned *cells,
                        unsigned *numbers, unsigned *counts, unsigned room,
                        unsigned width, unsigned height) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Sample s = samples[i];
    unsigned bin =
        (unsigned)s.z * width * height + (unsigned)s.y * width + (unsigned)s.x;
    if (counts[bin] < room) {
      unsigned count = atomicAdd(counts + bin, 1);
      cells[i] = bin;
      numbers[i] = count;
    }
  }
}

void launch(unsigned n, const Sample *samples, unsigned *cells,
            unsigned *numbers, unsigned *counts, unsigned room) {
  binning<<<(n + THREADS - 1) / THREADS, THREADS>>>(n, samples, cells, numbers,
                                                    counts, room, 64, 64);
}
