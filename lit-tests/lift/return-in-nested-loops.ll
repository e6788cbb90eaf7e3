; A return two loops deep leaves the kernel, a break only its loop.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = 0; i < n; i += 1 {
; CHECK-NEXT: for j counter it.2 = 0; j < i; j += 1 {
; CHECK-NEXT: wr p[j] = 1;
; CHECK-NEXT: if j == m {
; CHECK-NEXT: return;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: wr p[0] = 2;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n, i32 %m) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %inext, %latch ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %inner, label %after
inner:
  %j = phi i32 [ 0, %head ], [ %jnext, %next ]
  %jc = icmp slt i32 %j, %i
  br i1 %jc, label %body, label %latch
body:
  %w = sext i32 %j to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 1, ptr %a
  %stop = icmp eq i32 %j, %m
  br i1 %stop, label %return, label %next
next:
  %jnext = add nsw i32 %j, 1
  br label %inner
latch:
  %inext = add nsw i32 %i, 1
  br label %head
after:
  store i32 2, ptr %p
  br label %return
return:
  ret void
}
