; p += 4 in a loop is an offset that steps.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i64;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for q_offset : i64 counter it : i64 = 0; q_offset < n *s 4; q_offset += 16 {
; CHECK-NEXT: wr p[byte q_offset] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i64 %n) {
entry:
  %e = getelementptr inbounds i32, ptr %p, i64 %n
  br label %head
head:
  %q = phi ptr [ %p, %entry ], [ %next, %body ]
  %c = icmp ult ptr %q, %e
  br i1 %c, label %body, label %end
body:
  store i32 0, ptr %q
  %next = getelementptr inbounds i32, ptr %q, i64 4
  br label %head
end:
  ret void
}
