; A loop with two entries is a gap.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 1 byte;
; CHECK: gap "irreducible control flow";
; CHECK: }

define ptx_kernel void @k(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  br label %b
b:
  store i32 2, ptr %p
  br i1 %c, label %a, label %end
end:
  ret void
}
