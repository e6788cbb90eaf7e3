; A variable that is widened to be compared has a range where the limit leaves
; room for a step. Compared as an unsigned number, a negative one is above all
; limits: nothing says where it ends.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel up
; CHECK: let [[ROOM:t[0-9]+]] = 2147483648 - u64(by & 255);
; CHECK-NEXT: assume [[ROOM]] >= 0 && n <=u [[ROOM]] "n + (by & 255) <= 2147483648" derived;
; CHECK: for i counter it = 0; i64(i) <u n; i += by & 255 {
; CHECK-NEXT: wr p[i] = 0;
; CHECK: kernel down
; CHECK: loop it while let t0 = {{.*}}; n <u i64(t0) {
; CHECK-NEXT: wr p[t0] = 0;

define ptx_kernel void @up(ptr %p, i64 %n, i32 %by) {
entry:
  %step = and i32 %by, 255
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %w = sext i32 %i to i64
  %c = icmp ult i64 %w, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, %step
  br label %head
end:
  ret void
}

define ptx_kernel void @down(ptr %p, i64 %n, i32 %from) {
entry:
  br label %head
head:
  %i = phi i32 [ %from, %entry ], [ %next, %body ]
  %w = sext i32 %i to i64
  %c = icmp ugt i64 %w, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, -3
  br label %head
end:
  ret void
}
