; Nothing is assumed about a step that may be negative, or zero: no range, but
; an exact closed form.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel narrow
; CHECK-NOT: assume
; CHECK: loop it while it * by <u n {
define ptx_kernel void @narrow(ptr %p, i32 %n, i32 %by) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, %by
  br label %head
end:
  ret void
}

; CHECK-LABEL: kernel wide
; CHECK-NOT: assume
; CHECK: loop it : i64 while it * by <u n {
define ptx_kernel void @wide(ptr %p, i64 %n, i64 %by) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %a
  %next = add i64 %i, %by
  br label %head
end:
  ret void
}
