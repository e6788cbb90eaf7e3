// With a limit of the sizes of files, the plugin cannot be taken out of its
// wrapper. That is one line, and the compilation goes on.
//
// RUN: %bare
// RUN: sh -c 'ulimit -f 0; exec %clangxx_cuda -fsyntax-only %s' 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: warning: racemap: {{.*}}, so no kernel is checked: cannot copy it to memory: File too large{{$}}
// CHECK-NOT: error
__global__ void put(int *a) { a[threadIdx.x / 2] = 1; }
