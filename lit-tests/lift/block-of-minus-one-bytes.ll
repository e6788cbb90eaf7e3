; A block that no memory has room for is a gap, in a kernel that is well-formed.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: gap "access to a block of 2^63 bytes or more"
; CHECK: wr a
define ptx_kernel void @k(ptr %a, ptr %b) {
  call void @llvm.memmove.p0.p0.i64(ptr %a, ptr %b, i64 -1, i1 false)
  store i32 1, ptr %a
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
