; A loop that is left elsewhere, too, is not bounded by the test at its end.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 4 bytes;
; CHECK: loop it {
; CHECK-NEXT: wr p[it] = 0;
; CHECK-NEXT: rd in[it];
; CHECK-NEXT: if in[it] == 0 {
; CHECK-NEXT: break;
; CHECK-NEXT: }
; CHECK-NEXT: if n <= it +s 1 {
; CHECK-NEXT: break;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  br label %middle
middle:
  %b = getelementptr inbounds i32, ptr %in, i64 %w
  %v = load i32, ptr %b
  %z = icmp eq i32 %v, 0
  br i1 %z, label %end, label %latch
latch:
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %end
end:
  store i32 1, ptr %p
  ret void
}
