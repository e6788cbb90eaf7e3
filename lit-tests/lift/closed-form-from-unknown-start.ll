; m + 3 * it does not wrap, as the steps do not, but 3 * it may: m may be
; negative. So it is summed in 64 bits.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it while n != 0 {
; CHECK-NEXT: wr p[i32!(i64(m) +s u64(it) *s 3)] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %m, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %m, %entry ], [ %next, %body ]
  %c = icmp ne i32 %n, 0
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add nsw i32 %i, 3
  br label %head
end:
  ret void
}
