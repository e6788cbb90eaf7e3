// Threads that are stuck at different places are different findings, and one can be
// suppressed without the others. Who waits at the grid's barrier, or a
// cluster's, has a line there, in every block.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -arch=sm_90 %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: %racemap report %t.json 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: echo 'barrier:first' > %t.supp
// RUN: env RACEMAP_OPTIONS=suppressions=%t.supp bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: printf 'barrier:first\nbarrier:second\nbarrier:grid\nbarrier:cluster\n' > %t.supp
// RUN: env RACEMAP_OPTIONS=suppressions=%t.supp bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env RACEMAP_OPTIONS=halt_on_error=1 bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=HALT
// RUN: env RACEMAP_OPTIONS=log_path=%t.none/log bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=LOG
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void first() {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;");
  else
    asm volatile("bar.sync 2, 64;");
}

__global__ void second() {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;");
  else
    asm volatile("bar.sync 3, 64;");
}

__device__ int comes, came; // before the other block is stuck by itself
__global__ void grid() {
  if (blockIdx.x == 0) {
    atomicAdd(&came, 1);
    cg::this_grid().sync();
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&came, 0) < 64)
      ;
    asm volatile("bar.sync 1, 64;");
  }
}

__global__ void __cluster_dims__(2) cluster() {
  if (blockIdx.x == 0) {
    atomicAdd(&comes, 1);
    cg::this_cluster().sync();
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&comes, 0) < 64)
      ;
    asm volatile("bar.sync 1, 64;");
  }
}

int main() {
  first<<<1, 64>>>();
  cudaDeviceReset();
  second<<<1, 64>>>();
  cudaDeviceReset();
  cudaLaunchCooperativeKernel((void *)grid, dim3(2), dim3(64), nullptr, 0, 0);
  cudaDeviceReset();
  cluster<<<2, 64>>>();
  cudaDeviceReset();
}

// CHECK: WARNING: RaceMap: deadlock
// CHECK-DAG: Wait at barrier 1 at {{.*}}several-kernels.cu:21:
// CHECK-DAG: Wait at barrier 2 at {{.*}}several-kernels.cu:23:
// CHECK: Launch 1: first()
// CHECK: WARNING: RaceMap: deadlock
// CHECK-DAG: Wait at barrier 1 at {{.*}}several-kernels.cu:28:
// CHECK-DAG: Wait at barrier 3 at {{.*}}several-kernels.cu:30:
// CHECK: Launch 2: second()
// CHECK: WARNING: RaceMap: deadlock
// CHECK-DAG: Wait at barrier 1 at {{.*}}several-kernels.cu:41:{{.*}} of block (1,0,0)
// CHECK-DAG: Wait at the grid's barrier at {{.*}}several-kernels.cu:37:{{.*}}(and 63 more) by thread (0,0,0) of block (0,0,0)
// CHECK: Launch 3: grid()
// CHECK: WARNING: RaceMap: deadlock
// CHECK-DAG: Wait at barrier 1 at {{.*}}several-kernels.cu:52:
// CHECK-DAG: Wait at the cluster's barrier at {{.*}}several-kernels.cu:48:
// CHECK: Launch 4: cluster()
// CHECK: SUMMARY: RaceMap: 4 deadlocks, seen 4 times
// CHECK: status 66

// SECOND-NOT: first()
// SECOND: Launch 2: second()
// SECOND: SUMMARY: RaceMap: 3 deadlocks, seen 3 times
// SECOND: status 66

// NONE-NOT: WARNING: RaceMap
// NONE: status 0

// HALT: Launch 1: first()
// HALT-NOT: second()
// HALT: SUMMARY: RaceMap: 1 deadlock, seen 1 time
// HALT-NEXT: status 66

// LOG: racemap: warning: cannot write {{.*}}.none/log: No such file or directory; reports go to standard error
// LOG: SUMMARY: RaceMap: 4 deadlocks
// LOG: status 66

// JSON: "kind": "deadlock"
// JSON: "scope": "cluster"
// JSON: "op": "barrier",
// JSON-NEXT: "file": "{{.*}}several-kernels.cu",
// JSON-NEXT: "line": 52,
// JSON-NEXT: "column": 5,
// JSON-NEXT: "waitsAt": "barrier 1",
// JSON-NEXT: "threads": 1
// JSON: "waitsAt": "the cluster's barrier",
// JSON-NEXT: "threads": 64

// REPORT: several-kernels.cu:52:5: warning: deadlock in kernel 'cluster()'
// REPORT: several-kernels.cu:48:5: note: the barrier of the other thread
