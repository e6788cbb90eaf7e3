; All extern shared arrays start at the same place, so they are one.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: shared a of 4 bytes;
; CHECK-NEXT: shared c[8] of 4 bytes;
; CHECK: wr a[0] = 1;
; CHECK-NEXT: wr a[0] = 1065353216;
; CHECK-NEXT: wr c[0] = 2;
; CHECK-NEXT: }

@a = external addrspace(3) global [0 x i32]
@b = external addrspace(3) global [0 x float]
@c = internal addrspace(3) global [8 x i32] undef
define ptx_kernel void @k() {
  store i32 1, ptr addrspace(3) @a
  store float 1.0, ptr addrspace(3) @b
  store i32 2, ptr addrspacecast (ptr addrspace(3) @c to ptr)
  ret void
}
