; The factors are taken to fit in 24 bits, which is said.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-COUNT-1: assume "the operands of 24-bit multiplications fit in 24 bits" promised;
; CHECK-NOT: 24-bit
; CHECK: i32(i24!(u32(u24!(threadIdx.x)) {{.*}} u32(u24!(a))))

declare i32 @__nv_umul24(i32, i32)
declare i32 @__nv_mul24(i32, i32)
define ptx_kernel void @k(ptr %p, i32 %a) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @__nv_umul24(i32 %tid, i32 %a)
  %2 = call i32 @__nv_mul24(i32 %1, i32 4)
  %3 = sext i32 %2 to i64
  %4 = getelementptr i32, ptr %p, i64 %3
  store i32 1, ptr %4
  ret void
}
