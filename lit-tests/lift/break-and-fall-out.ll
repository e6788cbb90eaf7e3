; What follows a loop depends on how it was left.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 4 bytes;
; CHECK: for i counter it = 0; i < n; i += 1 {
; CHECK-NEXT: rd in[i];
; CHECK-NEXT: if in[i] == 0 {
; CHECK-NEXT: break;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: if n <= i {
; CHECK-NEXT: wr p[0] = 2;
; CHECK-NEXT: } else {
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %in, i64 %w
  %v = load i32, ptr %a
  %z = icmp eq i32 %v, 0
  br i1 %z, label %found, label %latch
latch:
  %next = add nsw i32 %i, 1
  br label %head
found:
  store i32 1, ptr %p
  br label %end
out:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}
