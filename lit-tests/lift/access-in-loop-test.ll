; The header reads the bound before each test, so once more behind the loop.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global bound of 4 bytes;
; CHECK: for i counter it = 0; i < bound[0]; i += 1 {
; CHECK-NEXT: rd bound[0];
; CHECK-NEXT: wr p[i] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: rd bound[0];
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %bound) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %n = load i32, ptr %bound
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}
