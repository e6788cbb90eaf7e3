; a && b as a loop test: the second operand is asked in the body.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 4 bytes;
; CHECK: for i counter it = 0; i < n; i += 1 {
; CHECK-NEXT: rd in[i];
; CHECK-NEXT: if in[i] == 3 {
; CHECK-NEXT: break;
; CHECK-NEXT: }
; CHECK-NEXT: wr p[0] = i;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %rhs, label %test
rhs:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %in, i64 %w
  %v = load i32, ptr %a
  %d = icmp ne i32 %v, 3
  br label %test
test:
  %go = phi i1 [ false, %head ], [ %d, %rhs ]
  br i1 %go, label %body, label %end
body:
  store i32 %i, ptr %p
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}
