; Constant memory, and what is declared constant, is not written by others.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: constant c[8] of 4 bytes;
; CHECK-NEXT: constant d[2] of 4 bytes;
; CHECK: rd c[0];
; CHECK-NEXT: rd d[0];
; CHECK-NEXT: }

@c = external addrspace(4) global [8 x i32]
@d = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]
define ptx_kernel void @k(ptr %p) {
  %v = load i32, ptr addrspace(4) @c
  %u = load i32, ptr addrspace(1) @d
  ret void
}
