; @!q is the other case of q.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: if n >= 7 {
; CHECK-NEXT: wr p[0];
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
  call void asm sideeffect "{ .reg .pred q; setp.lt.s32 q, $1, 7; @!q st.global.u32 [$0], $1; }", "l,r,~{memory}"(ptr %p, i32 %n)
  ret void
}
