; i > m leaves room for a step of -1 above the least number, not of -2.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel mayWrap
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it while let t0 = it * -2 + 100; m < t0 {
; CHECK-NEXT: wr p[t0] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK: kernel cannot
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i counter it = 100; m < i; i -= 1 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @mayWrap(ptr %p, i32 %m) {
entry:
  br label %head
head:
  %i = phi i32 [ 100, %entry ], [ %next, %body ]
  %c = icmp sgt i32 %i, %m
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, -2
  br label %head
end:
  ret void
}
define ptx_kernel void @cannot(ptr %p, i32 %m) {
entry:
  br label %head
head:
  %i = phi i32 [ 100, %entry ], [ %next, %body ]
  %c = icmp sgt i32 %i, %m
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, -1
  br label %head
end:
  ret void
}
