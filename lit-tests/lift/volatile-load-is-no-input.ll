; What a volatile load reads may be another value each time, also if the kernel
; never writes it.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 4 bytes;
; CHECK: volatile rd in[0] => $u0;
; CHECK-NEXT: wr p[$u0] = 0;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in) {
  %v = load volatile i32, ptr %in
  %w = sext i32 %v to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  ret void
}
