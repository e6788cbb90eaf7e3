; i -= by is a step of -by.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: param by : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = n; i >= 0; i += 0 - by {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n, i32 %by) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %next, %body ]
  %c = icmp sge i32 %i, 0
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = sub nsw i32 %i, %by
  br label %head
end:
  ret void
}
