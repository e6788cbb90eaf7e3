// What a Thrust call does with a function of the user's, through iterators
// that are passed by value.
//
// RUN: %runtime
// RUN: not %racemap check %s --kernel=for_each --budget-ms=60000 -- \
// RUN:   -std=c++17 2>&1 | FileCheck %s --implicit-check-not='Visit<false>'
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: :[[@LINE+11]]:{{.*}}warning: data race on {{.*}}Visit<true>
// CHECK: 2 kernels: 1 race-free, 1 racy, 0 unknown

#include <thrust/device_vector.h>
#include <thrust/for_each.h>

template <bool Bad> struct Visit {
  int *Out;
  __device__ void operator()(int &X) const {
    X += 1;
    if (Bad)
      *Out = X;
  }
};

void visit(thrust::device_vector<int> &V, int *Out) {
  thrust::for_each(V.begin(), V.end(), Visit<true>{Out});
  thrust::for_each(V.begin(), V.end(), Visit<false>{Out});
}
