; The lesser and the greater of two numbers, with the sign that the name says.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param a : i32;
; CHECK-NEXT: param b : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: let t0 = a < b ? a : b;
; CHECK-NEXT: wr p[0] = t0;
; CHECK-NEXT: let t1 = a <u b ? b : a;
; CHECK-NEXT: wr p[0] = t1;
; CHECK-NEXT: wr p[0] = t0;
; CHECK-NEXT: wr p[0] = t1;
; CHECK-NEXT: }

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @__nv_min(i32, i32)
declare i32 @__nv_umax(i32, i32)
define ptx_kernel void @k(ptr %p, i32 %a, i32 %b) {
  %1 = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  store i32 %1, ptr %p
  %2 = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  store i32 %2, ptr %p
  %3 = call i32 @__nv_min(i32 %a, i32 %b)
  store i32 %3, ptr %p
  %4 = call i32 @__nv_umax(i32 %a, i32 %b)
  store i32 %4, ptr %p
  ret void
}
