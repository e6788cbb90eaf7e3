; An index of more than 64 bits is cut to them; what it is, is not known unless
; it is a number.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: rd q[0];
; CHECK-NEXT: wr p[byte $u0:i64 * 4] = 1;
; CHECK-NEXT: wr p[3] = 2;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %q) {
  %i = load i128, ptr %q
  %a = getelementptr i32, ptr %p, i128 %i
  store i32 1, ptr %a
  %b = getelementptr i32, ptr %p, i128 55340232221128654851
  store i32 2, ptr %b
  ret void
}
