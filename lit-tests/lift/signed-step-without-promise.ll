; A step of at least 0 that may wrap: the bound that excludes it is an assumption.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param by : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: assume i64(n) + u64(by & 255) <= 2147483648 derived;
; CHECK: for i counter it = 0; i < n; i += by & 255 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n, i32 %by) {
entry:
  %step = and i32 %by, 255
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, %step
  br label %head
end:
  ret void
}
