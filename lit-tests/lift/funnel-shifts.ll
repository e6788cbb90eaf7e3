; The amount of a funnel shift is taken modulo the width.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param a : i32;
; CHECK-NEXT: param b : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: let t0 = 32 - n %u 32;
; CHECK-NEXT: wr p[0] = (a << (n %u 32)) | (b >>u t0);
; CHECK-NEXT: wr p[0] = (a << t0) | (b >>u (n %u 32));
; CHECK-NEXT: }

declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
define ptx_kernel void @k(ptr %p, i32 %a, i32 %b, i32 %n) {
  %1 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %n)
  store i32 %1, ptr %p
  %2 = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 %n)
  store i32 %2, ptr %p
  ret void
}
