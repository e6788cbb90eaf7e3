; What copies or synchronises in a way that is not modelled is a gap, never
; nothing.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: gap "asynchronous copy is not modelled yet";
; CHECK: gap "barrier object (mbarrier) is not modelled yet";
; CHECK: }

declare void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
@s = internal addrspace(3) global [8 x i64] undef
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  call void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3) @s, ptr addrspace(1) %p, i32 %n)
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @s, i32 32)
  ret void
}
