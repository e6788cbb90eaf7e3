// A kernel that is given one array twice reads what it writes itself: what it
// finds there may change.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o program
// RUN: env RACEMAP_OPTIONS=exitcode=0:log_path=said.txt:launches=1:json=two.json ./program 2
// RUN: env RACEMAP_OPTIONS=exitcode=0:log_path=said.txt:launches=1:json=one.json ./program 1
// RUN: %racemap check %s --observed=two.json -- -DUNSEEN 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: {{^}}1 kernel: 1 race-free, 0 racy, 0 unknown; 1 of the race-free ones only in the launches that were observed{{$}}
// RUN: %racemap check %s --observed=one.json --level=possible -- -DUNSEEN >one.txt 2>&1 || true
// RUN: FileCheck %s --check-prefix=ONE <one.txt
// ONE: data race on 'out' in kernel 'twice(int*, int const*)': two threads of one {{block|warp}} write here
// ONE: {{^}}1 kernel: 0 race-free, {{.*}}

#include <cstdlib>

__global__ void twice(int *out, const int *where) {
  int before = where[0];
  __syncthreads();
  if (threadIdx.x == 0)
    out[0] = before + 1;
  __syncthreads();
  int after = where[0];
  if (before != after)
    out[threadIdx.x / 2 + 1] = threadIdx.x;
}

#ifndef UNSEEN
int main(int, char **words) {
  int *out, *other;
  cudaMalloc(&out, 256);
  cudaMalloc(&other, 256);
  cudaMemset(out, 0, 256);
  cudaMemset(other, 0, 256);
  twice<<<1, 32>>>(out, std::atoi(words[1]) == 2 ? other : out);
}
#endif
