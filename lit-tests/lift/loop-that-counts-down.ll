; i -= by is a step of -by where every by has a negative: the least number has
; none. What is left after some steps is exact for every by.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel narrow
; CHECK: for i counter it = n; i >= 0; i += 0 - u32(half) {
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-LABEL: kernel any
; CHECK: loop it while let t0 = i32!(i64(n) -s u64(it) *s i64(by)); t0 >= 0 {
; CHECK-NEXT: wr p[t0] = 0;
; CHECK-LABEL: kernel wrapping
; CHECK: loop it while let t0 = n + it * (0 - by); t0 >= 0 {

define ptx_kernel void @narrow(ptr %p, i32 %n, i16 %half) {
entry:
  %by = zext i16 %half to i32
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

define ptx_kernel void @any(ptr %p, i32 %n, i32 %by) {
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

define ptx_kernel void @wrapping(ptr %p, i32 %n, i32 %by) {
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
  %next = sub i32 %i, %by
  br label %head
end:
  ret void
}
