; Two buffers that trade places: which one it is depends on the iteration.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global q of 4 bytes;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = 0; i < n; i += 1 {
; CHECK-NEXT: if it %u 2 == 0 {
; CHECK-NEXT: wr p[0] = 0;
; CHECK-NEXT: } else {
; CHECK-NEXT: wr q[0] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
entry:
  br label %head
head:
  %a = phi ptr [ %p, %entry ], [ %b, %body ]
  %b = phi ptr [ %q, %entry ], [ %a, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  store i32 0, ptr %a
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}
