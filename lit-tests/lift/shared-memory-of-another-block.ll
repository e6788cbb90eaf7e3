; An address in the shared memory of a cluster may be that of another block: a
; gap.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: gap "inline assembly: ld.shared::cluster.u32 %0, [%1]; (address)";
; CHECK: }

@s = internal addrspace(3) global [8 x i32] undef
define ptx_kernel void @k() {
  %v = call i32 asm sideeffect "ld.shared::cluster.u32 $0, [$1];", "=r,r,~{memory}"(ptr addrspace(3) @s)
  ret void
}
