; Without inbounds, an offset may wrap.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i64;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[byte n * 4] = 0;
; CHECK-NEXT: wr p[n] = 1;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i64 %n) {
  %a = getelementptr i32, ptr %p, i64 %n
  store i32 0, ptr %a
  %b = getelementptr inbounds i32, ptr %p, i64 %n
  store i32 1, ptr %b
  ret void
}
