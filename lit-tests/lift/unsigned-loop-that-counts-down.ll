; An unsigned variable that counts down until it has wrapped: the counter says
; when. A step that can jump over the numbers that end the loop is left alone.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel by_one
; CHECK-NOT: assume
; CHECK: loop it while n - 1 <u n && it <=u n - 1 {
; CHECK-NEXT: wr p[
define ptx_kernel void @by_one(ptr %p, i32 %n) {
entry:
  %last = sub i32 %n, 1
  br label %head
head:
  %i = phi i32 [ %last, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, -1
  br label %head
end:
  ret void
}

; CHECK-LABEL: kernel by_three
; CHECK: loop it while it <=u 5 {
define ptx_kernel void @by_three(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 15, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, 16
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, -3
  br label %head
end:
  ret void
}

; CHECK-LABEL: kernel past_the_limit
; CHECK-NOT: assume
; CHECK: loop it while let t0 = n + it * -3; t0 <u n + 5 {
define ptx_kernel void @past_the_limit(ptr %p, i32 %n) {
entry:
  %limit = add i32 %n, 5
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %limit
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, -3
  br label %head
end:
  ret void
}
