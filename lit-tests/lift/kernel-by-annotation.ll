; Older modules name their kernels in metadata; other functions are none.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[0] = 1;
; CHECK-NEXT: }
; CHECK-NOT: kernel

define void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define void @other(ptr %p) {
  store i32 2, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @other, !"maxntidx", i32 64}
