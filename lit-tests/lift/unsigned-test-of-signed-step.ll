; A signed step that does not wrap is no promise for an unsigned test, but from
; a start >= 0.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel mayWrap
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: assume u64(n) + 2 <= 4294967296 derived;
; CHECK: for i counter it = m; i <u n; i += 2 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK: kernel cannot
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NOT: assume
; CHECK: for i counter it = 0; i <u n; i += 2 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @mayWrap(ptr %p, i32 %m, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %m, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add nsw i32 %i, 2
  br label %head
end:
  ret void
}
define ptx_kernel void @cannot(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add nsw i32 %i, 2
  br label %head
end:
  ret void
}
