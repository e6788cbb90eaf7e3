// A barrier of the grid is a call that the device implements; what the headers
// do inside of it is not monitored.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s <%t.ll
// RUN: sed -n '/^define.*grid_group4sync/,/^}/p' %t.ll | FileCheck --allow-empty --check-prefix=INSIDE %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// CHECK-LABEL: define {{.*}} @_Z4gridPi(
// CHECK: call void @__racemap_{{access|store}}(
// CHECK: call void @__racemap_grid_sync()
// CHECK-NEXT: call void @__racemap_barrier(i32 4, i32 -1)
// CHECK: call void @__racemap_{{access|store}}(
// CHECK: call void @__racemap_grid_sync()
// CHECK-NEXT: call void @__racemap_barrier(i32 4, i32 -1)
// CHECK: ret void
// INSIDE-NOT: __racemap
__global__ void grid(int *a) {
  cg::grid_group g = cg::this_grid();
  a[blockIdx.x] = 1;
  g.sync();
  a[blockIdx.x + 1] = 2;
  cg::sync(g);
}
