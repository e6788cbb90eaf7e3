; i != n bounds i only from a start that is not past n.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel mayMiss
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it while it <u n - m {
; CHECK-NEXT: wr p[u64(m + it)] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK: kernel meets
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = 0; i <u 8; i += 1 {
; CHECK-NEXT: wr p[u64(i)] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @mayMiss(ptr %p, i32 %m, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %m, %entry ], [ %next, %body ]
  %c = icmp ne i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = zext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, 1
  br label %head
end:
  ret void
}
define ptx_kernel void @meets(ptr %p) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ne i32 %i, 8
  br i1 %c, label %body, label %end
body:
  %w = zext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, 1
  br label %head
end:
  ret void
}
