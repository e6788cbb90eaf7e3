; An access of a vector is as long as all of its components.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 8 bytes;
; CHECK-NEXT: global in of 16 bytes;
; CHECK: rd in[0];
; CHECK-NEXT: wr p[1];
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in) {
  %v = load <4 x i32>, ptr %in
  %a = getelementptr inbounds i8, ptr %p, i64 8
  store <2 x float> zeroinitializer, ptr %a
  ret void
}
