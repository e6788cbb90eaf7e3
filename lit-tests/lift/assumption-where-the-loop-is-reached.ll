; What is assumed about a loop holds where the loop is reached. Where no
; condition on the launch says that, the loop promises it.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel guarded
; CHECK: assume n == -1 || u64(n) + 32 <= 4294967296 "n + 32 <= 4294967296 if n != -1" derived;
; CHECK: for i counter it = 0; i <u n; i += 32 {
define ptx_kernel void @guarded(ptr %p, i32 %n) {
entry:
  %most = icmp eq i32 %n, -1
  br i1 %most, label %only, label %head
only:
  store i32 0, ptr %p
  ret void
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, 32
  br label %head
end:
  ret void
}

; CHECK-LABEL: kernel nested
; CHECK: "n + 32 <= 4294967296 if {{.*}}m{{.*}}" derived;
; CHECK: for i counter {{it[.0-9]*}} = 0; i <u n; i += 32 {
define ptx_kernel void @nested(ptr %p, i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %after, %latch ]
  %more = icmp slt i32 %k, %m
  br i1 %more, label %head, label %end
head:
  %i = phi i32 [ 0, %outer ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %latch
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 %k, ptr %a
  %next = add i32 %i, 32
  br label %head
latch:
  %after = add nsw i32 %k, 1
  br label %outer
end:
  ret void
}

; CHECK-LABEL: kernel by_memory
; CHECK: assume "no loop's index wraps" promised;
; CHECK: for i counter it = 0; i <u n; i += 32 {
define ptx_kernel void @by_memory(ptr %p, ptr %flag, i32 %n) {
entry:
  %f = load i32, ptr %flag
  %set = icmp ne i32 %f, 0
  br i1 %set, label %head, label %end
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, 32
  br label %head
end:
  ret void
}
