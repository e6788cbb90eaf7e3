; i <= n holds for every i if n is the greatest number: the step wraps, and i
; has no range. With i < n it has one.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel mayWrap
; CHECK-NEXT: param n : i8;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it while u8(it) <=u n {
; CHECK-NEXT: wr p[u64(u8(it))] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK: kernel stays
; CHECK-NEXT: param n : i8;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for i : i8 counter it = 0; i <u n; i += 1 {
; CHECK-NEXT: wr p[u64(i)] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @mayWrap(ptr %p, i8 %n) {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %next, %body ]
  %c = icmp ule i8 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = zext i8 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i8 %i, 1
  br label %head
end:
  ret void
}
define ptx_kernel void @stays(ptr %p, i8 %n) {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i8 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = zext i8 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i8 %i, 1
  br label %head
end:
  ret void
}
