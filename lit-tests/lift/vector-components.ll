; A component of a vector that was loaded is a part of what was read.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 16 bytes;
; CHECK: rd in[0];
; CHECK-NEXT: wr p[u64(in[byte 8]:i32)] = 0;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in) {
  %v = load <4 x i32>, ptr %in
  %i = extractelement <4 x i32> %v, i32 2
  %w = zext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  ret void
}
