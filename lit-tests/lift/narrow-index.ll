; A narrow index is signed: p[i] with i < 0 lies before p.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param i : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[i] = 0;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %i) {
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  ret void
}
