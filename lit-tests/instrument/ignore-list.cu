// A file in the format of -fsanitize-ignorelist= opts out by name.
// RUN: %bare
// RUN: printf '[racemap]\nfun:*quiet*\nglobal:statistics\n[thread]\nfun:*loud*\n' >%t.list
// RUN: %racemap cc --device=cpu --sanitize --ignorelist=%t.list --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s
// RUN: printf 'src:*ignore-list.cu\n' >%t.list
// RUN: %racemap cc --device=cpu --sanitize --ignorelist=%t.list --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o - | FileCheck --check-prefix=NONE %s
// RUN: not %racemap cc --device=cpu --sanitize --ignorelist=%t.none --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=MISSING %s
// NONE-NOT: call void @__racemap_{{access|store}}
// MISSING: racemap: error: ignorelist: can't open file '{{.*}}.none'
__device__ int statistics;

// CHECK-LABEL: define {{.*}} @_Z5quietPi(
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: ret void
__global__ void quiet(int *a) { a[0] = 1; }

// CHECK-LABEL: define {{.*}} @_Z4loudPi(
// CHECK: call void @__racemap_{{access|store}}(ptr %{{[0-9]+}}, i64 4, i32 9,
// CHECK-NOT: __racemap_{{access|store}}
// CHECK: ret void
__global__ void loud(int *a) {
  a[0] = 1;
  statistics = 2;
}
