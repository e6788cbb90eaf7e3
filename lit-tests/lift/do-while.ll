; The first iteration is not tested; behind the loop i is the value that
; failed.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = 3; it == 0 || i < n; i += 2 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: wr p[i] = 1;
; CHECK-NEXT: wr p[i - 2] = 2;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 3, %entry ], [ %next, %body ]
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add nsw i32 %i, 2
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %end
end:
  %wl = sext i32 %next to i64
  %al = getelementptr inbounds i32, ptr %p, i64 %wl
  store i32 1, ptr %al
  %wk = sext i32 %i to i64
  %ak = getelementptr inbounds i32, ptr %p, i64 %wk
  store i32 2, ptr %ak
  ret void
}
