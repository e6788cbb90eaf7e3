// A kernel that is given one array twice reads what it writes itself: what it
// finds there is no input.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o program
// RUN: env RACEMAP_OPTIONS=benign=hide:exitcode=0:log_path=said.txt:launches=1:json=two.json ./program 2
// RUN: env RACEMAP_OPTIONS=benign=hide:exitcode=0:log_path=said.txt:launches=1:json=one.json ./program 1
// RUN: not %racemap check %s --observed=two.json -- -DUNSEEN 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: warning: data race on 'out' in kernel 'scatter(int*, int const*)': {{.*}} (input)
// RUN: %racemap check %s --observed=one.json --level=input -- -DUNSEEN 2>&1 | FileCheck %s --check-prefix=ONE
// ONE-NOT: warning: data race on 'out'{{.*}}write here
// ONE: {{^}}1 kernel: 0 race-free, {{.*}}

#include <cstdlib>

__global__ void scatter(int *out, const int *where) {
  if (threadIdx.x < 16)
    out[16 + (where[threadIdx.x] & 15)] = threadIdx.x;
}

#ifndef UNSEEN
int main(int, char **words) {
  int *out, *other;
  cudaMalloc(&out, 256);
  cudaMalloc(&other, 256);
  cudaMemset(out, 0, 256);
  cudaMemset(other, 0, 256);
  scatter<<<1, 32>>>(out, std::atoi(words[1]) == 2 ? other : out + 8);
}
#endif
