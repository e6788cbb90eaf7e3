; An address that is computed with as an integer still points into its array.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i64;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[byte 0 - n + 16] = 0;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i64 %n) {
  %x = ptrtoint ptr %p to i64
  %y = add i64 16, %x
  %z = sub i64 %y, %n
  %a = inttoptr i64 %z to ptr
  store i32 0, ptr %a
  ret void
}
