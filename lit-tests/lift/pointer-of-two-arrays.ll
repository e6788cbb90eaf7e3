; A pointer that may be into either of two arrays is an access of each, under
; its condition.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global q of 4 bytes;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: if n == 0 {
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: } else {
; CHECK-NEXT: wr q[0] = 1;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %c = icmp eq i32 %n, 0
  %r = select i1 %c, ptr %p, ptr %q
  store i32 1, ptr %r
  ret void
}
