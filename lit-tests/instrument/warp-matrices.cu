// The lanes of a warp access a matrix together: each announces its part. Which
// lane has which element is not specified, and that is said.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w --cuda-device-only -S -emit-llvm %s -o %t.ll 2>%t.err
// RUN: FileCheck %s <%t.ll
// RUN: FileCheck --check-prefix=REMARK %s <%t.err
#include <mma.h>
using namespace nvcuda;

// REMARK: warning: racemap: which lane accesses which element of a warp matrix is not specified
// CHECK-LABEL: define {{.*}} @_Z8multiply
// CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
// CHECK: mul i64 {{%.*}}, 24
// CHECK: call void @__racemap_access(ptr {{%.*}}, i64 16, i32 8,
// CHECK: @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16
// CHECK: call void @__racemap_access(ptr {{%.*}}, i64 32, i32 9,
// CHECK: @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32
__global__ void multiply(half *a, half *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  wmma::fill_fragment(z, 0.0f);
  wmma::load_matrix_sync(x, a, 24);
  wmma::load_matrix_sync(y, b, 16);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);
}
