; Some threads never come to the second assertion, so it says nothing about the
; launch: it ends the threads for which it fails.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: if n <= threadIdx.x {
; CHECK-NEXT: return;
; CHECK-NEXT: }
; CHECK-NEXT: if m <= 0 {
; CHECK-NEXT: return;
; CHECK-NEXT: }
; CHECK-NEXT: wr p[0] = n;
; CHECK-NEXT: }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.trap()
define ptx_kernel void @k(ptr %p, i32 %n, i32 %m) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp slt i32 %tid, %n
  br i1 %a, label %second, label %fail
second:
  %b = icmp sgt i32 %m, 0
  br i1 %b, label %ok, label %fail2
fail:
  call void @llvm.trap()
  unreachable
fail2:
  call void @llvm.trap()
  unreachable
ok:
  store i32 %n, ptr %p
  ret void
}
