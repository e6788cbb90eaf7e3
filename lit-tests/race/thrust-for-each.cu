// What a Thrust call does with a function of the user's, through iterators
// that are passed by value.
//
// RUN: not %racemap check %s --kernel=for_each --budget-ms=60000 -- \
// RUN:   -std=c++17 -DBAD 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=for_each --budget-ms=60000 -- \
// RUN:   -std=c++17 2>&1 | FileCheck %s --check-prefix=GOOD \
// RUN:   --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: :[[@LINE+12]]:{{.*}}warning: data race on
// CHECK: 1 racy
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

#include <thrust/device_vector.h>
#include <thrust/for_each.h>

struct Visit {
  int *Out;
  __device__ void operator()(int &X) const {
    X += 1;
#ifdef BAD
    *Out = X;
#endif
  }
};

void visit(thrust::device_vector<int> &V, int *Out) {
  thrust::for_each(V.begin(), V.end(), Visit{Out});
}
