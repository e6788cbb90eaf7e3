; A pointer to either of two places in one array has either offset.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[byte n == 0 ? 4 : 8] = 1;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = getelementptr inbounds i8, ptr %p, i64 4
  %b = getelementptr inbounds i8, ptr %p, i64 8
  %c = icmp eq i32 %n, 0
  %r = select i1 %c, ptr %a, ptr %b
  store i32 1, ptr %r
  ret void
}
