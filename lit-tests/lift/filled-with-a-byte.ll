; What a memset writes is its byte, repeated.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[0] = 117901063;
; CHECK-NEXT: }

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptx_kernel void @k(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 4, i1 false)
  ret void
}
