// Each thread compares the word with the text at its own place, in pieces of
// the text that the block keeps in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

constexpr int Longest = 32;

__global__ void wordSearch(const char *text, int n, const char *word,
                           int length, int *found) {
  __shared__ char piece[THREADS + Longest], sought[Longest];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < length)
    sought[t] = word[t];
  if (i < n)
    piece[t] = text[i];
  if (t < Longest && i + THREADS < n)
    piece[t + THREADS] = text[i + THREADS];
  __syncthreads();
  if (i + length <= n) {
    int same = 0;
    while (same < length && piece[t + same] == sought[same])
      ++same;
    found[i] = same == length;
  }
}

void launch(const char *text, int n, const char *word, int length, int *found) {
  if (length <= Longest)
    wordSearch<<<(n + THREADS - 1) / THREADS, THREADS>>>(text, n, word, length,
                                                         found);
}
