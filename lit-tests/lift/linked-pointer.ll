; A pointer that walks from object to object is a gap.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 1 byte;
; CHECK-NEXT: global `p->` of 1 byte field of p;
; CHECK: for i counter it = 0; i < n; i += 1 {
; CHECK-NEXT: gap "pointer that changes from object to object in a loop";
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %q = phi ptr [ %p, %entry ], [ %next, %body ]
  %i = phi i32 [ 0, %entry ], [ %inext, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %v = load i32, ptr %q
  %at = getelementptr inbounds i8, ptr %q, i64 8
  %next = load ptr, ptr %at
  %inext = add nsw i32 %i, 1
  br label %head
end:
  ret void
}
