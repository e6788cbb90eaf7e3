; What the kernel writes is not an input, also if the write comes later.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 4 bytes;
; CHECK: rd in[0];
; CHECK-NEXT: rd p[0] => $u0;
; CHECK-NEXT: wr p[in[0]] = n;
; CHECK-NEXT: wr p[$u0] = $u0;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in, i32 %n) {
  %v = load i32, ptr %in
  %u = load i32, ptr %p
  %vw = sext i32 %v to i64
  %uw = sext i32 %u to i64
  %x = getelementptr inbounds i32, ptr %p, i64 %vw
  store i32 %n, ptr %x
  %y = getelementptr inbounds i32, ptr %p, i64 %uw
  store i32 %u, ptr %y
  ret void
}
