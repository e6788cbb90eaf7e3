; Nothing tests the first value, so the first step may wrap: no range. From a
; small start it cannot.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel mayWrap
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it {
; CHECK-NEXT: wr p[m + it] = 0;
; CHECK-NEXT: if n <= m + it + 1 {
; CHECK-NEXT: break;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK: kernel cannot
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = 3; it == 0 || i < n; i += 1 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @mayWrap(ptr %p, i32 %m, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ %m, %entry ], [ %next, %body ]
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %end
end:
  ret void
}
define ptx_kernel void @cannot(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 3, %entry ], [ %next, %body ]
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %end
end:
  ret void
}
